// SPDX-License-Identifier: GPL-3.0-or-later
// A count over the small files of kinds that people met, where they lie beside this checkout: read right, said with the
// true cause, or wrong. Two kinds (attributes of CF, HDF5 as others write it) are counted apart.
#include "../core/data_support.h"
#include "data/doctor.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>

using namespace gatelab;
using namespace datatest;

class TestPublicCases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void count();
};

namespace {

using Json = nlohmann::json;

/// What names the true cause, one of them in a warning or in the refusal, lower case. A file without a row must be read
/// right.
const std::map<std::string, std::vector<std::string>>& causes() {
    static const std::map<std::string, std::vector<std::string>> kCauses = {
        {"pc05_station_row_first.txt", {"first row is unlike"}},
        {"pc20_moex_ticks.csv", {"stamp"}},
        {"pc26_nul_block.csv", {"value 0", "0x00"}},
        {"pc37_half_hours_wide.csv", {"hours of a day"}},
        {"pc40_ms_then_us.csv", {"stamp", "unit of the time"}},
        {"pc61_empatica_EDA.csv", {"first two rows", "first row is unlike"}},
        {"pc65_lfs_pointer.csv", {"git lfs pull"}},
        {"pc65b_html.csv", {"web page"}},
        {"pc66_home_assistant.csv", {"long table: column 'entity_id'"}},
        {"pc67_Toy_TRAIN.tsv", {"a sequence"}},
        {"pc68_dates_across.csv", {"lie on its side"}},
        {"pc71_air_quality.csv", {"-200"}},
        {"pc71s_sentinel_short.csv", {"-32768"}},
        {"pc76_matlab_datenum.csv", {"stamp", "matlab"}},
        {"pc76b_dotnet_ticks.csv", {"stamp", "ticks"}},
        {"pc79_transposed.h5", {"exchanged"}},
        {"pc113_ndbc.txt", {"99"}},
        {"pc123_class_labels.ts", {"@class_labels"}},
    };
    return kCauses;
}

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string isoTime(std::int64_t micros) {
    std::string text = timeText(micros);
    text[10] = 'T';
    return text;
}

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1e-6, std::abs(a), std::abs(b)}); }

/// Empty where the times and the columns of the truth came out; else what did not.
std::string difference(const Dataset& data, const Json& truth) {
    if (!data.series) return truth.contains("columns") ? "no table" : "";
    const Series& series = *data.series;
    if (truth.contains("time")) {
        const Json& time = truth["time"];
        const auto& values = series.time.values;
        if (values.size() != time["rows"].get<std::size_t>()) return std::to_string(values.size()) + " times";
        if (isoTime(values[0]) != time["first"] || isoTime(values[1]) != time["second"] ||
            isoTime(values.back()) != time["last"])
            return "times " + isoTime(values[0]) + ", " + isoTime(values[1]) + " to " + isoTime(values.back());
    }
    if (!truth.contains("columns")) return truth.contains("time") ? "" : "nothing to compare";
    for (const auto& [name, wanted] : truth["columns"].items()) {
        const auto at = series.find(name);
        if (!at) return "no column '" + name + "'";
        const auto& values = series.channels[*at].values;
        double sum = 0, first = std::nan(""), last = first;
        std::int64_t missing = 0;
        for (const double value : values) {
            if (std::isnan(value)) {
                ++missing;
                continue;
            }
            if (std::isnan(first)) first = value;
            sum += value, last = value;
        }
        if (values.size() != wanted["rows"].get<std::size_t>()) return std::to_string(values.size()) + " rows";
        if (missing != wanted["missing"].get<std::int64_t>() || !isNear(sum, wanted["sum"].get<double>()) ||
            !isNear(first, wanted["first"].get<double>()) || !isNear(last, wanted["last"].get<double>()))
            return "column '" + name + "': " + std::to_string(missing) + " missing, sum " + numberText(sum);
    }
    return {};
}

bool isSaid(const std::string& file, const Result<Dataset>& data) {
    std::string text = data ? "" : data.error().message;
    if (data)
        for (const ReadWarning& warning : (data->series ? data->series->report : data->sequences->report).warnings)
            text += warning.message.english() + "\n";
    // As `data inspect` tells them
    if (data && data->series)
        for (const DataFinding& finding : examine(*data->series)) text += finding.message.english() + "\n";
    text = lowered(text);
    const auto words = causes().find(file);
    return words != causes().end() && std::ranges::any_of(words->second, [&](const std::string& word) {
               return text.find(word) != std::string::npos;
           });
}

}  // namespace

void TestPublicCases::count() {
    if (!hasRealFile("public/truth.json")) QSKIP(kNoRealFile);
    std::ifstream in(realFile("public/truth.json"));
    const Json truths = Json::parse(in);
    struct Count {
        int right = 0, said = 0, wrong = 0;
    } kinds, apart;
    for (const auto& [file, truth] : truths.items()) {
        static const std::vector<std::string> kApart = {"PC75", "PC78", "PC79", "PC80", "PC81", "PC82"};
        const bool isApart = std::ranges::find(kApart, truth["case"].get<std::string>()) != kApart.end();
        Count& counts = isApart ? apart : kinds;
        const auto data = readFile(realFile(("public/" + file).c_str()), {});
        const bool isTable = truth.contains("columns") || truth.contains("time");
        const bool said = isSaid(file, data);
        const std::string wrong = !data && truth.contains("refuse") && said ? std::string()
                                  : !data                                   ? "refused: " + data.error().message
                                  : isTable                                 ? difference(*data, truth)
                                  : data->series                            ? "read as a series"
                                                                            : std::string();
        const char* verdict = wrong.empty() ? "right" : said ? "said" : "WRONG";
        ++(wrong.empty() ? counts.right : said ? counts.said : counts.wrong);
        if (data) {
            const ReadAccount& account = (data->series ? data->series->report : data->sequences->report).account;
            QVERIFY2(account.rowsRead + account.left() == account.rowsInFile, file.c_str());
        }
        qInfo("%-32s %-6s %s", file.c_str(), verdict, wrong.substr(0, 100).c_str());
    }
    const auto print = [](const char* name, const Count& c) {
        qInfo("%s: %d right, %d said with the true cause, %d wrong", name, c.right, c.said, c.wrong);
    };
    print("all but CF attributes and other HDF5", kinds);
    print("CF attributes and other HDF5 (kinds 1 and 12)", apart);
}

QTEST_APPLESS_MAIN(TestPublicCases)
#include "tst_public_cases.moc"
