// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of words and of switches from the file to the inputs of a network: what is read of them, the vocabulary of
// the training part, other files, known ahead, many series. Holds core/data/recipe/categories.cpp,
// core/data/recipe/words_for_run.cpp and core/data/csv/roles/category_columns.cpp.
#include "base/category_names.h"
#include "data/experiment_check.h"
#include "data/findings/next_value.h"
#include "data/leak_audit.h"
#include "data/look/insight.h"
#include "data/many/many_series.h"
#include "data/model_shape.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "data/recipe/saved_preparation.h"
#include "data/recipe/words_for_run.h"
#include "store/saved_preparation_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

using namespace gatelab;

namespace {

constexpr int kRows = 200;
constexpr const char* kWeather[] = {"sun", "rain", "cloud"};

ExperimentConfig configOf(std::vector<std::string> recipe = {"standardise"}) {
    ExperimentConfig config;
    config.lookback = 8, config.horizon = 4;
    config.split = "60%/20%/20%";  // rows 0 to 119 train
    config.recipe = std::move(recipe);
    return config;
}

std::string temperature(int row) { return std::to_string(10 + 0.5 * (row * row % 17)); }

/// "snow" in the last quarter only.
std::string weather(int row) { return row > 150 && row % 7 == 0 ? "snow" : kWeather[row * row % 11 % 3]; }

std::vector<std::string> namesOf(const Series& series) {
    std::vector<std::string> names;
    for (const Channel& channel : series.channels) names.push_back(channel.name);
    return names;
}

std::vector<std::string> inputsOf(const PreparedSeries& prepared) {
    std::vector<std::string> names;
    for (const std::size_t c : prepared.inputs) names.push_back(prepared.table.columns[c].name);
    return names;
}

std::string said(const Series& series) {
    std::string all;
    for (const ReadWarning& warning : series.report.warnings) all += warning.message.english() + "\n";
    return all;
}

const std::vector<double>& valuesOf(const PreparedSeries& prepared, const std::string& name) {
    const auto found = std::ranges::find(prepared.table.columns, name, &Table::Column::name);
    if (found == prepared.table.columns.end()) qFatal("no column %s", name.c_str());
    return found->values;
}

PreparedPtr prepared(const SeriesPtr& series, const ExperimentConfig& config) {
    auto made = prepareSeries(series, config);
    if (!made.ok()) qFatal("%s", made.error().message.c_str());
    return *made;
}

using Names = std::vector<std::string>;

/// Of a run with these columns, each with what it holds.
FittedRecipe keptOf(const std::vector<std::pair<std::string, std::string>>& columns) {
    FittedRecipe kept;
    for (const auto& [name, kind] : columns) {
        kept.columns.push_back({name, ""});
        kept.kinds.push_back(kind);
    }
    return kept;
}

}  // namespace

class TestCategories : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    SeriesPtr read(const std::string& head, const std::function<std::string(int)>& row,
                   const ExperimentConfig& options = {}, int rows = kRows) const {
        const auto path = std::filesystem::path(folder_.path().toStdString()) / "table.csv";
        std::ofstream file(path);
        file << head << "\n";
        for (int r = 0; r < rows; ++r) file << row(r) << "\n";
        file.close();
        auto data = readFile(path, options);
        if (!data.ok()) qFatal("%s", data.error().message.c_str());
        return data->series;
    }
    SeriesPtr weatherTable() const {
        return read("temp,weather", [](int r) { return temperature(r) + "," + weather(r); });
    }

private Q_SLOTS:
    // Every word a channel, before the last column of numbers, which stays the target.
    void wordsAreRead() {
        const SeriesPtr series = weatherTable();
        QCOMPARE(namesOf(*series), (Names{"weather=cloud", "weather=rain", "weather=snow", "weather=sun", "temp"}));
        for (std::size_t r = 0; r < kRows; ++r)
            for (std::size_t c = 0; c < 4; ++c)
                QCOMPARE(series->channels[c].values[r],
                         series->channels[c].name == "weather=" + weather(static_cast<int>(r)) ? 1.0 : 0.0);
        QVERIFY2(said(*series).find("column 'weather' holds 4 words (cloud, rain, snow, sun)") != std::string::npos &&
                     said(*series).find("category(") == std::string::npos,
                 said(*series).c_str());
        QVERIFY(series->report.skippedColumns.empty());
    }

    // Through a table they stay 0 and 1 also where they are known ahead, in the run's data and in another file.
    void wordsOfATableAreNotScaled() {
        const SeriesPtr series = weatherTable();
        for (const char* scaling : {"standardise", "minmax(low=-1, high=1)", "robust"}) {
            const ExperimentConfig config =
                configOf({categoryStep("weather", kAsEmbedding), scaling, "known(columns=weather)"});
            const PreparedPtr one = prepared(series, config);
            const PreparedPtr again = *prepareKept(series, *keepRecipe(*one), series->rows());
            for (const PreparedPtr& made : {one, again}) {
                int words = 0;
                for (const std::string& name : inputsOf(*made)) {
                    if (!isWordOf(name, "weather")) continue;
                    ++words;
                    for (const double value : valuesOf(*made, name))
                        QVERIFY(std::isnan(value) || value == 0 || value == 1);
                }
                QCOMPARE(words, 6);
                QVERIFY(std::ranges::any_of(valuesOf(*made, "temp"), [](double value) { return value < 0; }));
            }
            const ModelShape shape = modelShape(config, *one);
            QCOMPARE(shape.tables.size(), std::size_t{1});
            QCOMPARE(shape.tables.front().copies.size(), std::size_t{2});
            const ModelShape before = modelShape(config, Dataset{series, nullptr});
            QCOMPARE(before.inputs, shape.inputs);
            QCOMPARE(before.tables.front().words, shape.tables.front().words);
            QCOMPARE(describeArchitecture(config, before).parameters, describeArchitecture(config, shape).parameters);
        }
    }

    // What is said of many words asks; the step is what it says.
    void manyWordsAreAskedAbout() {
        const auto kinds = [&](const ExperimentConfig& options) {
            return said(*read(
                "temp,kind", [](int r) { return temperature(r) + ",k" + std::to_string(r * r % 59 % 15); }, options));
        };
        const std::string asked = kinds({});
        QVERIFY2(asked.find("Better as an embedding, 8 numbers for each word?") != std::string::npos, asked.c_str());
        const std::string told = kinds(configOf({categoryStep("kind", kAsEmbedding, 5)}));
        QVERIFY2(told.find("read as an embedding: the network learns 5 numbers for each") != std::string::npos,
                 told.c_str());
        // Each program says in its own words how it is otherwise.
        for (const std::string& one : {asked, told}) QVERIFY2(one.find("category(") == std::string::npos, one.c_str());
        QVERIFY(kinds(configOf({categoryStep("kind", kAsOneHot)})).find("embedding") == std::string::npos);
    }

    // Up to 2,000 words are told apart, and one more is too many.
    void thousandsOfWords() {
        const auto words = [&](int count) {
            return read(
                "kind,temp", [&](int r) { return "k" + std::to_string(r % count) + "," + temperature(r); },
                configOf({categoryStep("kind", kAsEmbedding)}), 3 * count);
        };
        const SeriesPtr series = words(2000);
        QCOMPARE(series->channels.size(), std::size_t{2001});
        for (const int k : {0, 255, 256, 1999}) {
            const auto at = series->find("kind=k" + std::to_string(k));
            QVERIFY(at.has_value());
            for (std::size_t r = 0; r < 6000; ++r)
                QCOMPARE(series->channels[*at].values[r], static_cast<int>(r) % 2000 == k ? 1.0 : 0.0);
        }
        QVERIFY2(said(*series).find("2000 words") != std::string::npos, said(*series).c_str());
        QCOMPARE(namesOf(*words(2001)), (Names{"temp"}));
        const std::string asked = said(*read(
            "kind,temp", [&](int r) { return "k" + std::to_string(r % 300) + "," + temperature(r); }, {}, 1000));
        QVERIFY2(asked.find("holds 300 words") != std::string::npos && asked.find("up to 2000") != std::string::npos,
                 asked.c_str());
    }

    // Words that the inputs name are columns whatever the file holds; what differs is told with its rows.
    void namedWordsAreColumns() {
        ExperimentConfig config = configOf();
        config.inputs = {"temp", "weather=sun", "weather=fog", "weather=rain"};
        config.targets = {"temp"};
        const SeriesPtr series = read(
            "temp,weather", [](int r) { return temperature(r) + "," + weather(r); }, config);
        QCOMPARE(namesOf(*series),
                 (Names{"weather=cloud", "weather=fog", "weather=rain", "weather=snow", "weather=sun", "temp"}));
        for (const double value : series->channels[1].values) QCOMPARE(value, 0.0);
        QVERIFY2(said(*series).find("does not hold 1 of the words that the inputs name (fog)") != std::string::npos,
                 said(*series).c_str());
        int cloud = 0, snow = 0;
        for (int r = 0; r < kRows; ++r) cloud += weather(r) == "cloud" ? 1 : 0, snow += weather(r) == "snow" ? 1 : 0;
        const std::string others = std::to_string(cloud + snow) +
                                   " of 200 rows hold words that the inputs do not name "
                                   "and are read as none of them: 'cloud' (" +
                                   std::to_string(cloud) + "), 'snow' (" + std::to_string(snow) + ")";
        QVERIFY2(said(*series).find(others) != std::string::npos, said(*series).c_str());
        QCOMPARE(inputsOf(*prepared(series, config)), (Names{"temp", "weather=fog", "weather=rain", "weather=sun"}));
        // Nothing is added where the column itself is named, all are held, or none of them is.
        for (const Names& inputs : {Names{"temp", "weather", "weather=fog"}, Names{"temp", "weather=fog"}, Names{}}) {
            config.inputs = inputs;
            QVERIFY(!read(
                         "temp,weather", [](int r) { return temperature(r) + "," + weather(r); }, config)
                         ->find("weather=fog"));
        }
    }

    // A column of numbers has no table.
    void onlyWordsHaveTables() {
        const Dataset data{weatherTable(), nullptr};
        const auto refused = firstError(checkExperiment(configOf({categoryStep("temp", kAsEmbedding)}), &data));
        QVERIFY2(
            !refused.ok() && refused.error().message.find("there is no column of words 'temp'") != std::string::npos,
            refused.ok() ? "" : refused.error().message.c_str());
        QVERIFY(firstError(checkExperiment(configOf({categoryStep("weather", kAsEmbedding)}), &data)).ok());
    }

    // The vocabulary is that of the training rows, and words stay 0 and 1 whatever the steps do.
    void theVocabularyIsOfTheTrainingPart() {
        const SeriesPtr series = weatherTable();
        const PreparedPtr one = prepared(series, configOf({"clip(threshold=3)", "difference", "standardise"}));
        QCOMPARE(inputsOf(*one), (Names{"temp", "weather=cloud", "weather=rain", "weather=sun"}));
        for (std::size_t r = 0; r < kRows; ++r) {
            double sum = 0;
            for (const char* word : {"cloud", "rain", "sun"}) {
                const double value = valuesOf(*one, wordChannel("weather", word))[r];
                QVERIFY(value == 0 || value == 1);
                sum += value;
            }
            QCOMPARE(sum, weather(static_cast<int>(r)) == "snow" ? 0.0 : 1.0);
        }
        const auto audit = auditByPerturbing(series, configOf());
        QVERIFY(audit.ok());
        QVERIFY2(audit->leaks.empty(), audit->leaks.empty() ? "" : audit->leaks.front().what.english().c_str());
        // Had the training part known it, it would be an input.
        ExperimentConfig more = configOf();
        more.split = "90%/5%/5%";
        QCOMPARE(inputsOf(*prepared(series, more)).size(), std::size_t{5});
    }

    // Rows put together hold shares of words, none of which need be all of a row.
    void resampledWordsStay() {
        ExperimentConfig daily;
        daily.resample = "1d";
        const SeriesPtr series = read(
            "time,temp,weather",
            [](int r) {
                const int day = r / 24, hour = r % 24;
                return "2024-01-" + std::to_string(101 + day).substr(1) + " " + std::to_string(100 + hour).substr(1) +
                       ":00," + temperature(r) + "," + kWeather[r % 3];
            },
            daily, 24 * 30);
        QCOMPARE(series->rows(), std::int64_t{30});
        QCOMPARE(inputsOf(*prepared(series, configOf())).size(), std::size_t{4});
    }

    // Another file with other words, or with one alone, is coded as the training was.
    void anotherFileIsCodedAlike() {
        const PreparedPtr own = prepared(weatherTable(), configOf());
        const auto kept = keepRecipe(*own);
        QVERIFY(kept.ok());
        QCOMPARE(columnNames(*kept), (Names{"temp", "weather=cloud", "weather=rain", "weather=sun"}));
        ExperimentConfig asked;
        asked.inputs = columnNames(*kept);
        for (const bool isOne : {false, true}) {
            const SeriesPtr other = read(
                "weather,temp",
                [&](int r) { return std::string(isOne || r % 3 == 0 ? "rain" : "fog") + "," + temperature(r); }, asked,
                30);
            const auto again = prepareKept(withKeptWords(other, asked.inputs), *kept, 30);
            QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
            QCOMPARE(inputsOf(**again), inputsOf(*own));
            for (std::size_t r = 0; r < 30; ++r) {
                QCOMPARE(valuesOf(**again, "weather=rain")[r], isOne || r % 3 == 0 ? 1.0 : 0.0);
                QCOMPARE(valuesOf(**again, "weather=sun")[r], 0.0);
            }
        }
    }

    // Words that the run did not learn are told with their rows; none that it learned is refused.
    void unknownWordsAreTold() {
        const FittedRecipe kept = keptOf({{"temp", "number"}, {"weather=rain", "word"}, {"weather=sun", "word"}});
        ExperimentConfig asked;
        asked.inputs = columnNames(kept);
        const auto table = [&](const char* odd, int every) {
            return read(
                "weather,temp",
                [=](int r) { return std::string(r % every == 0 ? odd : "rain") + "," + temperature(r); }, asked, 30);
        };
        const auto told = wordsForRun(table("Rain", 10), kept);
        QVERIFY(told.ok());
        QVERIFY2(said(**told).find("column 'weather': 3 of 30 rows hold no word that the run learned") == 0,
                 said(**told).c_str());
        QVERIFY(said(**told).find("'Rain' (3)") != std::string::npos);
        QVERIFY(said(**told).find("each became") == std::string::npos);
        QVERIFY((*told)->find("weather=sun").has_value());
        const auto known = wordsForRun(table("sun", 10), kept);
        QVERIFY(known.ok());
        QCOMPARE(said(**known), std::string());
        const auto refused = wordsForRun(table("fog", 1), kept);
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().message.find("'fog' (30). The run learned: rain, sun") != std::string::npos,
                 refused.error().message.c_str());
    }

    // Whatever words for yes and no another file has, and a mixture of them.
    void switchesOfAnotherFile() {
        const Names columns = {"open", "temp"};
        const FittedRecipe kept = keptOf({{"open", "switch"}, {"temp", "number"}});
        ExperimentConfig asked;
        asked.inputs = columns;
        const auto table = [&](const char* third) {
            return read(
                "open,temp",
                [=](int r) {
                    return std::string(r % 3 == 0 ? "Y" : r % 3 == 1 ? "no" : third) + "," + temperature(r);
                },
                asked, 30);
        };
        const auto made = wordsForRun(table("wahr"), kept);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        QCOMPARE(namesOf(**made), columns);
        for (std::size_t r = 0; r < 30; ++r) QCOMPARE((*made)->channels[0].values[r], r % 3 == 1 ? 0.0 : 1.0);
        const auto gap = wordsForRun(table(""), kept);
        QVERIFY(gap.ok());
        QVERIFY(std::isnan((*gap)->channels[0].values[2]));
        const auto refused = wordsForRun(table("njet"), kept);
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().message.find("'njet' (10)") != std::string::npos, refused.error().message.c_str());
        // What the run has as numbers is no yes and no.
        const auto numbers = wordsForRun(table("no"), keptOf({{"open", "number"}, {"temp", "number"}}));
        QVERIFY(!numbers.ok());
        QVERIFY2(numbers.error().message.find("column 'open' as numbers, and here it holds words") != std::string::npos,
                 numbers.error().message.c_str());
        // An older version kept no kinds: then the values of the training tell.
        FittedRecipe old = keptOf({{"open", ""}, {"temp", ""}});
        old.kinds.clear();
        old.columns[0].learned = {0.5, 0.5, 0, 1, true};
        QVERIFY(wordsForRun(table("no"), old).ok());
        old.columns[0].learned = {5, 3, 0, 12, true};
        QVERIFY(!wordsForRun(table("no"), old).ok());
    }

    // A column that is only called like a word of another one is a column of its own.
    void aColumnCalledLikeAWord() {
        const auto row = [](const char* odd) {
            return [=](int r) {
                return std::string(r % 9 == 0   ? odd
                                   : r % 2 == 0 ? "sun"
                                                : "rain") +
                       "," + std::to_string(100 + r % 13) + "," + temperature(r);
            };
        };
        const SeriesPtr series = read("weather,weather=fog,temp", row("sun"));
        const std::vector<Category> found = categoriesOf(*series);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().channels.size(), std::size_t{2});
        const PreparedPtr whole = prepared(series, configOf());
        QCOMPARE(inputsOf(*whole), (Names{"weather=fog", "temp", "weather=rain", "weather=sun"}));
        QVERIFY(std::abs(valuesOf(*whole, "weather=fog")[5]) < 3);  // scaled, as numbers are
        // A table would take it for a word.
        const Dataset data{series, nullptr};
        const auto refused = firstError(checkExperiment(configOf({categoryStep("weather", kAsEmbedding)}), &data));
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().message.find("'weather=fog' is called like a word of 'weather'") != std::string::npos,
                 refused.error().message.c_str());
        QVERIFY(firstError(checkExperiment(configOf({categoryStep("weather", kAsOneHot)}), &data)).ok());
        const auto kept = keepRecipe(*whole);
        QVERIFY(kept.ok());
        QCOMPARE(kept->kinds, (Names{"number", "number", "word", "word"}));
        QVERIFY(keptKind(*kept, "weather=fog") == KeptKind::Number && keptKind(*kept, "weather=sun") == KeptKind::Word);
        QCOMPARE(inputsOf(*prepared(series, configOf({"standardise", "category(column=weather, as=leave)"}))),
                 (Names{"weather=fog", "temp"}));
        const Names ahead = inputsOf(*prepared(series, configOf({"known(columns=weather)"})));
        QVERIFY(std::ranges::find(ahead, "weather=rain +4") != ahead.end());
        QVERIFY(std::ranges::find(ahead, "weather=fog +4") == ahead.end());
        // Another file without it lacks a column, and no word of it is taken for the number.
        ExperimentConfig asked;
        asked.inputs = columnNames(*kept);
        const auto other =
            wordsForRun(read(
                            "weather,temp",
                            [](int r) { return std::string(r % 3 ? "rain" : "fog") + "," + temperature(r); }, asked),
                        *kept);
        QVERIFY2(other.ok(), other.ok() ? "" : other.error().message.c_str());
        QVERIFY2(said(**other).find("'fog' (") != std::string::npos, said(**other).c_str());
        // The very word cannot be told from the column.
        const SeriesPtr both = read("weather,weather=fog,temp", row("fog"));
        QVERIFY2(said(*both).find("its word 'fog' would be called like the column 'weather=fog'") != std::string::npos,
                 said(*both).c_str());
        QCOMPARE(namesOf(*both), (Names{"weather=fog", "temp"}));
    }

    // What the recipe leaves out is told so, and never that it became columns.
    void whatTheRecipeLeavesOutIsTold() {
        ExperimentConfig options;
        options.recipe = {"category(as=leave, column=weather)"};
        const SeriesPtr series = read(
            "temp,weather", [](int r) { return temperature(r) + "," + weather(r); }, options);
        QVERIFY2(said(*series).find("is left out by the recipe") != std::string::npos, said(*series).c_str());
        QVERIFY(said(*series).find("became") == std::string::npos);
    }

    // Words in turn tell each other's next value, and are one column.
    void wordsOfOneColumnAreNoLeaks() {
        const SeriesPtr series = read(
            "code,temp", [](int r) { return "c" + std::to_string(r % 8) + "," + temperature(r * 7 % 101); }, {}, 600);
        QCOMPARE(categoriesOf(*series).size(), std::size_t{1});
        for (const NextValue& pair : nextValues(*series))
            QVERIFY2(!isWordOf(pair.holder, "code") || !isWordOf(pair.target, "code"),
                     (pair.holder + " of " + pair.target).c_str());
    }

    // A missing word is one of its own, as on most days without a holiday.
    void missingWords() {
        const SeriesPtr series = read("weather,temp", [](int r) {
            return std::string(r % 10 == 4 || r >= 190 ? "" : weather(r)) + "," + temperature(r);
        });
        const auto missing = series->find(wordChannel("weather", kMissingWord)), rain = series->find("weather=rain");
        QVERIFY(missing && rain);
        for (const std::size_t r : {14, 195}) {
            QCOMPARE(series->channels[*missing].values[r], 1.0);
            QCOMPARE(series->channels[*rain].values[r], 0.0);
        }
        const SeriesPtr rare = read("holiday,temp", [](int r) {
            return std::string(r % 30 == 3 ? "New Year" : r % 2 == 0 ? "None" : "") + "," + temperature(r);
        });
        QCOMPARE(namesOf(*rare), (Names{"holiday=(missing)", "holiday=New Year", "temp"}));
        // None in the training part: 0 everywhere, as a word that it never saw.
        const SeriesPtr late = read(
            "weather,temp", [](int r) { return std::string(r == 180 ? "" : kWeather[r % 3]) + "," + temperature(r); });
        const PreparedPtr two = prepared(late, configOf());
        QCOMPARE(inputsOf(*two).size(), std::size_t{4});
        for (const char* word : kWeather) QCOMPARE(valuesOf(*two, wordChannel("weather", word))[180], 0.0);
    }

    void switches_data() {
        QTest::addColumn<QString>("on");
        QTest::addColumn<QString>("off");
        for (const auto& [on, off] : {std::pair{"true", "false"},
                                      {"True", "False"},
                                      {"yes", "no"},
                                      {"ja", "nein"},
                                      {"on", "off"},
                                      {"是", "否"},
                                      {"oui", "non"},
                                      {"1", "0"}})
            QTest::newRow(on) << QString::fromUtf8(on) << QString::fromUtf8(off);
    }
    void switches() {
        QFETCH(QString, on);
        QFETCH(QString, off);
        const SeriesPtr series =
            read("open,temp", [&](int r) { return (r * r % 5 == 1 ? on : off).toStdString() + "," + temperature(r); });
        QCOMPARE(namesOf(*series), (Names{"open", "temp"}));
        for (std::size_t r = 0; r < kRows; ++r) QCOMPARE(series->channels[0].values[r], r * r % 5 == 1 ? 1.0 : 0.0);
        QCOMPARE(said(*series).find("was read as 1, the other word as 0") != std::string::npos, on != "1");
    }

    // What carries nothing, and what is a name of each row, is left out and named.
    void whatIsLeftOutIsSaid() {
        const SeriesPtr series = read("id,site,note,temp", [](int r) {
            return "x" + std::to_string(r) + "a,north,free text " + std::to_string(r / 2) + "," + temperature(r);
        });
        QCOMPARE(namesOf(*series), Names{"temp"});
        const std::string all = said(*series);
        QVERIFY2(all.find("column 'site' was left out: it holds one word ('north')") != std::string::npos, all.c_str());
        QVERIFY2(all.find("'id', ") != std::string::npos || all.find("'id'") != std::string::npos, all.c_str());
        QVERIFY2(all.find("'note'") != std::string::npos, all.c_str());
        QCOMPARE(series->report.skippedColumns.size(), std::size_t{3});
    }

    // More than 32 words are read when they are asked for.
    void manyWordsAreAskedFor() {
        const auto row = [](int r) { return "shop " + std::to_string(r % 40) + "x," + temperature(r); };
        const SeriesPtr series = read("shop,temp", row);
        QCOMPARE(namesOf(*series), Names{"temp"});
        QVERIFY2(said(*series).find("it holds 40 words") != std::string::npos, said(*series).c_str());
        QCOMPARE(read("shop,temp", row, configOf({"category(column=shop)"}))->channels.size(), std::size_t{41});
        ExperimentConfig named;
        named.inputs = {"shop", "temp"};
        QCOMPARE(read("shop,temp", row, named)->channels.size(), std::size_t{41});
    }

    void theChoice() {
        const SeriesPtr series = weatherTable();
        const ExperimentConfig left = configOf({"standardise", "category(column=weather, as=leave)"});
        QCOMPARE(inputsOf(*prepared(series, left)), Names{"temp"});
        ExperimentConfig named = configOf();
        named.inputs = {"weather"};
        QCOMPARE(inputsOf(*prepared(series, named)), (Names{"weather=cloud", "weather=rain", "weather=sun"}));
        const Dataset data{series, nullptr};
        for (const ConfigFinding& finding : checkExperiment(named, &data))
            QVERIFY2(finding.severity != Severity::Error, finding.message.english().c_str());
        named.inputs = {"temp", "weather=rain"};
        QCOMPARE(inputsOf(*prepared(series, named)), (Names{"temp", "weather=rain"}));
        // The last step of a column holds, and a step for none is refused.
        const Insights offered = wordInsights(series ? *series : Series(), left);
        QCOMPARE(offered.size(), std::size_t{1});
        QCOMPARE(inputsOf(*prepared(series, afterAction(left, offered.front()))).size(), std::size_t{4});
        const auto found = checkExperiment(configOf({"category(column=nosuch)"}), &data);
        QVERIFY(std::ranges::any_of(found, [](const ConfigFinding& finding) {
            return finding.key == "recipe" && finding.severity == Severity::Error &&
                   finding.message.english().find("'nosuch'") != std::string::npos;
        }));
    }

    void knownAhead() {
        const SeriesPtr series = weatherTable();
        const PreparedPtr one = prepared(series, configOf({"known(columns=weather, rows=4)"}));
        const auto &rain = valuesOf(*one, "weather=rain"), &ahead = valuesOf(*one, "weather=rain +4");
        for (std::size_t r = 0; r + 4 < kRows; ++r) QCOMPARE(ahead[r], rain[r + 4]);
        QCOMPARE(inputsOf(*one).size(), std::size_t{7});
        const auto audit = auditByPerturbing(series, configOf({"known(columns=weather)"}));
        QVERIFY(audit.ok() && audit->leaks.empty());
    }

    // One mechanism for many series: static words and words that change.
    void manySeries() {
        ExperimentConfig config = configOf();
        config.csvShape = "together", config.targets = {"y"};
        const SeriesPtr series = read(
            "unique_id,ds,y,kind,promo",
            [](int r) {
                const int shop = r / 50, day = r % 50;
                return "shop " + std::to_string(shop) + ",2024-" + (day < 28 ? "01-" : "02-") +
                       (day % 28 < 9 ? "0" : "") + std::to_string(day % 28 + 1) + "," + temperature(r) + "," +
                       (shop % 2 == 0 ? "town" : "village") + "," +
                       (day > 40       ? "clearance"
                        : day % 3 == 0 ? "price"
                                       : "none at all");
            },
            config);
        QCOMPARE(namesOf(*series), (Names{kSeriesNumber, "kind=town", "kind=village", "promo=clearance",
                                          "promo=none at all", "promo=price", "y"}));
        QCOMPARE(inputsOf(*prepared(series, config)),
                 (Names{"y", "kind=town", "kind=village", "promo=none at all", "promo=price"}));
        config.recipe.push_back("category(column=kind, as=leave)");
        QCOMPARE(inputsOf(*prepared(series, config)), (Names{"y", "promo=none at all", "promo=price"}));
        // Words that are known ahead are no leaks.
        config.recipe = {"known(columns=promo)", "standardise"};
        const auto audit = auditByPerturbing(series, config);
        QVERIFY(audit.ok() && audit->preparations > 0);
        QVERIFY2(audit->leaks.empty(), audit->leaks.empty() ? "" : audit->leaks.front().what.english().c_str());
    }

    // Files that are put together have the words of all.
    void severalFiles() {
        std::vector<std::pair<std::string, SeriesPtr>> files;
        for (int k = 0; k < 2; ++k)
            files.emplace_back("file " + std::to_string(k), read("weather,kind,open,temp", [k](int r) {
                                   return std::string(r % 2    ? "rain"
                                                      : k == 0 ? "sun"
                                                               : "fog") +
                                          "," + (k == 0 && r % 2 ? "a" : "b") + "," + (k == 0 && r % 2 ? "yes" : "no") +
                                          "," + temperature(r);
                               }));
        const std::vector<Phrase> left = alignWords(files);
        QCOMPARE(left.size(), std::size_t{2});
        for (const auto& [name, one] : files)
            QCOMPARE(namesOf(*one), (Names{"weather=fog", "weather=rain", "weather=sun", "temp"}));
        QCOMPARE(files[1].second->channels[2].values[0], 0.0);
        QCOMPARE(files[1].second->channels[0].values[0], 1.0);
    }
};

QTEST_APPLESS_MAIN(TestCategories)
#include "tst_categories.moc"
