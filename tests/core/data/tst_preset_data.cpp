// SPDX-License-Identifier: GPL-3.0-or-later
// Which data a ready-made experiment takes for its own, and what it is called with others.
#include "data/preset_data.h"

#include <QTest>

using namespace gatelab;

namespace {

Dataset sequences(std::size_t channels, std::size_t classes, std::int64_t steps) {
    auto set = std::make_shared<SequenceSet>();
    for (std::size_t i = 0; i < channels; ++i) set->channelNames.push_back(std::to_string(i));
    for (std::size_t i = 0; i < classes; ++i) set->classNames.push_back(std::to_string(i));
    set->items.push_back({steps, std::vector<double>(static_cast<std::size_t>(steps) * channels), {}, 0});
    return {nullptr, set};
}

Dataset series(std::size_t channels, std::size_t rows) {
    auto made = std::make_shared<Series>();
    for (std::size_t i = 0; i < channels; ++i)
        made->channels.push_back({std::to_string(i), "", std::vector<double>(rows)});
    return {made, nullptr};
}

}  // namespace

class TestPresetData : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachThatNeedsAFileSaysWhich() {
        for (const PresetExperiment& ready : readyExperiments())
            QCOMPARE(ready.needsFile(), ready.fileName[0] != '\0' && ready.channels > 0);
    }

    void theNameOfTheFileOrItsShapeTells() {
        const PresetExperiment& vowels = *findPresetExperiment("japanese-vowels");
        const Dataset italy = sequences(1, 2, 24);
        QVERIFY(!areMeantFor(vowels, "/data/ItalyPowerDemand_TRAIN.ts", italy));
        QVERIFY(areMeantFor(vowels, "/data/japanesevowels_TEST.ts", italy));
        QVERIFY(areMeantFor(vowels, "/data/renamed.ts", sequences(12, 9, 29)));
        QVERIFY(!areMeantFor(vowels, "/data/renamed.ts", sequences(12, 8, 29)));
        // So common a shape needs its length as well.
        const PresetExperiment& power = *findPresetExperiment("italy-power");
        QVERIFY(areMeantFor(power, "/data/renamed.ts", italy));
        QVERIFY(!areMeantFor(power, "/data/GunPoint_TRAIN.ts", sequences(1, 2, 150)));
        const PresetExperiment& transformer = *findPresetExperiment("etth1-ot-24");
        QVERIFY(areMeantFor(transformer, "/data/renamed.csv", series(7, 17420)));
        QVERIFY(!areMeantFor(transformer, "/data/ETTm1.csv", series(7, 69680)));
        QVERIFY(!areMeantFor(*findPresetExperiment("adding-100"), "/data/adding-100.csv", series(7, 17420)));
    }

    void otherDataAreInTheName() {
        ExperimentConfig config;
        config.name = "Japanese vowels";
        config.dataPath = "/data/JapaneseVowels_TRAIN.ts";
        QCOMPARE(nameWith(*findPresetExperiment("japanese-vowels"), config), std::string("Japanese vowels"));
        config.dataPath = "/data/ItalyPowerDemand_TRAIN.ts";
        QCOMPARE(nameWith(*findPresetExperiment("japanese-vowels"), config),
                 std::string("Japanese vowels on ItalyPowerDemand_TRAIN.ts"));
        QCOMPARE(nameWith(*findPresetExperiment("adding-100"), config), config.name);
    }
};

QTEST_APPLESS_MAIN(TestPresetData)
#include "tst_preset_data.moc"
