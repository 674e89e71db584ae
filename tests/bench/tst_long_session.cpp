// SPDX-License-Identifier: GPL-3.0-or-later
// Ten minutes at the window: training all the time, a thousand runs in the list, ten million rows imported on the way.
// Prints how long the GUI thread let a person wait, and the memory of each minute; has no limits. GATELAB_MINUTES,
// GATELAB_ROWS and GATELAB_SEED change it: an hour with few rows shows whether memory stays flat.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "run/metric.h"
#include "support/watched_application.h"
#include "support/whole_program.h"

#include <QFile>
#include <QTableView>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace gatelab;

namespace {

constexpr int kRuns = 1000, kLookMs = 120, kBeatMs = 10;

int number(const char* name, int otherwise) {
    const int given = qEnvironmentVariableIntValue(name);
    return given > 0 ? given : otherwise;
}

double residentMib() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toDouble() * 4096 / 1048576;
}

/// One finished run, and copies of its folder.
void makeRuns(const std::filesystem::path& folder) {
    auto workspace = Workspace::open(folder);
    ExperimentConfig config;
    auto record = (*workspace)->createRun(config, {}, "bench");
    for (int i = 0; i < 200; ++i) {
        const MetricSample sample{MetricId::TrainLoss, 0, i, i / 10.0, i * 0.01, i * 0.01, std::exp(-i / 50.0)};
        (void)(*record)->addMetrics({&sample, 1}).ok();
    }
    (void)(*record)->setBest(0.1, 100, 10).ok();
    (void)(*record)->setState(RunState::Finished, 200, 20, 2.0).ok();
    const std::filesystem::path first = (*record)->folder();
    record->reset();
    workspace->reset();
    for (int i = 0; i < kRuns; ++i) {
        const auto copy = folder / "runs" / ("20200101-000000-" + std::to_string(10000 + i));
        std::filesystem::create_directory(copy);
        for (const char* file : {"config.json", "run.sqlite"}) std::filesystem::copy_file(first / file, copy / file);
    }
}

void writeTable(const QString& path, int rows) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return;
    QByteArray text = "load,temperature\n";
    for (int i = 0; i < rows; ++i) {
        text += QByteArray::number(std::sin(i * 0.01) + i % 7 * 0.1, 'f', 3) + ',' +
                QByteArray::number(i % 24 * 0.5, 'f', 1) + '\n';
        if (text.size() > 1 << 20) file.write(text), text.clear();
    }
    file.write(text);
}

/// Opens the file and confirms it as soon as it is read.
void importTable(test::WholeProgram& program, const QString& path) {
    program.window->openPath(path);
    QWidget* page = program.window->page(QStringLiteral("import"));
    const auto* draft = page->findChild<ExperimentModel*>();
    if (QTest::qWaitFor([draft] { return draft->dataset() != nullptr; }, 240000)) QTest::keyClick(page, Qt::Key_Return);
}

}  // namespace

class BenchLongSession : public QObject {
    Q_OBJECT
    std::mt19937_64 dice_;
    std::vector<double> lateMs_;

    int below(int limit) { return static_cast<int>(dice_() % static_cast<std::uint64_t>(std::max(1, limit))); }

    template <class Widget>
    Widget* shown(test::WholeProgram& program) {
        QList<Widget*> all;
        for (auto* widget : program.window->template findChildren<Widget*>())
            if (widget->isVisible() && widget->isEnabled()) all << widget;
        return all.isEmpty() ? nullptr : all[below(static_cast<int>(all.size()))];
    }

    static void turnWheel(QWidget& at, QPoint place, int delta) {
        QWheelEvent wheel(place, at.mapToGlobal(place), {}, QPoint(0, delta), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&at, &wheel);
    }

    /// What people do with a run going on.
    void act(test::WholeProgram& program) {
        constexpr const char* kPages[] = {"data", "model", "train", "compare", "train"};
        switch (below(8)) {
            case 0:
                return program.window->showPage(QString::fromLatin1(kPages[below(5)]));
            case 1:
                if (auto* chart = shown<LineChart>(program))
                    turnWheel(*chart, QPoint(below(chart->width()), below(chart->height())), below(2) ? 120 : -120);
                return;
            case 2:
                if (auto* widget = shown<QWidget>(program))
                    turnWheel(*widget, QPoint(below(widget->width()), below(widget->height())), below(2) ? 120 : -120);
                return;
            case 3:
                if (auto* widget = shown<QWidget>(program))
                    QTest::mouseMove(widget, QPoint(below(widget->width()), below(widget->height())));
                return;
            case 4:
                if (auto* table = shown<QTableView>(program); table && table->isSortingEnabled())
                    table->sortByColumn(below(table->model()->columnCount()),
                                        below(2) ? Qt::AscendingOrder : Qt::DescendingOrder);
                return;
            case 5:
                return program.experiment.set("hidden_size", std::int64_t{8 + below(100)});
            case 6:
                if (!program.experiment.loading()) program.experiment.undoStack().undo();
                return;
            default:
                if (program.runs.live()) program.runs.change({"learning_rate", 1e-3 * (1 + below(3))});
                if (below(4) == 0 && !program.runs.runs().empty())
                    return program.runs.open(
                        QString::fromStdString(program.runs.runs()[static_cast<std::size_t>(below(kRuns))].id));
                if (program.runs.live()) program.runs.open(QString::fromStdString(program.runs.live()->summary.id));
        }
    }

    void notify(test::WholeProgram& program, const char* when) {
        auto* app = static_cast<test::WatchedApplication*>(qApp);
        std::vector<double> late = lateMs_;
        std::sort(late.begin(), late.end());
        const auto lateBelow = [&late](double share) {
            return late.empty() ? 0 : late[static_cast<std::size_t>(share * static_cast<double>(late.size() - 1))];
        };
        std::size_t points = 0;
        if (program.runs.live())
            for (const Metric& metric : metrics()) points += program.runs.live()->metrics.series(metric.id).size();
        qInfo(
            "%s: %zu events, 99.9 %% below %.1f ms, longest %.1f ms; a 10 ms clock late by: 99 %% below %.1f, 99.9 %% "
            "below %.1f, at most %.1f ms; longest in %s; %.0f MiB, %zu points, step %lld",
            when, app->events(), app->wallMsBelow(0.999), app->worstWallMs(), lateBelow(0.99), lateBelow(0.999),
            lateBelow(1), qPrintable(app->worstWhat()), residentMib(), points,
            program.runs.live() ? static_cast<long long>(program.runs.live()->summary.step) : -1LL);
    }

private Q_SLOTS:
    void session() {
        const int minutes = number("GATELAB_MINUTES", 10), rows = number("GATELAB_ROWS", 10'000'000);
        dice_.seed(static_cast<std::uint64_t>(number("GATELAB_SEED", 1)));
        const QTemporaryDir folder;
        const QString table = folder.filePath(QStringLiteral("table.csv"));
        makeRuns(folder.filePath(QStringLiteral("runs")).toStdString());
        writeTable(table, rows);
        auto* app = static_cast<test::WatchedApplication*>(qApp);
        test::WholeProgram program(folder.path());
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() || !program.runs.engineError().isEmpty(), 120000);
        if (!program.runs.engine()) QSKIP(qPrintable(program.runs.engineError()));
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.runs().size() > kRuns && program.experiment.prepared(), 120000);
        ExperimentConfig config = program.experiment.config();
        config.lookback = 48;
        config.hiddenSize = 16;
        config.epochs = 1'000'000;
        config.device = "cpu";
        config.threads = 1;
        program.runs.start({config, program.experiment.dataset()});
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() && program.runs.live()->summary.step > 10, 120000);
        program.experiment.undoStack().clear();
        app->forget();
        QElapsedTimer beat;
        QTimer heart;
        heart.setTimerType(Qt::PreciseTimer);
        connect(&heart, &QTimer::timeout, this, [&] {
            lateMs_.push_back(std::max(0.0, static_cast<double>(beat.nsecsElapsed()) / 1e6 - kBeatMs)), beat.restart();
        });
        beat.start();
        heart.start(kBeatMs);
        QElapsedTimer clock;
        clock.start();
        bool taken = false;  // the long table is there
        for (int minute = 1; minute <= minutes; ++minute) {
            while (clock.elapsed() < minute * INT64_C(60000)) {
                act(program);
                QTest::qWait(kLookMs);
                if (taken || clock.elapsed() < minutes * INT64_C(20000) || program.experiment.loading()) continue;
                if (program.experiment.config().dataPath.empty())
                    importTable(program, table);
                else if (program.experiment.dataset())
                    taken = program.experiment.dataset()->series->rows() == rows;
                if (taken) notify(program, "imported"), program.experiment.undoStack().clear();
            }
            notify(program, qPrintable(QStringLiteral("minute %1").arg(minute)));
        }
        QVERIFY(taken);
        program.runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), 240000);
        program.window->close();
    }

    void cleanupTestCase() { BackgroundJob::waitForAll(); }
};

int main(int argc, char** argv) {
    gatelab::test::WatchedApplication app(argc, argv);
    BenchLongSession bench;
    return QTest::qExec(&bench, argc, argv);
}

#include "tst_long_session.moc"
