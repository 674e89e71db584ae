// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/outside/scored_file.cpp, core/lab/outside/placed_forecasts.cpp, core/lab/outside/forecast_file.cpp and
// core/data/tables/arrow_lists.cpp.
#include "lab/outside/scored_file.h"

#include "data/csv/time/times.h"
#include "data/many/many_series.h"
#include "data/row_time.h"
#include "data/tables/arrow_lists.h"
#include "lab/backtest/backtest_scores.h"
#include "lab/outside/forecast_columns.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <cmath>
#include <functional>

using namespace gatelab;

namespace {

constexpr std::int64_t kHour = INT64_C(3'600'000'000), kStart = INT64_C(1'577'836'800'000'000);  // 2020
constexpr int kRows = 400, kFirst = 300, kStep = 10, kWindows = 8, kHorizon = 12;

double valueAt(int row) { return 50 + 10 * std::sin(row * 0.2618) + (row * 7919 % 1009) / 1009.0; }
/// What the file says for a row, from an origin.
double forecastAt(int row, int cutoff) { return valueAt(row - 24) + 0.1 * (row - cutoff); }

std::shared_ptr<Series> hourly(const std::vector<std::string>& names) {
    auto series = std::make_shared<Series>();
    series->time = {"ds", {}, kHour};
    for (int row = 0; row < kRows; ++row) series->time.values.push_back(kStart + row * kHour);
    for (std::size_t c = 0; c < names.size(); ++c) {
        series->channels.push_back({names[c], "kW", {}});
        for (int row = 0; row < kRows; ++row)
            series->channels.back().values.append(valueAt(row) + 3 * static_cast<double>(c));
    }
    return series;
}

std::string timeAt(int row, std::int64_t shift = 0) {
    return rowTime({.name = "t", .values = {kStart + row * kHour + shift}}, 0);
}

struct Line {
    std::string id;
    int row, cutoff;  ///< first row that is forecast
};

std::vector<Line> lines(const std::vector<std::string>& ids) {
    std::vector<Line> all;
    for (const std::string& id : ids)
        for (int w = 0; w < kWindows; ++w)
            for (int h = 0; h < kHorizon; ++h) all.push_back({id, kFirst + w * kStep + h, kFirst + w * kStep});
    return all;
}

std::string number(double value) { return QByteArray::number(value, 'g', 17).toStdString(); }

/// As statsforecast's cross_validation writes it.
std::string nixtla(const std::vector<Line>& rows, std::int64_t shift = 0) {
    std::string text = "unique_id,ds,cutoff,y,AutoARIMA,AutoARIMA-lo-80,AutoARIMA-hi-80\n";
    for (const Line& line : rows) {
        const double point = forecastAt(line.row, line.cutoff);
        text += line.id + "," + timeAt(line.row, shift) + "," + timeAt(line.cutoff - 1, shift) + "," +
                number(valueAt(std::min(line.row, kRows - 1))) + "," + number(point) + "," + number(point - 4) + "," +
                number(point + 4) + "\n";
    }
    return text;
}

/// The mean over windows of what is formed of each, in the plainest way.
double plain(const std::function<double(int cutoff)>& ofWindow) {
    double sum = 0;
    for (int w = 0; w < kWindows; ++w) sum += ofWindow(kFirst + w * kStep);
    return sum / kWindows;
}

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }

bool says(const std::vector<Phrase>& notes, const QString& words) {
    for (const Phrase& note : notes)
        if (QString::fromStdString(note.english()).contains(words)) return true;
    return false;
}

}  // namespace

class TestScoredFile : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    Result<ForecastFile> read(const std::string& text) const {
        const QString path = folder_.filePath("given.csv");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return Error{ErrorCode::Internal, "not written"};
        file.write(QByteArray::fromStdString(text));
        file.close();
        return readForecastFile(path.toStdString());
    }
    Result<PlacedForecasts> place(const std::string& text, const Series& data) const {
        const auto file = read(text);
        if (!file.ok()) return file.error();
        return placeForecasts(*file, data, {});
    }
    QString problem(const std::string& text, const Series& data) const {
        const auto placed = place(text, data);
        return placed.ok() ? QString() : QString::fromStdString(placed.error().message);
    }

private Q_SLOTS:
    void columnsAreKnownByTheirNames() {
        using Is = ForecastColumn::Is;
        struct {
            const char* name;
            Is is;
            const char* model;
            double level;
        } const rows[] = {{"unique_id", Is::Series, "", 0},
                          {"ds", Is::Time, "", 0},
                          {"cutoff", Is::Origin, "", 0},
                          {"y", Is::Truth, "", 0},
                          {"AutoARIMA", Is::Point, "AutoARIMA", 0},
                          {"AutoARIMA-lo-95", Is::Quantile, "AutoARIMA", 0.025},
                          {"AutoARIMA-hi-95.0", Is::Quantile, "AutoARIMA", 0.975},
                          {"MQ-median", Is::Quantile, "MQ", 0.5},
                          {"TimeGPT-q-10", Is::Quantile, "TimeGPT", 0.1},
                          {"OT_q0.10", Is::Quantile, "OT", 0.1},
                          {"0.1", Is::Quantile, "", 0.1},
                          {"p90", Is::Quantile, "", 0.9},
                          {"q0.025", Is::Quantile, "", 0.025},
                          {"low_80", Is::Quantile, "", 0.1},
                          {"mean", Is::Point, "", 0},
                          {"predictions", Is::Point, "", 0},
                          {"index", Is::Other, "", 0}};
        for (const auto& row : rows) {
            const ForecastColumn told =
                forecastColumns({row.name}, {row.is != Is::Series && row.is != Is::Time}).front();
            QVERIFY2(told.is == row.is && told.model == row.model && std::abs(told.level - row.level) < 1e-12,
                     row.name);
        }
        QCOMPARE(forecastColumns({"ds", "yhat", "yhat_lower", "trend"}, {false, true, true, true})[3].is, Is::Other);
    }

    /// MAE, RMSE, sMAPE, MASE, WQL and coverage computed in the plainest way from the same numbers.
    void scoresAreThoseOfAPlainSum() {
        const auto data = hourly({"load"});
        const auto placed = place(nixtla(lines({"load"})), *data);
        QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QVERIFY(says(placed->notes, "'unique_id'") && says(placed->notes, "the last time that was known"));
        std::vector<Phrase> notes;
        const auto made = besideBaselines(*placed, 24, 48, notes);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        QCOMPARE(made->windows(), std::size_t(kWindows));
        QCOMPARE(made->horizon, std::int64_t(kHorizon));
        const BacktestMethod& own = made->methods.front();
        QVERIFY(isExternal(own.key));
        QCOMPARE(testedMethodLabel(own.key).english(), std::string("given.csv AutoARIMA (external)"));
        const BacktestIntervals intervals = makeIntervals(*made, IntervalMethod::Given, own.key);
        const WindowScores mean = meanScores(windowScores(*made, own, &intervals));
        const auto over = [&](const std::function<double(double y, double f)>& of) {
            return plain([&](int cutoff) {
                double sum = 0;
                for (int h = 0; h < kHorizon; ++h) sum += of(valueAt(cutoff + h), forecastAt(cutoff + h, cutoff));
                return sum / kHorizon;
            });
        };
        const double mae = over([](double y, double f) { return std::abs(y - f); });
        QVERIFY(isNear(mean.mae, mae));
        QVERIFY(isNear(mean.smape,
                       over([](double y, double f) { return 2 * std::abs(y - f) / (std::abs(y) + std::abs(f)); })));
        QVERIFY(isNear(mean.coverage80, over([](double y, double f) { return std::abs(y - f) <= 4 ? 1.0 : 0.0; })));
        QVERIFY(isNear(mean.rmse, plain([](int cutoff) {
                           double sum = 0;
                           for (int h = 0; h < kHorizon; ++h)
                               sum += std::pow(valueAt(cutoff + h) - forecastAt(cutoff + h, cutoff), 2);
                           return std::sqrt(sum / kHorizon);
                       })));
        QVERIFY(isNear(mean.mase, plain([](int cutoff) {
                           double season = 0, sum = 0;
                           for (int row = 24; row < cutoff; ++row) season += std::abs(valueAt(row) - valueAt(row - 24));
                           for (int h = 0; h < kHorizon; ++h)
                               sum += std::abs(valueAt(cutoff + h) - forecastAt(cutoff + h, cutoff));
                           return sum / kHorizon / (season / (cutoff - 24));
                       })));
        QVERIFY(isNear(mean.wql, plain([](int cutoff) {
                           double loss = 0, size = 0;
                           for (const double level : {0.1, 0.9})
                               for (int h = 0; h < kHorizon; ++h) {
                                   const double y = valueAt(cutoff + h),
                                                q = forecastAt(cutoff + h, cutoff) + (level < 0.5 ? -4 : 4);
                                   loss += 2 * std::abs((y - q) * ((y <= q ? 1.0 : 0.0) - level));
                                   size += std::abs(y);
                               }
                           return loss / size;
                       })));
        for (const char* key : {"persistence", "seasonal-naive", "linear"}) {
            const BacktestMethod* one = made->find(key);
            QVERIFY2(one != nullptr && !one->levels.empty(), key);
        }
        const BacktestMethod& naive = *made->find("persistence");
        QVERIFY(isNear(meanScores(windowScores(*made, naive, nullptr)).mae, plain([](int cutoff) {
                           double sum = 0;
                           for (int h = 0; h < kHorizon; ++h)
                               sum += std::abs(valueAt(cutoff + h) - valueAt(cutoff - 1));
                           return sum / kHorizon;
                       })));
        QVERIFY(says(externalFindings(*made), "its interval of 80 %"));
    }

    void theSameFromRowsInAnyOrder() {
        const auto data = hourly({"load"});
        std::vector<Line> rows = lines({"load"});
        std::ranges::reverse(rows);
        const auto placed = place(nixtla(lines({"load"})), *data), turned = place(nixtla(rows), *data);
        QVERIFY(placed.ok() && turned.ok());
        QCOMPARE(placed->series.front().points, turned->series.front().points);
        QCOMPARE(placed->series.front().cutoffs, turned->series.front().cutoffs);
    }

    void severalSeriesAreColumnsOrMembers() {
        const auto wide = hourly({"a", "b"});
        const auto placed = place(nixtla(lines({"a", "b", "c"})), *wide);
        QVERIFY(placed.ok());
        QCOMPARE(placed->series.size(), std::size_t(2));
        QVERIFY(says(placed->notes, "1 series of the file are not in the data: 'c'"));
        QVERIFY(says(placed->notes, "96 rows are of series that the data do not have"));
        std::vector<Phrase> notes;
        const auto made = besideBaselines(*placed, 24, 48, notes);
        QVERIFY(made.ok());
        QCOMPARE(made->windows(), std::size_t(2 * kWindows));
        // The second series lies 3 higher than what is forecast for it
        const double mean = meanScores(windowScores(*made, made->methods.front(), nullptr)).mae;
        const auto alone = [&](double more) {
            return plain([&](int cutoff) {
                double sum = 0;
                for (int h = 0; h < kHorizon; ++h)
                    sum += std::abs(valueAt(cutoff + h) + more - forecastAt(cutoff + h, cutoff));
                return sum / kHorizon;
            });
        };
        QVERIFY(isNear(mean, (alone(0) + alone(3)) / 2));
        const auto many = columnsTogether(*wide);
        QVERIFY(many.ok());
        const auto again = place(nixtla(lines({"a", "b"})), **many);
        QVERIFY2(again.ok(), again.ok() ? "" : again.error().message.c_str());
        QCOMPARE(again->series.size(), std::size_t(2));
        QCOMPARE(again->series[1].points, placed->series[1].points);
    }

    void theTruthNamesTheTarget() {
        const auto table = hourly({"y", "promo"});
        table->name = "a";
        const auto many = asOnlyMember(*table);
        const std::string text = nixtla(lines({"a"}));
        for (const Series* data : std::initializer_list<const Series*>{many.get(), table.get()}) {
            const auto placed = place(text, *data);
            QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
            QCOMPARE(placed->series.size(), std::size_t(1));
            QCOMPARE(placed->series.front().data->channels.front().name, std::string("y"));
            QVERIFY(says(placed->notes, "'y' is what is forecast"));
        }
        // By another name its values tell.
        const auto unnamed = hourly({"load", "promo"});
        const auto placed = place(text, *unnamed);
        QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QCOMPARE(placed->series.front().data->channels.front().name, std::string("load"));
        QVERIFY(says(placed->notes, "'load' is what is forecast: its values are those that the file has as 'y'"));
        for (Channel& channel : unnamed->channels)
            for (double& value : channel.values.edit()) value += 1.5;
        QVERIFY(problem(text, *unnamed).contains("does not say which column it forecasts"));
    }

    // A target of another name stands beside the models under that name, and is none of them.
    void theNamedTruthIsNoModel() {
        const auto table = hourly({"sales", "promo"});
        table->name = "a";
        const auto many = asOnlyMember(*table);
        std::string text = "unique_id,ds,cutoff,sales,Theta,SeasonalNaive\n";
        for (const Line& line : lines({"a"}))
            text += line.id + "," + timeAt(line.row) + "," + timeAt(line.cutoff - 1) + "," + number(valueAt(line.row)) +
                    "," + number(forecastAt(line.row, line.cutoff)) + "," + number(valueAt(line.row - 24)) + "\n";
        for (const Series* data : std::initializer_list<const Series*>{many.get(), table.get()}) {
            const auto placed = place(text, *data);
            QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
            QCOMPARE(placed->models.size(), std::size_t(2));
            QVERIFY(placed->models[0].key.find("Theta") != std::string::npos);
            QVERIFY(placed->models[1].key.find("SeasonalNaive") != std::string::npos);
            QCOMPARE(placed->series.front().data->channels.front().name, std::string("sales"));
            QVERIFY(says(placed->notes, "'sales' is what is forecast") && !says(placed->notes, "Forecasts 'sales'"));
        }
        // Forecasts of a column that are called as it are forecasts.
        const std::string darts = "time,sales,Theta\n";
        std::string own = darts;
        for (int row = kFirst; row < kFirst + kHorizon; ++row)
            own += timeAt(row) + "," + number(forecastAt(row, kFirst)) + "," + number(valueAt(row - 24)) + "\n";
        const auto file = read(own);
        QVERIFY(file.ok());
        const auto placed = placeForecasts(*file, *table, {"sales"});
        QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QCOMPARE(placed->models.size(), std::size_t(2));
    }

    void whatIsNoForecastIsTold() {
        const auto data = hourly({"load"});
        std::vector<Line> rows = lines({"load"});
        rows.push_back({"load", kFirst - 5, kFirst});             // before its origin
        rows.push_back({"load", kFirst + 2, kFirst});             // a second time
        rows.push_back({"load", kRows + 3, kFirst + 7 * kStep});  // after the data
        rows.erase(rows.begin() + 4);                             // a gap
        const auto placed = place(nixtla(rows), *data);
        QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QVERIFY(says(placed->notes, "1 rows lie at or before their origin"));
        QVERIFY(says(placed->notes, "1 rows repeat a time"));
        QVERIFY(says(placed->notes, "1 rows find no truth: 1 outside"));
        QVERIFY(says(placed->notes, "1 steps between"));
        std::vector<Phrase> notes;
        const auto made = besideBaselines(*placed, 24, 48, notes);
        QVERIFY(made.ok());
        // Nobody is scored where the file says nothing
        QVERIFY(std::isnan(made->truth[4]) && std::isfinite(made->truth[3]));
    }

    void anotherZoneIsNamed() {
        const auto data = hourly({"load"});
        const QString zone = problem(nixtla(lines({"load"}), kHour / 4 * 2), *data);
        QVERIFY2(zone.contains("another zone") && zone.contains("-0.5"), qPrintable(zone));
        // All times are there: the truths tell
        const QString hours = problem(nixtla(lines({"load"}), -2 * kHour), *data);
        QVERIFY2(hours.contains("96 of 96 truths") && hours.contains("another zone") && hours.contains("by 2"),
                 qPrintable(hours));
        auto others = hourly({"load"});
        std::vector<double> values;
        for (int row = 0; row < kRows; ++row) values.push_back((row * 613 % 1009) / 7.0);
        others->channels.front().values = std::move(values);
        const auto other = place(nixtla(lines({"load"})), *others);
        QVERIFY(other.ok() && says(other->notes, "truths of the file are others"));
        // Without truths nothing tells
        std::string bare = "ds,cutoff,y_hat\n";
        for (const Line& line : lines({"load"})) bare += timeAt(line.row) + "," + timeAt(line.cutoff - 1) + ",1\n";
        const auto unchecked = place(bare, *data);
        QVERIFY(unchecked.ok() && says(unchecked->notes, "nothing can be checked"));
        QVERIFY(!says(place(nixtla(lines({"load"})), *data)->notes, "nothing can be checked"));
        QVERIFY(problem(nixtla(lines({"load"}), 90 * 24 * kHour), *data).contains("2020-01-01"));
    }

    void anOriginIsNeededWhereTimesRepeat() {
        const auto data = hourly({"load"});
        std::string text = "timestamp,mean,0.1,0.9\n", once = text;
        for (const Line& line : lines({"load"})) text += timeAt(line.row) + ",1,0,2\n";
        for (int h = 0; h < kHorizon; ++h) once += timeAt(kFirst + h) + ",50,45,55\n";
        QVERIFY(problem(text, *data).contains("no column says from when"));
        const auto placed = place(once, *data);
        QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QCOMPARE(placed->series.front().cutoffs, std::vector<std::int64_t>{kFirst});
        QCOMPARE(placed->models.front().levels, (std::vector<double>{0.1, 0.9}));
        QVERIFY(problem("ds,colour\n2020-01-01,red\n2020-01-02,blue\n", *data).contains("no column holds forecasts"));
        QVERIFY(problem("ds,a\n2020-01-01,1\nsoon,2\n", *data).contains("'soon' is no time"));
        QVERIFY(problem(once, *hourly({"a", "b"})).contains("'a', 'b'"));
    }

    /// fev's and GluonTS's origin is the first time that is forecast.
    void anOriginMayBeTheFirstTime() {
        const auto data = hourly({"load"});
        std::string text = "item_id,timestamp,forecast_date,predictions\n", rows = "cutoff,step,target,y_hat\n";
        text.replace(text.find("forecast_date"), 13, "cutoff");
        for (const Line& line : lines({"load"})) {
            text += "load," + timeAt(line.row) + "," + timeAt(line.cutoff) + "," +
                    number(forecastAt(line.row, line.cutoff)) + "\n";
            rows += std::to_string(line.cutoff) + "," + std::to_string(line.row - line.cutoff + 1) + ",load," +
                    number(forecastAt(line.row, line.cutoff)) + "\n";
        }
        const auto first = place(text, *data), counted = place(rows, *data),
                   last = place(nixtla(lines({"load"})), *data);
        QVERIFY(first.ok() && last.ok() && counted.ok());
        QCOMPARE(first->series.front().points, last->series.front().points);
        QCOMPARE(first->series.front().cutoffs, last->series.front().cutoffs);
        QCOMPARE(counted->series.front().points, last->series.front().points);
    }

    /// Darts writes samples as columns, and calls them by the column that is forecast.
    void samplesAreOneForecast() {
        const auto data = hourly({"load", "other"});
        std::string text = "time,load_s0,load_s1,load_s2,load_s3,load_s4\n", alone = "time,load\n";
        for (int h = 0; h < kHorizon; ++h) {
            text += timeAt(kFirst + h) + ",5,1,3,2,4\n";
            alone += timeAt(kFirst + h) + ",3\n";
        }
        const auto placed = place(text, *data), plainly = place(alone, *data);
        QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QVERIFY2(plainly.ok(), plainly.ok() ? "" : plainly.error().message.c_str());
        QVERIFY(says(placed->notes, "5 columns of 'load' are samples of one forecast"));
        QCOMPARE(placed->models.size(), std::size_t(1));
        QCOMPARE(placed->series.front().data->channels.front().name, std::string("load"));
        QCOMPARE(placed->models.front().levels.size(), std::size_t(9));
        QCOMPARE(placed->series.front().points, plainly->series.front().points);
        const auto& quantiles = placed->series.front().quantiles.front();
        // As numpy.quantile has them
        for (const auto& [place, value] : {std::pair(0, 1.4), std::pair(4, 3.0), std::pair(8, 4.6)})
            QVERIFY(isNear(quantiles[static_cast<std::size_t>(place)].front(), value));
        QCOMPARE(forecastColumns({"run_s1"}, {true}).front().is, ForecastColumn::Is::Point);
    }

    /// fev's summaries have a date to forecast from and a step, and no time.
    void anOriginMayBeADateBesideSteps() {
        const auto data = hourly({"load"});
        std::string text = "cutoff,step,M\n", first = "forecast_start,step,M\n";
        for (const Line& line : lines({"load"})) {
            const std::string rest = "," + std::to_string(line.row - line.cutoff + 1) + "," +
                                     number(forecastAt(line.row, line.cutoff)) + "\n";
            text += timeAt(line.cutoff - 1) + rest, first += timeAt(line.cutoff) + rest;
        }
        const auto last = place(nixtla(lines({"load"})), *data), dated = place(text, *data),
                   begun = place(first, *data);
        QVERIFY2(dated.ok(), dated.ok() ? "" : dated.error().message.c_str());
        QVERIFY(last.ok() && begun.ok());
        QCOMPARE(dated->series.front().cutoffs, last->series.front().cutoffs);
        QCOMPARE(dated->series.front().points, last->series.front().points);
        QCOMPARE(begun->series.front().points, last->series.front().points);
        // Months that the file names by their last day
        auto months = std::make_shared<Series>();
        months->time = {"month", {}, 0};
        months->channels.push_back({"load", "", {}});
        for (int month = 0; month < 60; ++month) {
            const auto day = std::chrono::sys_days(std::chrono::year(2015 + month / 12) /
                                                   std::chrono::month(static_cast<unsigned>(month % 12 + 1)) / 1);
            months->time.values.push_back(day.time_since_epoch().count() * 24 * kHour);
            months->channels.front().values.append(month);
        }
        const auto ends = place("cutoff,step,M\n2018-12-31,1,4\n2018-12-31,2,5\n", *months);
        QVERIFY2(ends.ok(), ends.ok() ? "" : ends.error().message.c_str());
        QCOMPARE(ends->series.front().cutoffs, std::vector<std::int64_t>{48});
    }

    /// A list in a cell becomes rows where its times stand beside it, else columns.
    void listsAreUnpacked() {
        ArrowColumn times{.name = "timestamp", .kind = ArrowColumn::Kind::Time, .isList = true},
            point{.name = "predictions", .kind = ArrowColumn::Kind::Number, .isList = true},
            id{.name = "item_id", .kind = ArrowColumn::Kind::Text};
        times.lists = {{10, 20}, {30, 40}}, point.lists = {{1, 2}, {3, 4}}, id.texts = {"a", "b"};
        const auto rows = withoutLists({id, times, point});
        QVERIFY(rows.ok());
        QCOMPARE(rows->size(), std::size_t(4));
        QCOMPARE((*rows)[0].texts, (std::vector<std::string>{"a", "a", "b", "b"}));
        QCOMPARE((*rows)[2].numbers, (std::vector<double>{1, 2, 3, 4}));
        // Each list is one forecast: its first time says from when
        QCOMPARE((*rows)[3].name, std::string("forecast_start"));
        QCOMPARE((*rows)[3].numbers, (std::vector<double>{10, 10, 30, 30}));
        point.lists[1].pop_back();
        QVERIFY(withoutLists({id, times, point}).error().message.find("row 2") != std::string::npos);

        ArrowColumn time{.name = "ds", .kind = ArrowColumn::Kind::Time},
            quantiles{.name = "quantiles", .kind = ArrowColumn::Kind::Number, .isList = true},
            levels{.name = "quantile_levels", .kind = ArrowColumn::Kind::Number, .isList = true},
            samples{.name = "samples", .kind = ArrowColumn::Kind::Number, .isList = true};
        time.numbers = {10, 20}, quantiles.lists = {{1, 2, 3}, {4, 5, 6}},
        levels.lists = {{0.1, 0.5, 0.9}, {0.1, 0.5, 0.9}};
        samples.lists = {{7, 8}, {9, 10}};
        const auto names = [](const Result<std::vector<ArrowColumn>>& made) {
            std::vector<std::string> all;
            for (const ArrowColumn& column : *made) all.push_back(column.name);
            return all;
        };
        const auto told = withoutLists({time, quantiles, levels}), spaced = withoutLists({time, quantiles, samples});
        QCOMPARE(names(told), (std::vector<std::string>{"ds", "0.100000", "0.500000", "0.900000"}));
        QCOMPARE((*told)[3].numbers, (std::vector<double>{3, 6}));
        QCOMPARE(names(spaced),
                 (std::vector<std::string>{"ds", "0.250000", "0.500000", "0.750000", "samples_s0", "samples_s1"}));
        quantiles.name = "ETS_quantiles";
        QCOMPARE(names(withoutLists({time, quantiles, levels}))[1], std::string("ETS_q0.100000"));
    }

    /// Years are numbers in both.
    void numbersAreTimesWhereTheDataHaveTimes() {
        auto data = std::make_shared<Series>();
        data->time = {"year", {}, 0};
        data->channels.push_back({"flow", "", {}});
        std::string text = "unique_id,ds,cutoff,y_hat\n";
        for (int year = 1900; year < 1960; ++year) {
            data->time.values.push_back(*dayMicros(year, 1, 1));
            data->channels.front().values.append(year % 7);
        }
        for (int cutoff = 1949; cutoff < 1955; ++cutoff)
            for (int h = 1; h <= 3; ++h)
                text += "flow," + std::to_string(cutoff + h) + "," + std::to_string(cutoff) + ",3\n";
        const auto placed = place(text, *data);
        QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QCOMPARE(placed->series.front().cutoffs, (std::vector<std::int64_t>{50, 51, 52, 53, 54, 55}));
        QCOMPARE(placed->horizon, std::int64_t(3));
    }

    /// A row for each level, as GluonTS in long form and forecast hubs write them.
    void quantilesMayStandInRows() {
        const auto data = hourly({"load"});
        std::string text = "item_id,timestamp,cutoff,quantile,value\n", wide = "item_id,timestamp,cutoff,0.1,0.5,0.9\n";
        for (const Line& line : lines({"load"})) {
            const std::string key = "load," + timeAt(line.row) + "," + timeAt(line.cutoff - 1) + ",";
            const double point = forecastAt(line.row, line.cutoff);
            text += key + "0.9," + number(point + 4) + "\n" + key + "0.1," + number(point - 4) + "\n" + key + "0.5," +
                    number(point) + "\n";
            wide += key + number(point - 4) + "," + number(point) + "," + number(point + 4) + "\n";
        }
        const auto placed = place(text, *data), same = place(wide, *data);
        QVERIFY2(placed.ok() && same.ok(), placed.ok() ? "" : placed.error().message.c_str());
        QCOMPARE(placed->models.size(), std::size_t(1));
        QCOMPARE(placed->models.front().levels, same->models.front().levels);
        QCOMPARE(placed->series.front().points, same->series.front().points);
        QCOMPARE(placed->series.front().quantiles, same->series.front().quantiles);
        QVERIFY(says(placed->notes, "288 rows are 96 forecasts") && !says(placed->notes, "repeat a time"));
        const std::string row = "load," + timeAt(kFirst) + "," + timeAt(kFirst - 1) + ",", head = text.substr(0, 40);
        QVERIFY(problem(head + row + "0.5,1\n" + row + "0.5,2\n", *data).contains("stands twice"));
        QVERIFY(problem(head + row + "50,1\n" + row + "90,2\n", *data).contains("no level"));
    }

    /// Another level in each row would make a column of each: as many empty cells as rows by rows.
    void hardlyALevelReturns() {
        const auto data = hourly({"load"});
        std::string text = "item_id,timestamp,cutoff,quantile,value\n";
        for (int r = 0; r < 4000; ++r)
            text += "a" + std::to_string(r) + "," + timeAt(kFirst) + "," + timeAt(kFirst - 1) + ",0." +
                    std::to_string(10'000 + r) + ",1\n";
        QVERIFY(problem(text, *data).contains("hardly any of its 4000 levels"));
    }

    void theTruthItselfIsNoForecast() {
        const auto data = hourly({"load"});
        std::string text = "unique_id,ds,cutoff,y,Leak,Some\n";
        for (const Line& line : lines({"load"}))
            text += "load," + timeAt(line.row) + "," + timeAt(line.cutoff - 1) + "," + number(valueAt(line.row)) + "," +
                    number(valueAt(line.row)) + "," + number(forecastAt(line.row, line.cutoff)) + "\n";
        const auto placed = place(text, *data);
        QVERIFY(placed.ok());
        std::vector<Phrase> notes;
        const auto made = besideBaselines(*placed, 24, 48, notes);
        QVERIFY(made.ok());
        const std::vector<Phrase> found = externalFindings(*made);
        QVERIFY(says(found, "Leak (external): 96 of 96 forecasts equal the truth"));
        QVERIFY(!says(found, "Leak (external): the MAE") && !says(found, "Some (external): 96 of 96"));
    }

    void whatIsMissingOrCrossedIsTold() {
        const auto data = hourly({"load"});
        std::string text = nixtla(lines({"load"}));
        const auto whole = place(text, *data);
        QVERIFY(whole.ok() && !says(whole->notes, "lack a forecast") && !says(whole->notes, "crossed"));
        std::string other = text;
        other.replace(other.find("lo-80"), 5, "xx-80"), other.replace(other.find("hi-80"), 5, "lo-80");
        other.replace(other.find("xx-80"), 5, "hi-80");
        const auto crossed = place(other, *data);
        QVERIFY(crossed.ok() && says(crossed->notes, "96 rows have quantiles that fall"));
        const std::size_t row = text.find('\n') + 1, last = text.rfind(',', text.rfind(',', text.find('\n', row)) - 1),
                          before = text.rfind(',', last - 1);
        text.erase(before + 1, last - before - 1);
        const auto lacking = place(text, *data);
        QVERIFY2(lacking.ok(), lacking.ok() ? "" : lacking.error().message.c_str());
        QVERIFY(says(lacking->notes, "1 rows lack a forecast"));
        // Rolling forecasts without their origins, with rows between them
        std::string rolling = "ds,y_hat\n";
        for (int w = 0; w < 3; ++w)
            for (int h = 0; h < 6; ++h) rolling += timeAt(kFirst + 20 * w + h) + ",1\n";
        QVERIFY(problem(rolling, *data).contains("several origins"));
    }

    /// statsforecast with 'ME' and 'QE', where the data name a month by its first day; an index without a name.
    void monthEndsAreTheirMonths() {
        for (const int months : {1, 3}) {
            auto data = std::make_shared<Series>();
            data->time = {"month", {}, 0};
            data->channels.push_back({"flow", "", {}});
            const auto at = [&](int row) { return std::pair(1950 + row * months / 12, row * months % 12 + 1); };
            for (int row = 0; row < 60; ++row) {
                data->time.values.push_back(*dayMicros(at(row).first, at(row).second, 1));
                data->channels.front().values.append(row * 31 % 17);
            }
            const auto end = [&](int row) {
                return rowTime(
                    {.name = "t", .values = {*dayMicros(at(row + 1).first, at(row + 1).second, 1) - 24 * kHour}}, 0);
            };
            std::string text = ",cutoff,y_hat\n";
            for (int cutoff = 40; cutoff < 46; ++cutoff)
                for (int h = 0; h < 3; ++h) text += end(cutoff + h) + "," + end(cutoff - 1) + ",3\n";
            const auto placed = place(text, *data);
            QVERIFY2(placed.ok(), placed.ok() ? "" : placed.error().message.c_str());
            QCOMPARE(placed->series.front().cutoffs, (std::vector<std::int64_t>{40, 41, 42, 43, 44, 45}));
            QCOMPARE(placed->horizon, std::int64_t(3));
            QVERIFY(says(placed->notes, "matched by period"));
        }
    }

    void besideARunOverCommonSteps() {
        const auto data = hourly({"load"});
        const auto placed = place(nixtla(lines({"load"})), *data);
        QVERIFY(placed.ok());
        Backtest run;
        run.run = "r", run.targets = {"load"}, run.horizon = 4, run.rows = kRows;
        run.plan.windowStepSize = kStep, run.plan.seasonality = 24;
        BacktestMethod model{"model", {}, {}, {}};
        for (int cutoff = kFirst + 5; cutoff < kRows - 4; cutoff += 5) {
            run.cutoffs.push_back(cutoff), run.done.push_back(1), run.fittedRows.push_back(200);
            run.seasonErrors.push_back(1);
            for (int h = 0; h < 4; ++h)
                run.truth.push_back(valueAt(cutoff + h)), model.forecast.push_back(valueAt(cutoff + h) + 1);
        }
        run.methods = {model};
        std::vector<Phrase> notes;
        const auto made = besideRun(*placed, run, notes);
        QVERIFY(made.ok());
        QCOMPARE(made->windows(), std::size_t(kWindows - 1));  // the first origin is none of the run's
        QVERIFY(says(notes, "1 of 8 origins") && says(notes, "the first 4 of each"));
        QVERIFY(isNear(meanScores(windowScores(*made, made->methods.front(), nullptr)).mae, 1));
        const BacktestMethod& own = made->methods.back();
        QVERIFY(isExternal(own.key));
        QVERIFY(isNear(own.forecast.front(), forecastAt(kFirst + kStep, kFirst + kStep)));
        QVERIFY(isNear(own.quantiles.front()[5], forecastAt(kFirst + 2 * kStep + 1, kFirst + 2 * kStep) - 4));
        run.targets = {"other"};
        QVERIFY(!besideRun(*placed, run, notes).ok());
    }
};
QTEST_GUILESS_MAIN(TestScoredFile)
#include "tst_scored_file.moc"
