// SPDX-License-Identifier: GPL-3.0-or-later
// While a memory study measures it says how long it will take.
#include "data/model_shape.h"
#include "data/synthetic/synthetic.h"
#include "lab/memory_study.h"
#include "support/known_memory.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

class TestStudyTime : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTimeIsToldFromTheFirstRun() {
        ExperimentConfig config;
        config.builtinLength = 400;
        config.horizon = 4;
        config.device = "cpu";
        config.implementation = "library";
        const auto data = std::make_shared<const Dataset>(*makeBuiltin(config.builtin, config.builtinLength, 1));
        StudySubject subject = studySubject(config, data, modelShape(config, *data), {});
        subject.room = {64e9, false};
        test::KnownMemory machine;
        int told = 0;
        const auto study = runMemoryStudy(
            planMemoryStudy(std::move(subject), {"hidden_size", "batch_size"}), machine, [&](const MemoryStudy& soFar) {
                ++told;
                return std::isfinite(soFar.secondsLeft) == (soFar.done > 0) && !(soFar.secondsLeft < 0);
            });
        QVERIFY(study.ok());
        QVERIFY(told > study->total);
        QCOMPARE(study->secondsLeft, 0.0);
    }
};

QTEST_APPLESS_MAIN(TestStudyTime)
#include "tst_study_time.moc"
