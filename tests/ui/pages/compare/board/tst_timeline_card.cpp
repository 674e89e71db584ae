// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a run in its drawer: what is kept is shown, what is not can be recorded.
// Holds ui/pages/compare/board/timeline_strip.cpp.
#include "common/background_job.h"
#include "pages/compare/board/timeline_card.h"
#include "pages/compare/board/timeline_strip.h"
#include "run/timeline_json.h"
#include "runs/run_controller.h"
#include "support/take.h"
#include "support/tiny_experiment.h"
#include "widgets/labels/wrapped_label.h"

#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace gatelab;
using gatelab::testing::take;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
using P = TimelinePart;

Timeline made(const std::string& run) {
    Timeline timeline{.run = run, .device = "cpu"};
    for (int i = 0; i < 8; ++i) {
        const double at = 0.01 * i;
        timeline.steps.push_back({i, at, 0.01, true});
        timeline.spans.push_back({P::Gather, at, 0.001, i});
        timeline.spans.push_back({P::Forward, at + 0.001, 0.003, i});
        timeline.spans.push_back({P::Backward, at + 0.004, 0.006, i});
    }
    timeline.spans.push_back({P::Evaluation, 0.2, 0.05, -1});
    return timeline;
}

}  // namespace

class TestTimelineCard : public QObject {
    Q_OBJECT
    Theme theme_;

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void stripHasALaneForEachPartOfAStep() {
        TimelineStrip strip(theme_);
        const int empty = strip.sizeHint().height();
        strip.setTimeline(made("r"));
        QCOMPARE(strip.lanes(), (std::vector<P>{P::Gather, P::Forward, P::Backward}));
        QVERIFY(strip.sizeHint().height() > empty);
        QVERIFY(strip.accessibleDescription().startsWith(QStringLiteral("5 step")));
        // Backward takes twice what forward takes: so much of its colour is drawn.
        strip.resize(400, strip.sizeHint().height());
        const QImage picture = strip.grab().toImage();
        const auto pixels = [&](P part) {
            const QRgb colour = TimelineStrip::colourOf(theme_.palette(), part).rgb();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x) count += picture.pixel(x, y) == colour ? 1 : 0;
            return count;
        };
        const double ratio = static_cast<double>(pixels(P::Backward)) / pixels(P::Forward);
        QVERIFY2(ratio > 1.8 && ratio < 2.2, qPrintable(QString::number(ratio)));
    }

    void aRankIsALane() {
        TimelineStrip strip(theme_);
        Timeline timeline = made("r");
        const int before = (strip.setTimeline(timeline), strip.sizeHint().height());
        timeline.ranks.push_back({.rank = 1, .steps = timeline.steps, .spans = timeline.spans});
        strip.setTimeline(timeline);
        QCOMPARE(strip.rankLanes(), std::size_t{1});
        QVERIFY(strip.sizeHint().height() > before);
        // A step that was compiled is not drawn: the others would be too narrow
        timeline.steps[2].seconds = 3;
        strip.setTimeline(timeline);
        QVERIFY(strip.accessibleDescription().startsWith(QStringLiteral("5 step")));
        QVERIFY(strip.accessibleDescription().contains(QStringLiteral("50")));
    }

    void keptTimelineIsShownAndAnotherRunHasNone() {
        const QTemporaryDir folder;
        auto workspace = take(Workspace::open(folder.filePath(QStringLiteral("w")).toStdString()));
        std::vector<std::string> ids;
        for (int i = 0; i < 2; ++i) {
            auto record = take(workspace->createRun(gatelab::testing::tinyExperiment(), {}, "sine"));
            ids.push_back(record->id());
            if (i == 0) QVERIFY(keepTimeline(record->folder(), made(record->id())).ok());
        }
        RunController runs;
        runs.setWorkspace(workspace);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{2}, kPatience);
        TimelineCard card(theme_, runs);
        card.showRun(QString::fromStdString(ids[0]));
        QTRY_VERIFY_WITH_TIMEOUT(card.timeline().has_value(), kPatience);
        QVERIFY(card.findChild<TimelineStrip*>()->isVisibleTo(&card));
        const auto labels = card.findChildren<WrappedLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const WrappedLabel* label) { return label->text().contains(QStringLiteral("% of a step")); }));
        card.showRun(QString::fromStdString(ids[1]));
        QTRY_VERIFY_WITH_TIMEOUT(!card.job().running(), kPatience);
        QVERIFY(!card.timeline());
        QVERIFY(!card.findChild<TimelineStrip*>()->isVisibleTo(&card));
        // Without an engine nothing is trained again.
        QVERIFY(!card.findChild<QPushButton*>()->isEnabled());
    }

    void endedRunIsRecordedFromTheWindow() {
        const QTemporaryDir folder;
        auto workspace = take(Workspace::open(folder.filePath(QStringLiteral("w")).toStdString()));
        const std::string id = take(workspace->createRun(gatelab::testing::tinyExperiment(), {}, "sine"))->id();
        RunController runs;
        runs.setWorkspace(workspace);
        runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(runs.sharedEngine() && runs.findRun(QString::fromStdString(id)), kPatience);
        TimelineCard card(theme_, runs);
        card.showRun(QString::fromStdString(id));
        QTRY_VERIFY_WITH_TIMEOUT(!card.job().running(), kPatience);
        card.findChild<QSpinBox*>()->setValue(20);
        card.findChild<QPushButton*>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(card.timeline().has_value(), kPatience);
        QCOMPARE(card.timeline()->recordedSteps(), std::int64_t{20});
        QVERIFY(std::filesystem::exists(timelineFile(workspace->folder() / "runs" / id)));
    }
};

QTEST_MAIN(TestTimelineCard)
#include "tst_timeline_card.moc"
