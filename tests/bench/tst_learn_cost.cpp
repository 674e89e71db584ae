// SPDX-License-Identifier: GPL-3.0-or-later
// What the open Learn page costs a training beside it, by the processor time of the training's own thread, and how fast
// the film of a training is scrubbed. Prints figures; has no limits.
#include "common/background_job.h"
#include "data/readers.h"
#include "pages/learn/film/film_bar.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/learn_page.h"
#include "store/film.h"
#include "store/run_weights.h"
#include "support/places.h"
#include "support/whole_program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>
#include <algorithm>
#include <ctime>
#include <map>

using namespace gatelab;

namespace {

constexpr int kPairs = 9, kPatience = 120000;
constexpr double kSegmentSeconds = 4;
constexpr std::int64_t kFrames = 200;

/// Two layers in both directions over 96 hours of ETTh1, where it is there.
ExperimentConfig experiment() {
    ExperimentConfig config;
    const QString file = gatelab::testing::inSource("/../shared/data/ETTh1.csv");
    if (QFile::exists(file)) {
        config.dataPath = file.toStdString();
    } else {
        config.builtin = "sine-mix";
        config.builtinLength = 10000;
    }
    config.lookback = 96;
    config.horizon = 24;
    config.hiddenSize = 32;
    config.layers = 2;
    config.bidirectional = true;
    config.batchSize = 64;
    config.epochs = 100000;
    config.device = "cpu";
    config.threads = 1;
    return config;
}

/// Nanoseconds of processor time of each thread of this process.
std::map<int, double> threadTimes() {
    std::map<int, double> times;
    for (const QString& name : QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(QStringLiteral("/proc/self/task/%1/schedstat").arg(name));
        if (file.open(QIODevice::ReadOnly)) times[name.toInt()] = file.readAll().split(' ').front().toDouble();
    }
    return times;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

QString spread(const std::vector<double>& values) {
    return QStringLiteral("%1 (%2 to %3)")
        .arg(median(values), 0, 'f', 4)
        .arg(*std::min_element(values.begin(), values.end()), 0, 'f', 4)
        .arg(*std::max_element(values.begin(), values.end()), 0, 'f', 4);
}

}  // namespace

class BenchLearnCost : public QObject {
    Q_OBJECT

    /// One stretch of the training.
    struct Segment {
        double perStep = 0;  ///< ms of processor time of the training's thread
        double others = 0;   ///< processor seconds of all other threads per second
        double speed = 0;    ///< steps per second by the clock
    };
    [[nodiscard]] std::int64_t steps() const { return program_->runs.live()->summary.step; }

    Segment segment() {
        // The window hears of steps some times a second: both ends are such news.
        const auto news = [this] {
            const std::int64_t before = steps();
            (void)QTest::qWaitFor([&] { return steps() > before; }, kPatience);
        };
        news();
        const std::int64_t first = steps();
        const auto before = threadTimes();
        QElapsedTimer clock;
        clock.start();
        QTest::qWait(static_cast<int>(1000 * kSegmentSeconds));
        news();
        const double seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
        const auto after = threadTimes();
        const double done = static_cast<double>(steps() - first);
        std::map<double, int> used;
        double all = 0;
        for (const auto& [thread, time] : after) {
            const double more = time - (before.contains(thread) ? before.at(thread) : 0);
            all += more;
            if (thread != getpid()) used[more] = thread;
        }
        const double most = used.rbegin()->first;
        return {most / 1e6 / done, (all - most) / 1e9 / seconds, done / seconds};
    }

    QTemporaryDir folder_;
    std::unique_ptr<test::WholeProgram> program_;

    LearnPage& learn(const QString& run = {}) {
        program_->window->showPlace({QStringLiteral("learn"), QStringLiteral("microscope"), run});
        return *qobject_cast<LearnPage*>(program_->window->page(QStringLiteral("learn")));
    }

private Q_SLOTS:
    void initTestCase() {
        program_ = std::make_unique<test::WholeProgram>(folder_.path());
        program_->runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.engine() || !program_->runs.engineError().isEmpty(), kPatience);
        if (!program_->runs.engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QTRY_VERIFY(program_->runs.workspace() != nullptr);
    }
    void cleanupTestCase() {
        program_.reset();
        BackgroundJob::waitForAll();
    }

    void training() {
        program_->runs.start({experiment()});
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live() && steps() > 20, kPatience);
        LearnPage& page = learn();
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
        std::vector<double> cost, others, speed;
        for (int pair = 0; pair < kPairs; ++pair) {
            Segment open, closed;
            for (const bool isOpen : {pair % 2 == 1, pair % 2 == 0}) {
                if (isOpen)
                    (void)learn();
                else
                    program_->window->showPage(QStringLiteral("model"));
                QTest::qWait(600);
                (isOpen ? open : closed) = segment();
            }
            cost.push_back(open.perStep / closed.perStep);
            others.push_back(open.others - closed.others);
            speed.push_back(closed.speed / open.speed);
            qInfo("ms of the training's thread per step: closed %.3f, open %.3f; other threads per s: %.3f, %.3f",
                  closed.perStep, open.perStep, closed.others, open.others);
        }
        qInfo("copies of the weights, share of the training: %.5f", page.look().gates()->weights.copyShare);
        qInfo("open / closed, processor time of the training's thread per step, %d pairs: %s", kPairs,
              qPrintable(spread(cost)));
        qInfo("processor seconds per second of all other threads, open less closed: %s", qPrintable(spread(others)));
        qInfo("steps/s closed / open by the clock: %s", qPrintable(spread(speed)));
        QSignalSpy finished(&program_->runs, &RunController::runFinished);
        program_->runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
    }

    void film() {
        QTemporaryDir folder;
        ExperimentConfig config = experiment();
        config.maxSteps = 20;
        QSignalSpy finished(&program_->runs, &RunController::runFinished);
        program_->runs.start({config});
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
        const QString id = finished.front().front().toString();
        const auto run = program_->runs.workspace()->folder() / "runs" / id.toStdString();
        const FilmStore film(run);
        (void)film.cutAfter(-1).ok();
        const auto weights = readRunWeights(run, "best");
        QVERIFY(weights.ok());
        for (std::int64_t step = 1; step <= kFrames; ++step)
            QVERIFY(film.add(weights->file, {step, 1, 1.0, 0.001, 1.0}, std::int64_t{1} << 30).ok());
        LearnPage& page = learn(id);
        QTRY_VERIFY_WITH_TIMEOUT(std::ssize(page.look().film()) == kFrames && page.look().gates(), kPatience);
        for (const char* pass : {"first time", "again"}) {
            const std::clock_t began = std::clock();
            QElapsedTimer clock;
            clock.start();
            for (int frame = 0; frame < kFrames; ++frame) {
                page.filmBar().showFrame(frame);
                QVERIFY(QTest::qWaitFor(
                    [&] {
                        return page.look().gates() &&
                               page.look().gates()->weights.step == page.look().film()[static_cast<std::size_t>(frame)];
                    },
                    kPatience));
                page.microscope().canvas().repaint();
            }
            const double seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9,
                         busy = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
            qInfo("film of %d frames, %s: %.1f frames/s by the clock, %.1f by the processor time of all threads",
                  static_cast<int>(kFrames), pass, static_cast<double>(kFrames) / seconds,
                  static_cast<double>(kFrames) / busy);
        }
    }
};

QTEST_MAIN(BenchLearnCost)
#include "tst_learn_cost.moc"
