// SPDX-License-Identifier: GPL-3.0-or-later
// What the verdict card says of a pair and offers, and what its lines, its score box and its button do.
// Holds ui/pages/compare/board/verdict_texts.cpp.
#include "base/number_text.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_board.h"
#include "pages/compare/board/effect_bar.h"
#include "pages/compare/board/verdict_card.h"
#include "pages/compare/board/verdict_line.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"
#include "widgets/popover.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace gatelab;

namespace {

using ScoreOf = std::function<double(int seed)>;

/// Of 8 units it takes 8 s; the first seed of 4 units is #1, of 8 units #2.
RunSummary runOf(std::int64_t hidden, int seed, double best) {
    RunSummary run = test::endedRun("run-" + std::to_string(hidden) + "-" + std::to_string(100 + seed), hidden, seed);
    run.number = 2 * seed - (hidden == 4 ? 1 : 0);
    run.colour = hidden == 4 ? 0 : 2;
    run.bestValidation = best;
    run.seconds = static_cast<double>(hidden);
    run.scores.edit() = {{"model", "standardised", "mse", best}};
    return run;
}

double base(int seed) { return 0.5 + 0.01 * seed; }

/// Differences of this mean and this deviation of six of them.
ScoreOf offBy(double mean, double deviation) {
    return [=](int seed) { return base(seed) + mean + (seed % 2 == 0 ? 1 : -1) * 0.9128709 * deviation; };
}

/// Newest first; 4 units are the base.
std::vector<RunSummary> runsOf(int pairs, const ScoreOf& of8, const ScoreOf& of4 = base) {
    std::vector<RunSummary> runs;
    for (int seed = pairs; seed >= 1; --seed) {
        runs.push_back(runOf(8, seed, of8(seed)));
        runs.push_back(runOf(4, seed, of4(seed)));
    }
    return runs;
}

struct Shown {
    explicit Shown(const std::vector<RunSummary>& list, double scale = 1)
        : workspace(std::make_shared<test::FakeWorkspace>(list)) {
        theme.setTextScale(scale);
        runs.setWorkspace(workspace);
        QTRY_COMPARE(board.runs().size(), list.size());
    }
    void list(const std::vector<RunSummary>& all) {
        workspace->set(all);
        runs.refreshRuns();
        QTRY_COMPARE(board.runs().size(), all.size());
    }
    [[nodiscard]] QString answer() const {
        for (const auto* label : card.findChildren<QLabel*>())
            if (label->textFormat() == Qt::RichText) return label->accessibleName();
        return {};
    }
    [[nodiscard]] bool says(const QString& words) const {
        return std::ranges::any_of(card.findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->isVisibleTo(&card) && label->text() == words;
        });
    }
    [[nodiscard]] QPushButton* button() const { return card.findChild<QPushButton*>(); }
    /// Empty: none.
    [[nodiscard]] QString offer() const { return button()->isVisibleTo(&card) ? button()->text() : QString(); }
    [[nodiscard]] bool showsBar() const { return card.findChild<EffectBar*>()->isVisibleTo(&card); }
    [[nodiscard]] std::vector<VerdictLine*> lines() const {
        std::vector<VerdictLine*> shown;
        for (auto* line : card.findChildren<VerdictLine*>())
            if (line->isVisibleTo(&card)) shown.push_back(line);
        return shown;
    }
    void chooseScore(VerdictScore score) const {
        auto* box = card.findChild<ListBox*>();
        const int index = static_cast<int>(score);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    QTemporaryDir folder;
    Preferences preferences{folder.filePath(QStringLiteral("settings.ini"))};
    Theme theme;
    std::shared_ptr<test::FakeWorkspace> workspace;
    RunController runs;
    ExperimentModel experiment;
    RunBoard board{experiment, runs, preferences};
    VerdictCard card{theme, board};
};

QString percent(const char* number) { return QLatin1String(number) + QStringLiteral("\u00A0%"); }

}  // namespace

class TestVerdictCard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void answers_data() {
        QTest::addColumn<int>("pairs");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("deviation");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("offer");
        const auto row = [](const char* name, int pairs, double mean, double deviation, const char* answer,
                            const char* offer) {
            QTest::newRow(name) << pairs << mean << deviation << QString::fromLatin1(answer)
                                << QString::fromLatin1(offer);
        };
        row("better", 6, -0.1, 0.001, "Better. The interval leaves out zero.", "Make #2 the base");
        row("worse", 6, 0.1, 0.001, "Worse. The interval leaves out zero.", "");
        row("1 of 6", 1, -0.1, 0.001, "Too early: 1 of 6 seeds", "Run 5 more seeds, 1:00");
        row("5 of 6", 5, -0.1, 0.001, "Too early: 5 of 6 seeds", "Run 1 more seed, 12 s");
        row("6 of 12", 6, -0.02, 0.02, "Too early: 6 of 12 seeds", "Run 6 more seeds, 1:12");
        row("too small", 24, -0.001, 0.03, "Too small to settle. Even 24 seeds would not settle it.",
            "Compare by time");
        row("equal", 6, 0, 1e-5, "Practically equal. Within a tenth of the SD between seeds.", "Compare by time");
    }
    void answers() {
        QFETCH(int, pairs);
        QFETCH(double, mean);
        QFETCH(double, deviation);
        QFETCH(QString, answer);
        QFETCH(QString, offer);
        const Shown shown(runsOf(pairs, offBy(mean, deviation)));
        QCOMPARE(shown.answer(), answer);
        QCOMPARE(shown.offer(), offer);
        QVERIFY(shown.showsBar());
        QCOMPARE(shown.says(QStringLiteral("so far")), shown.card.verdict().answer == BoardAnswer::TooEarly);
    }

    void theEffectIsAPartOfTheBase() {
        Shown shown(runsOf(12, offBy(-0.1, 0.001)));
        shown.card.resize(312, 400);
        shown.card.show();
        // 0.1 of a mean of 0.535 at the look of six.
        QVERIFY(shown.says(percent("19") + QStringLiteral(" lower error")));
        const QString six = QStringLiteral("6 paired seeds, 95 %: ");
        const auto labels = shown.card.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().startsWith(six); }));
        // Where it is low, the figures stand in the bar only, and how many seeds they are of whole or not at all.
        for (const int width : {312, 272, 180}) {
            shown.card.resize(width, 240);
            const auto brief = std::ranges::find_if(
                labels, [](const QLabel* label) { return label->text() == QStringLiteral("6 paired seeds, 95 %"); });
            QVERIFY(brief != labels.end());
            QCoreApplication::processEvents();
            QCOMPARE((*brief)->isVisible(), width > 180);
            if ((*brief)->isVisible()) QTRY_VERIFY((*brief)->width() >= (*brief)->sizeHint().width());
        }
        shown.list(runsOf(2, offBy(-0.1, 0.001)));
        shown.card.resize(312, 400);
        QVERIFY(shown.says(QStringLiteral("2 paired seeds, no interval below 3")));
    }

    /// Repeats of a seed say nothing new.
    void oneSettingCountsItsSeeds() {
        std::vector<RunSummary> runs;
        for (int i = 0; i < 15; ++i) {
            runs.push_back(runOf(4, 1 + i % 2, base(1 + i % 2)));
            runs.back().id += "-" + std::to_string(100 + i);
        }
        const Shown shown(runs);
        QCOMPARE(shown.answer(), QStringLiteral("2 seeds so far."));
    }

    /// Text scale 130 %: "so far" stood cut beside the effect, and words ran out of the button.
    void nothingIsCutInLargeLetters() {
        for (const double scale : {1.0, 1.3, 1.5})
            for (const int height : {236, 400}) {
                Shown shown(runsOf(1, offBy(-0.1, 0.001)), scale);
                shown.card.setStyleSheet(shown.theme.styleSheet());
                shown.card.resize(qRound(272 * scale), qRound(height * scale));
                shown.card.show();
                QCoreApplication::processEvents();
                bool isSoFar = false;
                for (const auto* label : shown.card.findChildren<QLabel*>()) {
                    if (!label->isVisible() || label->text().isEmpty() || label->textFormat() == Qt::RichText) continue;
                    isSoFar = isSoFar || label->text().contains(QStringLiteral("so far"));
                    const int wide = label->fontMetrics().horizontalAdvance(label->text());
                    QVERIFY2(label->wordWrap() || dynamic_cast<const ElidedLabel*>(label) || wide <= label->width(),
                             qPrintable(QStringLiteral("%1 at %2").arg(label->text()).arg(scale)));
                }
                QVERIFY(isSoFar);
                const QPushButton& button = *shown.button();
                QVERIFY2(button.sizeHint().width() <= button.width(), qPrintable(button.text()));
                const QRect inCard(button.mapTo(&shown.card, QPoint()), button.size());
                QVERIFY(inCard.left() >= 0 && inCard.right() < shown.card.width());
            }
    }

    /// Whole as long as there is room, then the number, then in two lines.
    void aNameGivesWayOnlyWhereItMust() {
        Theme theme;
        VerdictLine line(theme, nullptr);
        line.set(0, QStringLiteral("#74 GRU 2×32, bi"), QStringLiteral("Too early: 2 of 6 seeds"), {});
        int whole = 0, number = 0;
        for (int width = 400; width > 100; --width) {
            if (line.heightForWidth(width) > line.sizeHint().height()) break;
            ++(line.nameIn(width) == QLatin1String("#74") ? number : whole);
        }
        QVERIFY2(whole > 60 && number > 60, qPrintable(QStringLiteral("%1, %2").arg(whole).arg(number)));
        QCOMPARE(line.heightForWidth(120), 2 * line.sizeHint().height());
        QCOMPARE(line.nameIn(120), QStringLiteral("#74 GRU 2×32, bi"));
    }

    /// Card, its lines and the command line round alike.
    void shareAsOnTheCommandLine() {
        for (const double share : {0.0035, 0.056, 0.144, 0.9996, 1.26})
            QCOMPARE(VerdictTexts::share(-share),
                     QString::fromStdString(percentText(share)) + QStringLiteral("\u00A0%"));
    }

    void theMethodIsOnTheAnswer() {
        std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001));
        for (RunSummary& run : runs)
            run.lastValues.edit() = {{"samples_per_second", run.config->hiddenSize == 8 ? 5000.0 : 12500.0}};
        const Shown shown(runs);
        QString tip;
        for (const auto* label : shown.card.findChildren<QLabel*>())
            if (label->textFormat() == Qt::RichText) tip = label->toolTip();
        for (const char* part : {"paired t-test", "98.5\u00A0% interval", "2.5 × time per sample", "at 95 %"})
            QVERIFY2(tip.contains(QString::fromUtf8(part)), qPrintable(tip));
    }

    void othersAreNotCompared() {
        std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001));
        for (RunSummary& run : runs)
            if (run.config->hiddenSize == 8) run.config.edit().splitGap = 7;
        const Shown shown(runs);
        QCOMPARE(shown.answer(), QStringLiteral("Not comparable: other split"));
        QCOMPARE(shown.offer(), QStringLiteral("Train its settings here, 8 s"));
        QVERIFY(!shown.showsBar());
        QCOMPARE(shown.card.verdict().missing.size(), std::size_t{1});
    }

    void whatBeganWithGivenWeightsIsNoPair() {
        std::vector<RunSummary> runs = runsOf(2, offBy(-0.1, 0.001));
        RunSummary branch = runs[0];
        branch.id += "-branch";
        branch.number = 9;
        branch.parent = runs[0].id;
        branch.branchStep = 405;
        branch.config.edit().learningRate = 1e-5;
        runs.insert(runs.begin(), branch);
        Shown shown(runs);
        shown.board.setChallenger(branch.id);
        QCOMPARE(shown.answer(), QStringLiteral("Not comparable: given weights #9 began with trained weights."));
        QVERIFY(shown.offer().startsWith(QStringLiteral("Train from the start")));
        QVERIFY(!shown.showsBar());
        // From then on its settings from the start can be compared.
        RunSummary fresh = runOf(8, 1, 0.4);
        fresh.id = "run-9-fresh";
        fresh.number = 10;
        fresh.config.edit().learningRate = 1e-5;
        runs.insert(runs.begin(), fresh);
        shown.list(runs);
        QCOMPARE(shown.offer(), QStringLiteral("Compare #10 instead"));
        shown.button()->click();
        QCOMPARE(shown.board.challenger()->number, std::int64_t{10});
        QCOMPARE(shown.answer(), QStringLiteral("Too early: 1 of 6 seeds"));
    }

    void whatHasNoScoreIsSaid() {
        const Shown still(runsOf(
            6, [](int) { return 0.4; }, [](int) { return 0.5; }));
        QCOMPARE(still.answer(), QStringLiteral("No verdict. The seeds vary nothing; more would be the same."));
        QVERIFY(still.offer().isEmpty());
        const Shown kept(runsOf(
            6, [](int seed) { return seed == 1 ? 0.3 : 0.4; }, [](int) { return 0.5; }));
        QCOMPARE(kept.answer(),
                 QStringLiteral("Too early: 6 of 12 seeds 6 pairs, 2 different results: copies count as one, a test "
                                "needs 6."));
        QVERIFY(kept.says(QStringLiteral("6 paired seeds, 2 results")));
        std::vector<RunSummary> runs = runsOf(6, offBy(0.1, 0.001), [](int seed) { return seed == 6 ? 0.9 : 0.5; });
        for (RunSummary& run : runs) {
            if (run.config->hiddenSize != 8) continue;
            run.state = RunState::Failed;
            run.bestEpoch = -1;
            run.lastValues.edit() = {{"train_loss", std::nan("")}};
        }
        const Shown diverged(runs);
        QCOMPARE(diverged.answer(), QStringLiteral("Worse. 6 of 6 runs of #2 diverged."));
        QVERIFY(!diverged.showsBar());
    }

    void withoutARunItIsHidden() {
        Shown shown({});
        QVERIFY(shown.card.isHidden());
        shown.list({runOf(8, 1, 0.5)});
        QVERIFY(!shown.card.isHidden());
        QCOMPARE(shown.answer(), QStringLiteral("One run so far."));
        QCOMPARE(shown.offer(), QStringLiteral("Run 2 more seeds, 16 s"));
        std::size_t asked = 0;
        connect(&shown.card, &VerdictCard::trainRequested, this,
                [&asked](const std::vector<ExperimentConfig>& runs) { asked = runs.size(); });
        shown.button()->click();
        QCOMPARE(asked, std::size_t{2});
    }

    void aLineBecomesThePair() {
        std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001));
        runs.insert(runs.begin(), runOf(16, 1, 0.55));
        runs.front().number = 20;
        Shown shown(runs);
        QCOMPARE(shown.board.challenger()->number, std::int64_t{2});
        QCOMPARE(shown.lines().size(), std::size_t{1});
        QVERIFY(shown.lines()[0]->text().startsWith(QStringLiteral("#20")));
        QCOMPARE(shown.lines()[0]->said(), QStringLiteral("Too early: 1 of 6 seeds"));
        shown.lines()[0]->click();
        QCOMPARE(shown.board.challenger()->number, std::int64_t{20});
        QCOMPARE(shown.answer(), QStringLiteral("Too early: 1 of 6 seeds"));
        QCOMPARE(shown.lines().size(), std::size_t{1});
        QVERIFY(shown.lines()[0]->text().startsWith(QStringLiteral("#2 ")));
        QCOMPARE(shown.lines()[0]->said(), percent("19") + QStringLiteral(" lower: better"));
    }

    void theButtonAsksForTheMissingSeeds() {
        std::vector<RunSummary> runs = runsOf(5, offBy(-0.1, 0.001));
        runs.erase(runs.begin());  // the fifth seed of 8 units
        Shown shown(runs);
        std::vector<ExperimentConfig> asked;
        connect(&shown.card, &VerdictCard::trainRequested, this,
                [&asked](const std::vector<ExperimentConfig>& missing) { asked = missing; });
        QCOMPARE(shown.offer(), QStringLiteral("Run 2 more seeds, 20 s"));
        shown.button()->click();
        // The other half of the fifth seed, then both of the sixth.
        QCOMPARE(asked.size(), std::size_t{3});
        QCOMPARE(asked[0].seed, std::int64_t{5});
        QCOMPARE(asked[0].hiddenSize, std::int64_t{8});
        QVERIFY(asked[1].seed == 6 && asked[2].seed == 6 && asked[1].hiddenSize != asked[2].hiddenSize);
        QCOMPARE(shown.offer(), QStringLiteral("3 runs are on their way"));
        QVERIFY(!shown.button()->isEnabled());
        shown.card.setWaiting({});
        QCOMPARE(shown.offer(), QStringLiteral("Run 2 more seeds, 20 s"));
        shown.card.setWaiting({asked[0]});
        QCOMPARE(shown.card.verdict().missing.size(), std::size_t{2});
    }

    void theBetterOneBecomesTheBase() {
        Shown shown(runsOf(6, offBy(-0.1, 0.001)));
        QCOMPARE(shown.board.base()->number, std::int64_t{1});
        shown.button()->click();
        QCOMPARE(shown.board.base()->number, std::int64_t{2});
    }

    /// What is not chosen is no side, the base neither: the only chosen group is held against what needs no network.
    void anUnchosenBaseIsNoSide() {
        Shown shown(runsOf(6, offBy(-0.1, 0.001)));
        const std::string key = shown.board.base()->key;
        QVERIFY(shown.card.verdict().answer == BoardAnswer::Better);
        shown.board.remove(key);
        QCOMPARE(shown.board.base()->key, key);
        QVERIFY(shown.card.verdict().answer == BoardAnswer::OneSetting);
        QVERIFY(shown.board.turn(key));
        QVERIFY(shown.card.verdict().answer == BoardAnswer::Better);
    }

    void theTestPartIsOpenedOnce() {
        Shown shown(runsOf(6, offBy(-0.1, 0.001)));
        shown.card.resize(312, 400);
        shown.card.show();
        QVERIFY(QTest::qWaitForWindowExposed(&shown.card));
        const auto question = [&shown] { return shown.card.findChild<Popover*>(); };
        shown.chooseScore(VerdictScore::Test);
        QVERIFY(question());
        QCOMPARE(shown.card.verdict().score, VerdictScore::Validation);
        question()->close();
        QTRY_VERIFY(!question());
        QCOMPARE(shown.card.verdict().score, VerdictScore::Validation);
        shown.chooseScore(VerdictScore::Test);
        QVERIFY(question());
        question()->accept();
        QCOMPARE(shown.card.verdict().score, VerdictScore::Test);
        QTRY_VERIFY(!question());
        shown.chooseScore(VerdictScore::Validation);
        shown.chooseScore(VerdictScore::Test);
        QVERIFY(!question());
        QCOMPARE(shown.card.verdict().score, VerdictScore::Test);
    }

    /// Far from the base a factor is easier to read, and what is not all is no 100 %.
    void theEffectIsNeverRoundedToAll_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<QString>("words");
        QTest::newRow("nearly all") << 0.0037 << percent("99.6") + QStringLiteral(" lower error");
        QTest::newRow("a part") << 1 / 2700.0 << QStringLiteral("1/2\u202F700 of the error");
        QTest::newRow("many times") << 33.32 << QStringLiteral("33 times the error");
        QTest::newRow("the same") << 1.0 << QStringLiteral("the same error");
        QTest::newRow("twice") << 2.0 << percent("100") + QStringLiteral(" higher error");
    }
    void theEffectIsNeverRoundedToAll() {
        QFETCH(double, factor);
        QFETCH(QString, words);
        Shown shown(runsOf(6, [factor](int seed) { return factor * base(seed); }));
        const auto labels = shown.card.findChildren<QLabel*>();
        QStringList said;
        for (const QLabel* label : labels) said << label->text();
        QVERIFY2(said.contains(words), qPrintable(said.join(QLatin1Char('|'))));
    }

    void whatIsTooSmallIsComparedByTime() {
        std::vector<RunSummary> runs = runsOf(24, offBy(-0.001, 0.03));
        Shown shown(runs);
        shown.button()->click();
        QCOMPARE(shown.card.verdict().score, VerdictScore::Time);
        QCOMPARE(shown.card.findChild<ListBox*>()->currentText(), QStringLiteral("by time"));
        // 8 s of each seed against 4 s: there is no chance in what a run takes.
        QCOMPARE(shown.answer(), QStringLiteral("Worse. The interval leaves out zero."));
        QVERIFY(shown.says(percent("100") + QStringLiteral(" more time")));
    }

    void withoutAValidationPartTheTestPartDecides() {
        std::vector<RunSummary> runs = runsOf(6, offBy(-0.1, 0.001));
        for (RunSummary& run : runs) {
            run.bestEpoch = -1;
            run.lastValues.edit() = {{"train_loss", 0.1}};
        }
        Shown shown(runs);
        shown.board.setBase("run-4-101");
        shown.board.setChallenger("run-8-101");
        QCOMPARE(shown.card.verdict().score, VerdictScore::Test);
        QCOMPARE(shown.card.findChild<ListBox*>()->currentText(), QStringLiteral("by test"));
        QCOMPARE(shown.answer(), QStringLiteral("Better. The interval leaves out zero."));
    }

    void freshSeedsSayWhatWasLuck() {
        Shown shown(runsOf(6, [](int seed) { return base(seed) - (seed <= 2 ? 0.13 : 0.1); }));
        const auto luck = [&shown] {
            const auto labels = shown.card.findChildren<WrappedLabel*>();
            const auto found = std::ranges::find_if(
                labels, [&](const WrappedLabel* label) { return label->isVisibleTo(&shown.card); });
            return found == labels.end() ? QString() : (*found)->fullText();
        };
        QVERIFY(luck().isEmpty());
        SavedSweep sweep;
        sweep.seeds = 2;
        for (const std::int64_t hidden : {4, 8}) sweep.settings.push_back(runOf(hidden, 1, 0).config);
        shown.card.setSweep(sweep);
        QTRY_COMPARE(luck(), QStringLiteral("The sweep said %1: seven points were luck.").arg(percent("28")));
        shown.card.setSweep({});
        QVERIFY(luck().isEmpty());
    }

    // 272 px: its column in a window of 1280. A text that reaches further is cut, for there is nothing to scroll.
    void noTextReachesBeyondTheCard() {
        for (const double scale : {1.0, 1.15, 1.3}) {
            Shown shown(runsOf(6, offBy(-0.02, 0.02)), scale);
            shown.card.setStyleSheet(shown.theme.styleSheet());
            shown.card.resize(qRound(272 * scale), qRound(236 * scale));
            shown.card.show();
            QVERIFY(QTest::qWaitForWindowExposed(&shown.card));
            const auto* area = shown.card.findChild<QScrollArea*>();
            QTRY_VERIFY(area->widget()->width() <= area->viewport()->width());
            for (const QWidget* child : area->widget()->findChildren<QWidget*>()) {
                if (!child->isVisible()) continue;
                const int right = child->mapTo(area->widget(), QPoint(child->width(), 0)).x();
                QVERIFY2(right <= area->widget()->width(), qPrintable(child->accessibleName()));
            }
        }
    }
};

QTEST_MAIN(TestVerdictCard)
#include "tst_verdict_card.moc"
