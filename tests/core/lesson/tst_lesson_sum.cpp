// SPDX-License-Identifier: GPL-3.0-or-later
// What a memory tells of the sum of the marked numbers: one unit that holds it, two that share it, and none.
#include "lesson/lesson_sum.h"

#include "inspect/cell_walk.h"

#include <QTest>

#include <array>
#include <cmath>
#include <random>

using namespace gatelab;

namespace {

/// Two units read ten numbers, two of which are marked. How much of the sum each of them holds is given, and both move
/// by chance, against each other where they share it.
class MadeUpAdder final : public Inspector {
public:
    MadeUpAdder(double first, double second, std::int64_t windows = 150) : shares_{first, second} {
        run_.inputs = {"number", "marker"};
        run_.windows[1] = windows;
    }
    [[nodiscard]] const InspectedRun& run() const override { return run_; }
    [[nodiscard]] const WeightsInUse& weights() const override { return weights_; }
    Result<> use(const std::string&) override { return {}; }
    Result<GradientView> gradient(const WindowRequest&, const Progress&) override { return none(); }
    Result<FoundWindow> find(WindowKind, WindowPart, const Progress&) override { return none(); }
    Result<CellWalk> walk(const WalkRequest&) override { return none(); }
    Result<UnitAnswer> units(const UnitQuestion&, const Progress&) override { return none(); }
    Result<GateView> gates(const WindowRequest& request) override {
        std::mt19937 source(static_cast<unsigned>(request.window) + 1);
        std::uniform_real_distribution<double> number(-1, 1);
        GateView view;
        view.window.window = request.window;
        view.window.steps = kSteps;
        view.window.columns = 2;
        GateTrack cell{"c", 2, {}};
        double sum = 0;
        for (std::int64_t step = 0; step < kSteps; ++step) {
            const bool isMarked = step == 2 || step == 6;
            const double read = number(source), other = 2 * number(source);
            view.window.input.push_back(read);
            view.window.input.push_back(isMarked ? 1 : 0);
            if (isMarked) sum += read;
            cell.values.push_back(static_cast<float>(shares_[0] * sum + other));
            cell.values.push_back(static_cast<float>(shares_[1] * sum - other));
        }
        view.window.truth = {0.5 + sum / 4};
        view.layers = {{{cell}}};
        return view;
    }

private:
    static Error none() { return {ErrorCode::InvalidInput, "not asked for"}; }
    static constexpr std::int64_t kSteps = 10;
    std::array<double, 2> shares_;
    InspectedRun run_;
    WeightsInUse weights_;
};

}  // namespace

class TestLessonSum : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What one unit cannot tell for the other's noise, both tell together, also of a sequence that is not of the fit.
    void twoUnitsShareTheSum() {
        MadeUpAdder adder(0.5, 0.5);
        const auto shown = adder.gates({WindowPart::Validation, 3, {}});
        const auto reading = readSum(adder, "marker", &*shown);
        QVERIFY(reading.ok());
        QVERIFY2(reading->follows > 0.999, qPrintable(QString::number(reading->follows)));
        QVERIFY2(reading->alone < 0.6, qPrintable(QString::number(reading->alone)));
        QCOMPARE(reading->truth.size(), std::size_t(10));
        QCOMPARE(reading->truth[1], 0.0);
        QCOMPARE(reading->truth[2], shown->window.input[4]);
        QVERIFY(std::abs(reading->truth[9] - (shown->window.truth[0] - 0.5) * 4) < 1e-9);
        for (std::size_t step = 0; step < 10; ++step)
            QVERIFY(std::abs(reading->said[step] - reading->truth[step]) < 0.01);
    }
    /// Without a window only the correlations; a memory that holds nothing of it follows nothing.
    void aMemoryWithoutTheSumTellsNothing() {
        MadeUpAdder adder(0, 0);
        const auto reading = readSum(adder, "marker", nullptr);
        QVERIFY(reading.ok());
        QVERIFY2(std::abs(reading->follows) < 0.2, qPrintable(QString::number(reading->follows)));
        QVERIFY(reading->said.empty() && reading->truth.empty());
    }
    void thereMustBeMarksAndSequences() {
        MadeUpAdder adder(1, 0);
        const auto none = readSum(adder, "colour", nullptr);
        QVERIFY(none.ok() && std::isnan(none->follows) && none->unit == -1);
        MadeUpAdder few(1, 0, 30);
        const auto short_ = readSum(few, "marker", nullptr);
        QVERIFY(short_.ok() && std::isnan(short_->follows));
    }
    /// Two numbers from -1 to 1, a quarter of their sum: 1/24.
    void alwaysTheAverageHasTheVariance() {
        MadeUpAdder adder(1, 0, 2000);
        const auto error = averageError(adder);
        QVERIFY(error.ok());
        QVERIFY2(std::abs(*error - 1.0 / 24) < 0.004, qPrintable(QString::number(*error)));
    }
};

QTEST_APPLESS_MAIN(TestLessonSum)
#include "tst_lesson_sum.moc"
