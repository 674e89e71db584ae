// SPDX-License-Identifier: GPL-3.0-or-later
// The usual journeys through the window, by mouse and keyboard, one after the other on one folder: each begins as after
// a restart of the program.
#include "common/background_job.h"
#include "support/person.h"
#include "support/places.h"
#include "support/watched_application.h"
#include "support/whole_program.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/window_actions.h"

#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace gatelab;

namespace {

constexpr int kPatience = 240000;  // a wait, no demand
constexpr int kRows = 900;

QString ett() { return gatelab::testing::inSource("/../shared/data/ETTh1.csv"); }

QByteArray smallTable() {
    QByteArray text = "date,load,OT\n";
    const auto start = QDateTime(QDate(2020, 1, 1), QTime(0, 0), Qt::UTC);
    for (int i = 0; i < kRows; ++i)
        text += start.addSecs(3600LL * i).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")).toUtf8() + ',' +
                QByteArray::number(std::sin(i * 0.26) + 0.01 * i, 'g', 8) + ',' +
                QByteArray::number(std::cos(i * 0.26) + 0.3 * std::sin(i * 0.05), 'g', 8) + '\n';
    return text;
}

/// The line of a group on the board, by the number of its run.
QModelIndex lineOf(const QAbstractItemView& board, int number) {
    const QAbstractItemModel& model = *board.model();
    for (int line = 0; line < model.rowCount(); ++line)
        if (model.index(line, 0).data().toString() == QStringLiteral("#%1").arg(number)) return model.index(line, 0);
    return {};
}

}  // namespace

class TestJourneys : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::unique_ptr<test::WholeProgram> program_;
    std::unique_ptr<test::Person> person_;

    QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
    QString write(const char* name, const QByteArray& bytes) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
        return file.fileName();
    }
    bool engine() {
        program_->runs.openEngine();
        return QTest::qWaitFor([this] { return program_->runs.engine() || !program_->runs.engineError().isEmpty(); },
                               kPatience) &&
               program_->runs.engine();
    }
    bool settled() {
        return QTest::qWaitFor(
            [this] {
                return program_->experiment.dataset() && !program_->experiment.loading() &&
                       program_->experiment.prepared();
            },
            kPatience);
    }
    /// What the import page looks at.
    ExperimentModel& draft() const {
        return *program_->window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
    }
    /// The file is read and becomes that of the experiment.
    bool imports() {
        return QTest::qWaitFor([this] { return draft().dataset() && !draft().loading(); }, kPatience) &&
               person_->click(QStringLiteral("Import")) && settled();
    }
    bool ended(std::size_t runs) {
        return QTest::qWaitFor(
            [=, this] {
                const auto& all = program_->runs.runs();
                return !program_->runs.active() && all.size() >= runs &&
                       std::ranges::all_of(all, [](const RunSummary& run) { return run.state == RunState::Finished; });
            },
            kPatience);
    }

    QAbstractItemView* openBoard() {
        person_->press(Qt::Key_4, Qt::ControlModifier);
        return person_->click(QStringLiteral("Board")) ? person_->view(QStringLiteral("Board of runs")) : nullptr;
    }
    /// The line of this run is the current one; it stays chosen or not as it was.
    static bool standsOn(QAbstractItemView& board, int number) {
        if (!QTest::qWaitFor([&] { return lineOf(board, number).isValid(); }, kPatience)) return false;
        board.setCurrentIndex(lineOf(board, number));
        board.setFocus();
        return true;
    }
    bool opensOnTrain(const QString& id) {
        const RunSummary* run = program_->runs.findRun(id);
        QAbstractItemView* board = openBoard();
        if (!run || !board || !standsOn(*board, run->number)) return false;
        QTest::keyClick(board, Qt::Key_Return, Qt::AltModifier);
        return QTest::qWaitFor([&] { return program_->runs.current() && program_->runs.current()->id == id; },
                               kPatience);
    }

private Q_SLOTS:
    void init() {
        program_ = std::make_unique<test::WholeProgram>(folder_.path());
        person_ = std::make_unique<test::Person>(*program_->window);
        QVERIFY(QTest::qWaitForWindowActive(program_->window.get()));
        QTRY_VERIFY(program_->runs.workspace());
    }
    void cleanup() {
        program_->window->closeNow();
        person_.reset();
        program_.reset();
        BackgroundJob::waitForAll();
    }

    void opensATableByTheDialogue() {
        const bool real = QFile::exists(ett());
        test::Person::answerFileDialog(real ? QFileInfo(ett()).canonicalFilePath() : write("big.csv", smallTable()));
        person_->press(Qt::Key_O, Qt::ControlModifier);
        QTRY_COMPARE(program_->window->shownPage(), QStringLiteral("import"));
        QVERIFY(imports());
        QCOMPARE(program_->window->shownPage(), QStringLiteral("data"));
        QCOMPARE(program_->experiment.dataset()->series->rows(), real ? 17420 : kRows);
        QVERIFY(person_->reads(real ? QStringLiteral("ETTh1.csv") : QStringLiteral("big.csv")));
    }

    void dropsAFileAndSetsUp() {
        const QString file = write("kleine Reihe, 小.csv", smallTable());
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(400, 400), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(program_->window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(400, 400), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(program_->window.get(), &drop);
        QTRY_COMPARE(program_->window->shownPage(), QStringLiteral("import"));
        QVERIFY(imports());
        QVERIFY(person_->click(QStringLiteral("Windows and split")));
        QVERIFY(person_->write(QStringLiteral("lookback"), QStringLiteral("24")));
        QVERIFY(person_->write(QStringLiteral("horizon"), QStringLiteral("4")));
        person_->press(Qt::Key_2, Qt::ControlModifier);
        for (const auto& [key, text] : {std::pair{"hidden_size", "4"}, {"batch_size", "64"}, {"epochs", "2000"}})
            QVERIFY(person_->write(QString::fromLatin1(key), QString::fromLatin1(text)));
        const ExperimentConfig& config = program_->experiment.config();
        QCOMPARE(config.lookback, std::int64_t{24});
        QCOMPARE(config.horizon, std::int64_t{4});
        QCOMPARE(config.hiddenSize, std::int64_t{4});
        QCOMPARE(config.epochs, std::int64_t{2000});
        QVERIFY(settled());
        QCOMPARE(program_->experiment.prepared()->targets.size(), std::size_t{1});
    }

    void trainsPausesChangesTheRateGoesOnAndStops() {
        if (!engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QVERIFY(settled());
        QCOMPARE(program_->experiment.config().epochs, std::int64_t{2000});  // kept from the last start
        person_->press(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(program_->window->shownPage(), QStringLiteral("train"));
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live() && program_->runs.live()->summary.step > 3, kPatience);
        person_->press(Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(program_->runs.live()->summary.state, RunState::Paused, kPatience);
        QVERIFY(person_->write(QStringLiteral("learning_rate"), QStringLiteral("0.0005")));
        const auto paused = program_->runs.live()->summary.step;
        person_->press(Qt::Key_Period, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live()->summary.step > paused, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(program_->runs.live()->summary.state, RunState::Paused, kPatience);
        QVERIFY(person_->click(QStringLiteral("Go on")));
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live()->summary.step > paused + 5, kPatience);
        person_->press(Qt::Key_Period, Qt::ControlModifier);
        QVERIFY(ended(1));
        const auto& events = program_->runs.current()->events;
        QVERIFY(std::ranges::any_of(events, [](const RunEvent& event) { return event.is<RunMarker>(); }));
        QVERIFY(person_->reads(QStringLiteral("stopped")));
    }

    void repeatsWithAnotherSettingAndReadsTheDifference() {
        if (!engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QVERIFY(settled());
        for (const char* size : {"4", "6"}) {
            person_->press(Qt::Key_2, Qt::ControlModifier);
            QVERIFY(person_->write(QStringLiteral("epochs"), QStringLiteral("2")));
            QVERIFY(person_->write(QStringLiteral("hidden_size"), QString::fromLatin1(size)));
            const auto before = program_->runs.runs().size();
            person_->press(Qt::Key_R, Qt::ControlModifier);
            QVERIFY(ended(before + 1));
        }
        person_->press(Qt::Key_4, Qt::ControlModifier);
        auto* table = person_->view(QStringLiteral("Board of runs"));
        QVERIFY(table);
        QTRY_VERIFY(lineOf(*table, 2).isValid() && lineOf(*table, 3).isValid());
        // A click on a line takes it out of what is chosen, or chooses it.
        const auto isChosen = [&] {
            return lineOf(*table, 2).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("chosen"));
        };
        const bool wasChosen = isChosen();
        test::Person::clickCell(*table, lineOf(*table, 2));
        QCOMPARE(isChosen(), !wasChosen);
        test::Person::clickCell(*table, lineOf(*table, 2));
        QCOMPARE(isChosen(), wasChosen);
        QStringList heads;
        for (int column = 0; column < table->model()->columnCount(); ++column)
            heads << table->model()->headerData(column, Qt::Horizontal).toString();
        QVERIFY2(heads.contains(QStringLiteral("Units")), qPrintable(heads.join(QLatin1Char('|'))));
    }

    void asksForTheVerdict() {
        if (!engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QVERIFY(settled());
        person_->press(Qt::Key_4, Qt::ControlModifier);
        auto* table = person_->view(QStringLiteral("Board of runs"));
        QVERIFY(table);
        for (const auto& [number, key] : {std::pair(2, Qt::Key_B), std::pair(3, Qt::Key_V)}) {
            table->setCurrentIndex(lineOf(*table, number));
            QTest::keyClick(table, key);
        }
        QTRY_VERIFY(person_->reads(QStringLiteral("Too early: 1 of 6 seeds")));
        QVERIFY(person_->click(QStringLiteral("Run 5 more seeds")));
        QTRY_VERIFY_WITH_TIMEOUT(
            program_->runs.runs().size() >= 13 && program_->queue.state().runs.empty() && ended(13), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(person_->reads(QStringLiteral("6 paired seeds")), kPatience);
    }

    void runsTheLadderAndExportsIt() {
        if (!engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QVERIFY(settled());
        person_->press(Qt::Key_4, Qt::ControlModifier);
        QVERIFY(person_->click(QStringLiteral("Lab")));
        for (auto* box : program_->window->findChildren<QSpinBox*>())
            if (box->isVisible() && box->prefix().startsWith(QStringLiteral("Repeats"))) box->setValue(1);
        QVERIFY(person_->click(QStringLiteral("Run the lab")));
        QTRY_VERIFY_WITH_TIMEOUT(!program_->lab.running() && program_->lab.finished(), kPatience);
        test::Person::answerFileDialog(path("lab.md"));
        QVERIFY(person_->pick(QStringLiteral("Report"), QStringLiteral("Export")));
        QTRY_VERIFY(QFileInfo(path("lab.md")).size() > 100);
    }

    void exportsForecastsAndReadsThemAsData() {
        if (!engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QVERIFY(settled());
        person_->press(Qt::Key_4, Qt::ControlModifier);
        QVERIFY(person_->click(QStringLiteral("Forecasts")));
        QTRY_VERIFY_WITH_TIMEOUT(person_->reads(QStringLiteral("Test part")), kPatience);
        for (const auto& [entry, name] : {std::pair{"Forecasts and errors as CSV", "forecasts.csv"},
                                          {"Forecasts and errors as HDF5", "forecasts.h5"}}) {
            QTRY_VERIFY_WITH_TIMEOUT(person_->has(QStringLiteral("Export")), kPatience);
            test::Person::answerFileDialog(path(name));
            QVERIFY(person_->pick(QStringLiteral("Export"), QString::fromLatin1(entry)));
            QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path(name)).size() > 100, kPatience);
        }
        // By its command, from any page; the file's name decides the format.
        person_->press(Qt::Key_1, Qt::ControlModifier);
        test::Person::answerFileDialog(path("again.h5"));
        QVERIFY(program_->window->actions()["export-forecasts"]->isEnabled());
        program_->window->actions()["export-forecasts"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path("again.h5")).size() > 100, kPatience);
        QFile again(path("again.h5"));
        QVERIFY(again.open(QIODevice::ReadOnly) && again.read(4) == QByteArray("\x89HDF"));
        program_->window->openPath(path("forecasts.h5"));
        QTRY_COMPARE(program_->window->shownPage(), QStringLiteral("import"));
        QTRY_VERIFY_WITH_TIMEOUT(draft().dataset() && draft().dataset()->series->rows() > 10, kPatience);
        QVERIFY(person_->click(QStringLiteral("Cancel")));
        QVERIFY(settled());
        QCOMPARE(program_->experiment.dataset()->series->rows(), kRows);
    }

    void renamesDeletesAndUndoes() {
        QTRY_VERIFY(program_->runs.runs().size() > 2);
        QVERIFY(settled());
        QAbstractItemView* board = openBoard();
        QVERIFY(board);
        const auto before = program_->runs.runs().size();
        QVERIFY(standsOn(*board, 1));
        const QString id = program_->window->page(QStringLiteral("compare"))->chosenRun();
        QVERIFY(!id.isEmpty());
        // Not waited for: what a person does next is about the run that was chosen, also while it is still read.
        person_->press(Qt::Key_F2);
        QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        QWidget* editor = QApplication::focusWidget();
        QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(editor, QStringLiteral("my \"best\" run"));
        QTest::keyClick(editor, Qt::Key_Return);
        const auto nameOf = [&] {
            const RunSummary* run = program_->runs.findRun(id);
            return run ? QString::fromStdString(run->name) : QString();
        };
        QTRY_COMPARE(nameOf(), QStringLiteral("my \"best\" run"));
        person_->press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_COMPARE(program_->runs.runs().size(), before - 1);
        QCOMPARE(nameOf(), QString());
        person_->press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(nameOf(), QStringLiteral("my \"best\" run"));
        QCOMPARE(program_->runs.runs().size(), before);
    }

    void closesWhileTrainingAndGoesOnAfterARestart() {
        if (!engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QVERIFY(settled());
        person_->press(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(person_->write(QStringLiteral("epochs"), QStringLiteral("400")));
        person_->press(Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live() && program_->runs.live()->summary.step > 3, kPatience);
        const QString id = program_->runs.live()->id;
        cleanup();
        init();
        if (!engine()) QFAIL("the engine opens no second time");
        const auto stateOf = [&] {
            const RunSummary* run = program_->runs.findRun(id);
            return run ? run->state : RunState::Queued;
        };
        QTRY_COMPARE(stateOf(), RunState::Interrupted);
        QTRY_VERIFY(person_->reads(QStringLiteral("interrupted")));
        QVERIFY(settled());
        QVERIFY(opensOnTrain(id));
        program_->window->actions()["continue"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(), RunState::Finished, kPatience);
        QCOMPARE(program_->runs.findRun(id)->epoch, std::int64_t{400});
    }

    void aWrongFileLeavesTheDataAsTheyWere_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("empty.csv");
        QTest::newRow("one row") << QByteArray("a,b\n") << QStringLiteral("one.csv");
        QTest::newRow("all text") << QByteArray("a,b\nx,y\nz,w\n") << QStringLiteral("text.csv");
        QTest::newRow("no number") << QByteArray("a,b\nnan,nan\nnan,nan\n") << QStringLiteral("nan.csv");
        QTest::newRow("binary") << QByteArray(
                                       "\x7f"
                                       "ELF\0\1\2\3\0\0\0\xff\xfe\0\0",
                                       16)
                                << QStringLiteral("binary.csv");
        QTest::newRow("no HDF5") << QByteArray("a,b\n1,2\n") << QStringLiteral("table.h5");
        QTest::newRow("no experiment") << QByteArray("{\"hidden_size\": }") << QStringLiteral("broken.json");
    }
    void aWrongFileLeavesTheDataAsTheyWere() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        QVERIFY(settled());
        const ExperimentConfig before = program_->experiment.config();
        program_->window->openPath(write(qPrintable(name), bytes));
        if (name.endsWith(QLatin1String(".json"))) {
            QTRY_COMPARE(program_->window->notices().notices().size(), std::size_t{1});
        } else {
            QTRY_COMPARE(program_->window->shownPage(), QStringLiteral("import"));
            QTRY_VERIFY_WITH_TIMEOUT(!draft().loading() && (!draft().dataError().isEmpty() || draft().dataset()),
                                     kPatience);
            QVERIFY2(!draft().dataError().isEmpty(), "no word about it");
            QVERIFY(person_->reads(QStringLiteral("cannot be read like this")));
            QVERIFY(person_->click(QStringLiteral("Cancel")));
        }
        QVERIFY(settled());
        QCOMPARE(program_->experiment.config(), before);
        QCOMPARE(program_->experiment.dataset()->series->rows(), kRows);
    }

    void findsEverythingAgain() {
        QTRY_VERIFY(program_->runs.runs().size() >= 14);
        QVERIFY(settled());
        QCOMPARE(program_->experiment.config().hiddenSize, std::int64_t{6});
        const auto& runs = program_->runs.runs();
        const auto named = std::ranges::find(runs, "my \"best\" run", &RunSummary::name);
        QVERIFY(named != runs.end());
        QVERIFY(opensOnTrain(QString::fromStdString(named->id)));
        QTRY_VERIFY(program_->runs.current()->metrics.series(MetricId::TrainLoss).size() > 3);
        auto* app = static_cast<test::WatchedApplication*>(qApp);
        qInfo("longest event %.1f ms busy, %.1f ms wall (%s)", app->worstBusyMs(), app->worstWallMs(),
              qPrintable(app->worstWhat()));
    }
};

int main(int argc, char** argv) {
    gatelab::test::WatchedApplication app(argc, argv);
    TestJourneys test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_journeys.moc"
