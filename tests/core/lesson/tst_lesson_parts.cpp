// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures show of the data: of what a column is made, which window suffices, at which step an answer is known.
#include "lesson/lesson_parts.h"

#include "inspect/cell_walk.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace gatelab;

namespace {

/// Nothing is asked of it but what its heirs tell.
class NoInspector : public Inspector {
public:
    [[nodiscard]] const InspectedRun& run() const override { return run_; }
    [[nodiscard]] const WeightsInUse& weights() const override { return weights_; }
    Result<> use(const std::string&) override { return {}; }
    Result<GradientView> gradient(const WindowRequest&, const Progress&) override { return none(); }
    Result<FoundWindow> find(WindowKind, WindowPart, const Progress&) override { return none(); }
    Result<CellWalk> walk(const WalkRequest&) override { return none(); }
    Result<UnitAnswer> units(const UnitQuestion&, const Progress&) override { return none(); }

protected:
    static Error none() { return {ErrorCode::InvalidInput, "not asked for"}; }
    InspectedRun run_;
    WeightsInUse weights_;
};

/// A network that has read `column` as its last input, windows of 24 rows.
class MadeUpInspector final : public NoInspector {
public:
    MadeUpInspector(std::vector<double> series, std::vector<double> column, std::int64_t first)
        : column_(std::move(column)) {
        run_.series = std::move(series);
        for (std::int64_t row = first; row + kSteps <= std::ssize(run_.series); ++row)
            run_.firstRows[static_cast<std::size_t>(WindowPart::Validation)].push_back(row);
    }
    Result<GateView> gates(const WindowRequest& request) override {
        GateView view;
        view.window.steps = kSteps;
        view.window.columns = 2;
        const auto& rows = run_.firstRows[static_cast<std::size_t>(WindowPart::Validation)];
        const std::int64_t first = rows[static_cast<std::size_t>(request.window)];
        for (std::int64_t row = first; row < first + kSteps; ++row) {
            view.window.input.push_back(-7);
            view.window.input.push_back(column_[static_cast<std::size_t>(row)]);
        }
        return view;
    }

private:
    static constexpr std::int64_t kSteps = 24;
    std::vector<double> column_;
};

/// Reads four steps both ways: the unit of the reader from the end holds the answer at its last two.
class MadeUpReaders final : public NoInspector {
public:
    MadeUpReaders() { run_.windows[1] = 80; }
    Result<GateView> gates(const WindowRequest& request) override {
        GateView view;
        view.window.steps = 4;
        view.window.truth = {answerOf(request.window)};
        const auto answer = static_cast<float>(view.window.truth[0]);
        const GateTrack none{"h", 1, {0.5f, 0.5f, 0.5f, 0.5f}}, knows{"h", 1, {-answer, -answer, 0.5f, 0.5f}};
        view.layers = {{{none}, {knows}}};
        return view;
    }
    static double answerOf(std::int64_t window) { return std::fmod(0.37 * static_cast<double>(window), 1.0); }
    static double mean() {
        double total = 0;
        for (std::int64_t window = 0; window < 80; ++window) total += answerOf(window) / 80;
        return total;
    }
};

std::vector<double> noise(std::size_t count, double level) {
    std::mt19937 source(7);
    std::normal_distribution<double> step;
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(level + step(source));
    return values;
}

Lesson lessonOfLengths() {
    Lesson lesson;
    for (const auto& [key, length] : {std::pair("a", 4), {"b", 12}, {"c", 24}, {"d", 48}}) {
        LessonRun run;
        run.key = key;
        run.config.lookback = length;
        lesson.runs.push_back(run);
    }
    LessonRow row;
    row.quantity = "window";
    row.isRinged = true;
    for (const char* key : {"a", "b", "c", "d"}) row.columns.push_back({{}, "rmse(" + std::string(key) + ")", {}});
    lesson.picture.rows = {row};
    return lesson;
}

}  // namespace

class TestLessonParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Beside a plane that is known, and one that two columns cannot tell apart.
    void leastSquaresFindsAPlane() {
        std::vector<std::vector<double>> rows;
        std::vector<double> values;
        for (int i = 0; i < 20; ++i) {
            rows.push_back({std::sin(i), std::cos(2.0 * i), 0.1 * i});
            values.push_back(2 * rows.back()[0] - 3 * rows.back()[1] + 0.5 * rows.back()[2] + 11);
        }
        const auto found = leastSquares(rows, values);
        QCOMPARE(found.size(), std::size_t(4));
        for (const auto& [is, must] : {std::pair(found[0], 2.0), {found[1], -3.0}, {found[2], 0.5}, {found[3], 11.0}})
            QVERIFY2(std::abs(is - must) < 1e-9, std::to_string(is).c_str());
        for (auto& row : rows) row[2] = row[0];
        QVERIFY(leastSquares(rows, values).empty());
        const auto shared = leastSquares(rows, values, 1e-6);  // equal columns tell the same
        QVERIFY(shared.size() == 4 && std::abs(shared[0] - shared[2]) < 1e-6);
        QVERIFY(leastSquares({}, {}).empty());
    }

    /// A mean of seven hours holds three that come; the series itself only now.
    void aColumnTellsItsHours() {
        for (const double level : {0.0, 1000.0}) {
            const std::vector<double> series = noise(600, level);
            std::vector<double> smooth(series.size(), 0);
            for (std::size_t i = 3; i + 3 < series.size(); ++i)
                for (std::size_t j = i - 3; j <= i + 3; ++j) smooth[i] += 0.01 * series[j];
            MadeUpInspector leaky(series, smooth, 100);
            const auto shares = madeOf(leaky);
            QVERIFY(shares.ok() && shares->size() == 13);
            for (std::size_t i = 0; i < 13; ++i) {
                const double must = i >= 3 && i <= 9 ? 1.0 / 7 : 0;
                QVERIFY2(std::abs((*shares)[i] - must) < 1e-6, std::to_string((*shares)[i]).c_str());
            }
            MadeUpInspector honest(series, series, 100);
            const auto own = madeOf(honest);
            QVERIFY(own.ok() && std::abs((*own)[6] - 1) < 1e-6 && std::abs((*own)[7]) < 1e-6);
        }
    }

    void whatHasNothingToDoWithItHasNoShares() {
        const std::vector<double> series = noise(600, 0);
        MadeUpInspector constant(series, std::vector<double>(600, 3.0), 100);
        const auto shares = madeOf(constant);
        QVERIFY(shares.ok() && shares->empty());
        MadeUpInspector small(noise(80, 0), noise(80, 0), 0);
        QVERIFY(madeOf(small)->empty());
    }

    void theShortestThatSufficesIsFound() {
        const Lesson lesson = lessonOfLengths();
        QCOMPARE(lengthOf(lesson, lesson.picture.rows[0].columns[1]), std::int64_t(12));
        QCOMPARE(lengthOf(lesson, {{}, "3", {}}), std::int64_t(0));
        QCOMPARE(enoughOf(lesson, {3.0, 1.5, 1.09, 1.0}), 24.0);
        QCOMPARE(enoughOf(lesson, {3.0, 1.5, 1.2, 1.0}), 48.0);
        QCOMPARE(enoughOf(lesson, {1.0, NAN, 1.2, 1.0}), 4.0);
        QVERIFY(std::isnan(enoughOf(lesson, {NAN, NAN, NAN, NAN})));
        QVERIFY(std::isnan(enoughOf(lesson, {})));
    }

    void anAnswerIsKnownWhereItStays() {
        const std::vector<double> said{0.1, 0.9, 0.88, 0.2, 0.9, 0.92, 0.88};
        QCOMPARE(knownStep(said, 0.9, 0.05, false), 5.0);
        const std::vector<double> turned(said.rbegin(), said.rend());
        QCOMPARE(knownStep(turned, 0.9, 0.05, true), 3.0);
        QCOMPARE(knownStep(said, 0.5, 5, false), 1.0);
        QVERIFY(std::isnan(knownStep({}, 0.9, 1, true)));
        QVERIFY(std::isnan(knownStep(said, 0.3, 0.05, true)) && std::isnan(knownStep({NAN}, 0, 1, false)));
    }

    /// The reader from the end has the answer at its last two steps, the other one never.
    void whatAStateTellsIsRead() {
        MadeUpReaders readers;
        const auto view = readers.gates({WindowPart::Validation, 3, {}});
        const auto say = readersSay(readers, *view);
        QVERIFY(say.ok());
        const double answer = view->window.truth[0];
        QCOMPARE(say->backwards.size(), std::size_t(4));
        for (const std::size_t step : {0, 1}) QVERIFY(std::abs(say->backwards[step] - answer) < 0.01);
        for (const std::size_t step : {2, 3}) QVERIFY(std::abs(say->backwards[step] - MadeUpReaders::mean()) < 0.01);
        for (const double told : say->forwards) QVERIFY(std::abs(told - MadeUpReaders::mean()) < 0.01);
        QVERIFY(say->room > 0.05 && say->room < 0.1);
        QCOMPARE(knownStep(say->backwards, answer, say->room, true), 2.0);
        QVERIFY(std::isnan(knownStep(say->forwards, answer, say->room, false)));
    }
};

QTEST_APPLESS_MAIN(TestLessonParts)
#include "tst_lesson_parts.moc"
