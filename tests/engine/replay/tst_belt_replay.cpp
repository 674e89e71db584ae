// SPDX-License-Identifier: GPL-3.0-or-later
// The belt's own arithmetic is the network's: Gatelab's replay of the shipped weights reads the same windows and says
// the same.
#include "config/config_io.h"
#include "lesson/belt/belt_network.h"
#include "replay/opened_network.h"
#include "replay/replay.h"
#include "support/places.h"
#include "support/take.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

using namespace gatelab;
using gatelab::testing::take;

class TestBeltReplay : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itSaysWhatTheInspectorSays() {
        std::ostringstream bytes;
        bytes << std::ifstream(std::string(testing::kSourceFolder) + "/resources/belt/sine-mix.safetensors",
                               std::ios::binary)
                     .rdbuf();
        const BeltFile belt = take(readBeltFile(bytes.str()));
        const TensorFile file = take(parseTensors(bytes.str()));
        const ExperimentConfig config = take(configFromJson(file.metadata.at("experiment"))).config;
        const auto network = take(OpenedNetwork::make(take(OpenedNetwork::planFor(config, nullptr))));
        QVERIFY(network->load(file).ok());
        for (const std::int64_t window : {0, 7, 376}) {
            const GateView view = take(replayWindow(*network, {WindowPart::Test, window, {}}));
            const auto first = view.window.firstRow;
            QCOMPARE(first, belt.test.begin - config.lookback + window);
            BeltState state = belt.network.start();
            double worst = 0;
            for (std::int64_t step = 0; step < config.lookback; ++step) {
                state = belt.network.read(state, belt.series[static_cast<std::size_t>(first + step)]);
                for (const GateTrack& track : view.layers.front().front())
                    for (std::int64_t unit = 0; unit < track.units; ++unit) {
                        const auto at = static_cast<std::size_t>(unit);
                        const double own = track.key == "c"   ? state.cell[at]
                                           : track.key == "h" ? state.hidden[at]
                                                              : state.valves[std::string("ifgo").find(track.key)][at];
                        worst = std::max(worst, std::abs(own - track.at(step, unit)));
                    }
            }
            QVERIFY2(worst < 1e-5, qPrintable(QString::number(worst)));
            const auto forecast = belt.network.forecast(state);
            QCOMPARE(view.window.answer.size(), forecast.size());
            for (std::size_t hour = 0; hour < forecast.size(); ++hour)
                worst = std::max(worst, std::abs(forecast[hour] - view.window.answer[hour]) / belt.network.scale);
            QVERIFY2(worst < 1e-5, qPrintable(QString::number(worst)));
        }
    }
};

QTEST_MAIN(TestBeltReplay)
#include "tst_belt_replay.moc"
