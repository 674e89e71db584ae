// SPDX-License-Identifier: GPL-3.0-or-later
// While a memory study measures it says what, and how long it will take.
#include "data/model_shape.h"
#include "data/synthetic/synthetic.h"
#include "lab/memory_study.h"
#include "support/known_memory.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace gatelab;

class TestStudyTime : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRunIsNamedAndTheTimeIsToldFromTheFirst() {
        ExperimentConfig config;
        config.builtinLength = 400;
        config.horizon = 4;
        config.device = "cpu";
        config.implementation = "library";
        const auto data = std::make_shared<const Dataset>(*makeBuiltin(config.builtin, config.builtinLength, 1));
        StudySubject subject = studySubject(config, data, modelShape(config, *data), {});
        subject.room = {64e9, false};
        test::KnownMemory machine;
        std::set<std::ptrdiff_t> measured;
        int between = 0;
        const auto study = runMemoryStudy(
            planMemoryStudy(std::move(subject), {"hidden_size", "batch_size"}), machine, [&](const MemoryStudy& soFar) {
                if (soFar.current >= 0) {
                    measured.insert(soFar.current);
                    const StudyRow& row = soFar.rows[static_cast<std::size_t>(soFar.current)];
                    if (row.present != (soFar.done == 0)) return false;
                } else {
                    ++between;
                }
                return std::isfinite(soFar.secondsLeft) == (soFar.done > 0) && !(soFar.secondsLeft < 0);
            });
        QVERIFY(study.ok());
        QCOMPARE(static_cast<int>(measured.size()), study->total);
        QVERIFY(between > 0);
        QCOMPARE(study->current, std::ptrdiff_t{-1});
        QCOMPARE(study->secondsLeft, 0.0);
    }
};

QTEST_APPLESS_MAIN(TestStudyTime)
#include "tst_study_time.moc"
