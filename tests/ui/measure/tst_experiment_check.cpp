// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of an experiment, with a worker that says what it is told to say.
// Holds ui/pages/model/check_panel.cpp.
#include "common/background_job.h"
#include "config/config_io.h"
#include "config/switches.h"
#include "measure/experiment_check.h"
#include "pages/model/check_panel.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/hold.h"
#include "widgets/segments.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
using Kind = ExperimentCheck::Kind;
using Verdict = ExperimentCheck::Verdict;

/// A check whose worker is a shell script.
struct Bench {
    QTemporaryDir folder;
    RunController runs;
    QueueController queue{runs};
    ExperimentCheck check{runs, queue};

    explicit Bench(const QByteArray& script) {
        const QString path = folder.filePath(QStringLiteral("worker.sh"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) qFatal("no script");
        file.write("#!/bin/sh\necho \"$@\" > '" + folder.path().toUtf8() +
                   "/words'\n[ \"$3\" = --config ] && cp \"$4\" '" + folder.path().toUtf8() + "/config'\n" + script);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("GATELAB_WORKER", path.toUtf8());
    }
    ~Bench() {
        qunsetenv("GATELAB_WORKER");
        BackgroundJob::waitForAll();
    }
    [[nodiscard]] QByteArray read(const char* name) const {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// To its end.
    bool make(const ExperimentCheck::Wanted& wanted) {
        check.start(wanted);
        return QTest::qWaitFor([this] { return !check.running(); }, kPatience);
    }
};

}  // namespace

class TestExperimentCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSameBitsTwice() {
        Bench bench(
            "echo '{\"run\": 1, \"of\": 2, \"epoch\": 1, \"epochs\": 2}'\necho '{\"equal\": true, \"first\": \"abc\", "
            "\"second\": \"abc\"}'\n");
        ExperimentConfig config;
        config.hiddenSize = 77;
        QSignalSpy ended(&bench.check, &ExperimentCheck::ended);
        bench.check.start({Kind::Repeat, config, 1});
        QVERIFY(bench.check.running() && bench.queue.held() && !bench.check.obstacle().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatience);
        QVERIFY(!bench.queue.held());
        QCOMPARE(bench.check.verdict(), Verdict::Good);
        QCOMPARE(bench.check.share(), 0.25);
        QCOMPARE(bench.check.table().rows.size(), std::size_t{2});
        QCOMPARE(bench.check.table().rows[1], (QStringList{QStringLiteral("2"), QStringLiteral("abc")}));
        QVERIFY(bench.read("words").startsWith("verify repeat --config "));
        // The worker was given the present settings.
        const auto given = configFromJson(bench.read("config").toStdString());
        QVERIFY(given.ok());
        QCOMPARE(given->config.hiddenSize, std::int64_t{77});
    }

    void runsThatDifferAreTold() {
        Bench bench("echo '{\"equal\": false, \"first\": \"abc\", \"second\": \"abd\"}'\nexit 1\n");
        ExperimentConfig config;
        config.deterministic = false;
        QVERIFY(bench.make({Kind::Repeat, config, 1}));
        QCOMPARE(bench.check.verdict(), Verdict::Bad);
        QVERIFY2(bench.check.sentence().contains(QStringLiteral("Deterministic")), qPrintable(bench.check.sentence()));
    }

    void trialsAreCounted() {
        Bench bench(
            "echo '{\"trial\": 1, \"of\": 2, \"kills\": 3, \"equal\": true, \"different\": \"\"}'\n"
            "echo '{\"trial\": 2, \"of\": 2, \"kills\": 1, \"equal\": false, \"different\": \"tensor w\"}'\necho "
            "'{\"trials\": 2, \"equal\": 1, \"kills\": 4}'\nexit 1\n");
        QVERIFY(bench.make({Kind::Resume, {}, 2}));
        QCOMPARE(bench.read("words").trimmed(), QByteArray("verify resume --trials 2 --json"));
        QCOMPARE(bench.check.verdict(), Verdict::Bad);
        QVERIFY2(bench.check.sentence().startsWith(QStringLiteral("1 of 2 ")) &&
                     bench.check.sentence().contains(QStringLiteral("4 kills")),
                 qPrintable(bench.check.sentence()));
        QVERIFY(bench.check.table().rows[1][2].contains(QStringLiteral("tensor w")));
    }

    void everySwitchIsARow() {
        QByteArray script;
        for (const Switch& row : switches()) {
            const bool here = &row != &switches().back();
            script += QByteArray("echo '{\"switch\": \"") + row.key +
                      (here ? "\", \"supported\": true, \"difference\": 0, \"tolerance\": 0, \"equal\": true, "
                              "\"warnings\": []}'\n"
                            : "\", \"supported\": false, \"reason\": \"no\"}'\n");
        }
        Bench bench(script);
        ExperimentConfig config;
        config.device = "cpu";
        QVERIFY(bench.make({Kind::Switches, config, 1}));
        QVERIFY(bench.read("words").startsWith("verify switches --config "));
        const auto given = configFromJson(bench.read("config").toStdString());
        QVERIFY(given.ok() && given->config == config);  // of the present experiment
        QCOMPARE(bench.check.verdict(), Verdict::Good);
        QCOMPARE(bench.check.table().rows.size(), switches().size());
        QVERIFY(bench.check.sentence().contains(QString::number(switches().size() - 1)));
    }

    void theHeadsOfTheTableAreWhole() {
        for (const double scale : {1.0, 1.3}) {
            Bench bench(
                "echo '{\"switch\": \"x\", \"supported\": true, \"difference\": 0, \"tolerance\": 0, \"equal\": true, "
                "\"warnings\": []}'\n");
            QVERIFY(bench.make({Kind::Switches, {}, 1}));
            Theme theme;
            theme.setTextScale(scale);
            ExperimentModel experiment;
            CheckPanel panel(theme, experiment, bench.check);
            panel.setStyleSheet(theme.styleSheet());
            panel.show();
            QVERIFY(QTest::qWaitForWindowExposed(&panel));
            auto* kinds = panel.findChild<Segments*>();
            for (const int kind : {0, static_cast<int>(Kind::Switches)})
                kinds->setCurrent(kind), Q_EMIT kinds->chosen(kind);
            const auto* heads = panel.findChild<QTableView*>()->horizontalHeader();
            QCOMPARE(heads->count(), 4);
            for (int i = 0; i < heads->count(); ++i)
                QVERIFY2(heads->sectionSize(i) >= heads->sectionSizeHint(i), qPrintable(QString::number(i)));
        }
    }

    void aLongReasonWraps() {
        Bench bench(
            "echo '{\"switch\": \"x\", \"supported\": false, \"reason\": \"this switch needs a device that is not in "
            "this machine, and a layer that this program was not built with, so that it cannot be tried here\"}'\n");
        QVERIFY(bench.make({Kind::Switches, {}, 1}));
        Theme theme;
        ExperimentModel experiment;
        CheckPanel panel(theme, experiment, bench.check);
        panel.setStyleSheet(theme.styleSheet());
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = panel.findChild<QTableView*>();
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        QTRY_VERIFY(table->rowHeight(0) > 2 * table->fontMetrics().height());
    }

    void aSwitchThatDiffersIsTold() {
        QByteArray script;
        for (const Switch& row : switches())
            script += QByteArray("echo '{\"switch\": \"") + row.key +
                      "\", \"supported\": true, \"difference\": null, \"tolerance\": 0, \"equal\": " +
                      (&row == &switches().front() ? "false" : "true") + ", \"warnings\": []}'\n";
        Bench bench(script + "exit 1\n");
        QVERIFY(bench.make({Kind::Switches, {}, 1}));
        QCOMPARE(bench.check.verdict(), Verdict::Bad);
        QVERIFY(bench.check.sentence().startsWith(QStringLiteral("1 of ")));
    }

    void failuresSayWhy_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("message");
        QTest::newRow("told") << QByteArray("echo '{\"error\": \"no such file\", \"code\": 2}'\nexit 2\n")
                              << QStringLiteral("no such file");
        QTest::newRow("crashed") << QByteArray("echo 'the last words' >&2\nkill -ABRT $$\n")
                                 << QStringLiteral("the last words");
        QTest::newRow("said nothing") << QByteArray("exit 0\n") << QStringLiteral("without a result");
    }
    void failuresSayWhy() {
        QFETCH(QByteArray, script);
        QFETCH(QString, message);
        Bench bench(script);
        QVERIFY(bench.make({Kind::Repeat, {}, 1}));
        QCOMPARE(bench.check.verdict(), Verdict::Failed);
        QVERIFY2(bench.check.sentence().contains(message), qPrintable(bench.check.sentence()));
        QVERIFY(!bench.queue.held());
    }

    void aMissingWorkerIsTold() {
        Bench bench({});
        qputenv("GATELAB_WORKER", "/no/such/program");
        QVERIFY(bench.make({Kind::Repeat, {}, 1}));
        QCOMPARE(bench.check.verdict(), Verdict::Failed);
        QVERIFY(bench.check.sentence().contains(QStringLiteral("/no/such/program")));
        QVERIFY(!bench.queue.held());
    }

    void itCanBeStopped() {
        Bench bench(
            "echo '{\"trial\": 1, \"of\": 20, \"kills\": 1, \"equal\": true, \"different\": \"\"}'\nexec sleep 600\n");
        bench.check.start({Kind::Resume, {}, 20});
        QTRY_COMPARE_WITH_TIMEOUT(bench.check.table().rows.size(), std::size_t{1}, kPatience);
        bench.check.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!bench.check.running(), kPatience);
        QCOMPARE(bench.check.verdict(), Verdict::None);
        QVERIFY(bench.check.sentence().contains(QStringLiteral("Stopped")));
        QCOMPARE(bench.check.table().rows.size(), std::size_t{1});  // what it found stays
        QVERIFY(!bench.queue.held());
    }

    void nothingStartsBesideAnotherMeasurement() {
        Bench bench("exit 0\n");
        const auto other = test::hold(bench.runs, QStringLiteral("another measures"));
        QVERIFY(!bench.check.obstacle().isEmpty());
        bench.check.start({Kind::Repeat, {}, 1});
        QVERIFY(!bench.check.running());
        QVERIFY(bench.queue.held());
    }

    void aTrainingStopsItAndWaits_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("hears of it") << QByteArray("exec sleep 600\n");
        QTest::newRow("does not") << QByteArray("trap '' TERM\nwhile :; do sleep 0.1; done\n");
    }
    void aTrainingStopsItAndWaits() {
        QFETCH(QByteArray, script);
        Bench bench("echo '{\"trial\": 1, \"of\": 20, \"kills\": 1, \"equal\": true, \"different\": \"\"}'\n" + script);
        QSignalSpy warnings(&bench.runs, &RunController::warned);
        bench.check.start({Kind::Resume, {}, 20});
        QTRY_COMPARE_WITH_TIMEOUT(bench.check.table().rows.size(), std::size_t{1}, kPatience);
        bool begun = false, together = false;
        bench.runs.measurements().makeRoom(this, [&] {
            begun = true;
            together = bench.check.running();
        });
        QVERIFY(!begun);
        QTRY_VERIFY_WITH_TIMEOUT(begun, kPatience);
        QVERIFY(!together && !bench.queue.held());
        QVERIFY(bench.check.sentence().contains(QStringLiteral("Stopped")));
        QCOMPARE(warnings.count(), 1);
    }

    void theCommandDoesTheSame() {
        ExperimentConfig config;
        config.hiddenSize = 77;
        config.device = "cpu";
        const QString repeat = ExperimentCheck::command({Kind::Repeat, config, 5});
        QVERIFY2(repeat.startsWith(QStringLiteral("gatelab-worker verify repeat ")) &&
                     repeat.contains(QStringLiteral("--hidden-size 77")),
                 qPrintable(repeat));
        QCOMPARE(ExperimentCheck::command({Kind::Resume, config, 5}),
                 QStringLiteral("gatelab-worker verify resume --trials 5"));
        const QString tried = ExperimentCheck::command({Kind::Switches, config, 5});
        QVERIFY2(tried.startsWith(QStringLiteral("gatelab-worker verify switches ")) &&
                     tried.contains(QStringLiteral("--hidden-size 77")) &&
                     tried.contains(QStringLiteral("--device cpu")),
                 qPrintable(tried));
        QCOMPARE(ExperimentCheck::command({Kind::Switches, switchTrial(), 5}),
                 QStringLiteral("gatelab-worker verify switches"));
    }

    void thePanelStartsAndShows() {
        Bench bench("echo '{\"equal\": true, \"first\": \"abc\", \"second\": \"abc\"}'\n");
        Theme theme;
        ExperimentModel experiment;
        experiment.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        CheckPanel panel(theme, experiment, bench.check);
        const auto button = [&panel](const QString& text) -> QPushButton* {
            for (auto* one : panel.findChildren<QPushButton*>())
                if (one->text() == text) return one;
            return nullptr;
        };
        panel.show();
        QVERIFY(button(QStringLiteral("Start the check")) && button(QStringLiteral("Start the check"))->isEnabled());
        button(QStringLiteral("Start the check"))->click();
        QVERIFY(button(QStringLiteral("Stop")));
        QTRY_VERIFY_WITH_TIMEOUT(!bench.check.running(), kPatience);
        auto* table = panel.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 2);
        button(QStringLiteral("Copy table"))->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("2\tabc")));
        button(QStringLiteral("Copy command"))->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("gatelab-worker verify repeat")));
        // Another kind of check has no result yet; the one that has keeps its own.
        auto* kinds = panel.findChild<Segments*>();
        const auto shows = [&] {
            return std::ranges::any_of(panel.findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->isVisible() && label->text() == bench.check.sentence();
            });
        };
        QVERIFY(shows());
        kinds->setCurrent(1);
        Q_EMIT kinds->chosen(1);
        QVERIFY(!shows() && table->model()->rowCount() == 0 && !table->isVisible());
        kinds->setCurrent(0);
        Q_EMIT kinds->chosen(0);
        QVERIFY(shows() && table->model()->rowCount() == 2);
        const auto other = test::hold(bench.runs, QStringLiteral("another measures"));
        QVERIFY(!button(QStringLiteral("Start the check"))->isEnabled());
        QVERIFY(!button(QStringLiteral("Start the check"))->toolTip().isEmpty());
    }
};

QTEST_MAIN(TestExperimentCheck)
#include "tst_experiment_check.moc"
