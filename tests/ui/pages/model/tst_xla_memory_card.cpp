// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/background_job.h"
#include "pages/model/xla_memory_card.h"
#include "runs/experiment_model.h"
#include "widgets/labels/wrapped_label.h"

#include <QPushButton>
#include <QtTest>

#include <atomic>
#include <string>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// A compiler that tells one MB more with each kind, and where `isHeld` waits for its end.
struct Compiler {
    std::atomic<bool> isHeld{false};
    std::atomic<int> asked{0}, stopped{0};
    std::string refusal;
    XlaMemoryCard::Ask ask() {
        return [this](const ExperimentConfig&, const std::string& device, const Progress& progress) {
            ++asked;
            while (isHeld)
                if (!progress(-1)) return ++stopped, Result<XlaForecast>(Error{ErrorCode::Cancelled, "stopped"});
            if (!refusal.empty()) return Result<XlaForecast>(Error{ErrorCode::Unsupported, refusal});
            return Result<XlaForecast>(XlaForecast{device, {1e6 * asked, 0, 0, 0, 0}});
        };
    }
};

/// A small forecast on an XLA device.
void choose(ExperimentModel& experiment, const char* device) {
    ExperimentConfig config = experiment.config();
    config.builtinLength = 400;
    config.lookback = 12;
    config.horizon = 2;
    config.linearPath = false;
    config.layerHealth = 0;
    config.device = device;
    experiment.replace(config, QStringLiteral("small"));
}

QString note(const XlaMemoryCard& card) {
    return card.findChild<WrappedLabel*>(QString(), Qt::FindDirectChildrenOnly)->fullText();
}

}  // namespace

class TestXlaMemoryCard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void itIsThereForXlaAloneAndAsksByItself() {
        Compiler compiler;
        ExperimentModel experiment;
        choose(experiment, "cpu");
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset(), kPatience);
        XlaMemoryCard card(experiment, nullptr, compiler.ask(), [] { return true; });
        QVERIFY(card.isHidden());
        choose(experiment, "xla:0");
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset(), kPatience);
        card.refresh();
        QVERIFY(!card.isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(card.bytesHere().has_value(), kPatience);
        QCOMPARE(*card.bytesHere(), 1e6);
        // The TPUs one after the other
        auto* button = card.findChild<QPushButton*>();
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisibleTo(&card), kPatience);
        button->click();
        QTRY_COMPARE_WITH_TIMEOUT(compiler.asked.load(), 5, kPatience);
        const auto* figures = card.findChild<KeyValueList*>();
        QTRY_VERIFY_WITH_TIMEOUT(!figures->value(QStringLiteral("TPU v6e")).isEmpty(), kPatience);
        QVERIFY(!figures->value(QStringLiteral("XLA here")).isEmpty());
        // Another experiment has other memory
        choose(experiment, "cpu");
        card.refresh();
        QVERIFY(card.isHidden() && !card.bytesHere());
    }

    void aClickStopsTheCompilers() {
        Compiler compiler;
        ExperimentModel experiment;
        choose(experiment, "xla:0");
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset(), kPatience);
        XlaMemoryCard card(experiment, nullptr, compiler.ask(), [] { return true; });
        QTRY_VERIFY_WITH_TIMEOUT(card.bytesHere().has_value(), kPatience);
        compiler.isHeld = true;
        auto* button = card.findChild<QPushButton*>();
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisibleTo(&card), kPatience);
        button->click();
        QTRY_COMPARE_WITH_TIMEOUT(compiler.asked.load(), 2, kPatience);
        QVERIFY(note(card).contains(QStringLiteral("TPU v4, 1 of 4")));
        button->click();
        QTRY_COMPARE_WITH_TIMEOUT(compiler.stopped.load(), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(button->text(), QStringLiteral("Memory on TPUs"), kPatience);
        QCOMPARE(compiler.asked.load(), 2);
        compiler.isHeld = false;
    }

    void whatCannotBeToldIsSaid() {
        Compiler compiler;
        compiler.refusal = "no device";
        ExperimentModel experiment;
        choose(experiment, "xla:0");
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset(), kPatience);
        XlaMemoryCard card(experiment, nullptr, compiler.ask(), [] { return false; });
        QTRY_VERIFY_WITH_TIMEOUT(note(card).contains(QStringLiteral("pip install libtpu")), kPatience);
        QVERIFY(!card.findChild<QPushButton*>()->isVisibleTo(&card));
        QTRY_COMPARE_WITH_TIMEOUT(note(card), QStringLiteral("XLA here: no device"), kPatience);
    }
};

QTEST_MAIN(TestXlaMemoryCard)
#include "tst_xla_memory_card.moc"
