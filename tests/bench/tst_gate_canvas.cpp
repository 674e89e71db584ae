// SPDX-License-Identifier: GPL-3.0-or-later
// How long the microscope takes to answer with 512 units over 1,000 steps: a move of the cursor, another order, another
// palette. Figures in RESULTS.md.
#include "pages/learn/gates/gate_canvas.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

using namespace gatelab;

namespace {

constexpr std::int64_t kUnits = 512, kSteps = 1000;

std::shared_ptr<const GateView> largeView() {
    GateView view;
    view.window.steps = kSteps;
    view.window.columns = 1;
    for (std::int64_t t = 0; t < kSteps; ++t) view.window.input.push_back(std::sin(0.05 * static_cast<double>(t)));
    DirectionTracks tracks;
    for (const char* key : {"i", "f", "g", "o", "c", "h"}) {
        GateTrack track{key, kUnits, {}};
        for (std::int64_t t = 0; t < kSteps; ++t)
            for (std::int64_t u = 0; u < kUnits; ++u)
                track.values.push_back(
                    static_cast<float>(0.5 + 0.5 * std::sin(0.01 * static_cast<double>(t * (u % 17 + 1) + u * 31))));
        tracks.push_back(std::move(track));
    }
    view.layers = {{std::move(tracks)}};
    return std::make_shared<const GateView>(std::move(view));
}

}  // namespace

class TestGateCanvas : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answers() {
        Theme theme;
        GateCanvas canvas(theme);
        canvas.resize(1200, 800);
        canvas.show();
        auto run = std::make_shared<InspectedRun>();
        run->config.cell = "lstm";
        run->inputs = {"x"};
        canvas.setView(largeView(), run);
        QVERIFY(QTest::qWaitForWindowExposed(&canvas));
        const auto longest = [&](const char* what, const std::function<void(int)>& act) {
            double worst = 0;
            for (int i = 0; i < 10; ++i) {
                QElapsedTimer timer;
                timer.start();
                act(i);
                canvas.repaint();
                worst = std::max(worst, static_cast<double>(timer.nsecsElapsed()) / 1e6);
            }
            std::printf("%-28s %7.1f ms at most of 10\n", what, worst);
        };
        longest("cursor", [&](int i) { canvas.setCursorStep(100 * i); });
        longest("palette", [&](int i) { canvas.setPalette(static_cast<HeatPalette>(i % 3)); });
        longest("order by activity", [&](int i) { canvas.setSort(i % 2 ? UnitSort::Number : UnitSort::Activity, 0); });
        longest("order by saturation",
                [&](int i) { canvas.setSort(i % 2 ? UnitSort::Number : UnitSort::Saturation, 0); });
        longest("order by similarity",
                [&](int i) { canvas.setSort(i % 2 ? UnitSort::Number : UnitSort::Similarity, 0); });
        longest("order by an input", [&](int i) { canvas.setSort(i % 2 ? UnitSort::Number : UnitSort::WithInput, 0); });
        QCOMPARE(canvas.order().size(), static_cast<std::size_t>(kUnits));
    }
};

QTEST_MAIN(TestGateCanvas)
#include "tst_gate_canvas.moc"
