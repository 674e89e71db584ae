// SPDX-License-Identifier: GPL-3.0-or-later
// Strong baselines that a run keeps stand behind the simple ones wherever its scores are read.
// Holds core/store/record/run_history.cpp.
#include "store/record/kept_baselines.h"

#include "io/file_io.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

void must(const Result<>& done) {
    if (!done.ok()) qFatal("%s", done.error().message.c_str());
}

KeptBaselines someKept() {
    KeptBaselines kept;
    kept.methods = {{"ets", "ETS(A,N,A)", 1.5}};
    kept.left = {{"arima", 40, {}}, {"lightgbm", std::numeric_limits<double>::quiet_NaN(), Phrase("is not there")}};
    kept.validation = {{"ets", "standardised", "mse", 0.25}};
    kept.test = {{"ets", "standardised", "mse", 0.5},
                 {"ets", "original", "r2", std::numeric_limits<double>::quiet_NaN()}};
    return kept;
}

std::size_t countOf(const std::vector<TestScore>& scores, const char* method) {
    return static_cast<std::size_t>(std::ranges::count(scores, std::string(method), &TestScore::method));
}

/// A finished run with scores of the network and a simple method.
std::string finishedRun(Workspace& workspace) {
    const auto record = take(workspace.createRun(ExperimentConfig(), "", "data"));
    must(record->addEvent({ValidationBaselines{{{"drift", "standardised", "mse", 0.4}}}}));
    const std::vector<TestScore> scores{{"model", "standardised", "mse", 0.3}, {"drift", "standardised", "mse", 0.6}};
    must(record->setScores(scores));
    RunEnd end;
    end.state = RunState::Finished, end.scores = scores;
    must(record->addEvent({end}));
    must(record->setState(RunState::Finished, 10, 1, 1));
    return record->id();
}

}  // namespace

class TestKeptBaselines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theyComeBack() {
        const QuickFolder folder;
        QCOMPARE(readKeptBaselines(folder.path()).error().code, ErrorCode::NotFound);
        const KeptBaselines kept = someKept();
        must(keepBaselines(folder.path(), kept));
        const KeptBaselines read = take(readKeptBaselines(folder.path()));
        QVERIFY(read.has("ets") && !read.has("arima"));
        QCOMPARE(read.methods[0].note, kept.methods[0].note);
        QCOMPARE(read.methods[0].seconds, 1.5);
        QCOMPARE(read.left[0].seconds, 40.0);
        QVERIFY(read.left[0].why.empty() && std::isnan(read.left[1].seconds));
        QCOMPARE(read.left[1].why.english(), std::string("is not there"));
        QCOMPARE(read.validation[0].value, 0.25);
        QVERIFY(read.test.size() == 2 && std::isnan(read.test[1].value));
    }

    /// Each byte of it.
    void damageIsNamed() {
        const QuickFolder folder;
        must(keepBaselines(folder.path(), someKept()));
        const auto file = folder.path() / "baselines.json";
        const std::string whole = take(readFileBytes(file, 1 << 20));
        for (std::size_t i = 0; i < whole.size(); ++i) {
            std::string other = whole;
            other[i] = static_cast<char>(other[i] ^ 1);
            must(writeFileDurably(file, other));
            const auto read = readKeptBaselines(folder.path());
            QVERIFY2(!read.ok() && read.error().code == ErrorCode::Corrupt, qPrintable(QString::number(i)));
        }
    }

    void whereverScoresAreRead() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = finishedRun(*workspace);
        const auto run = folder.path() / "runs" / id;
        must(workspace->refresh(id));
        QCOMPARE(countOf(take(workspace->run(id)).scores, "ets"), std::size_t{0});
        must(keepBaselines(run, someKept()));
        must(workspace->refresh(id));
        // Once, however often the run is read and the index made anew
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(countOf(take(workspace->run(id)).scores, "ets"), std::size_t{2});
            QCOMPARE(countOf(take(workspace->runs()).front().scores, "drift"), std::size_t{1});
            must(workspace->rebuildIndex({}));
        }
        const RunHistory history = take(readRunHistory(run));
        QVERIFY(history.problems.empty());
        for (const RunEvent& event : history.events) {
            if (const auto* told = event.as<ValidationBaselines>())
                QVERIFY(countOf(told->scores, "ets") == 1 && countOf(told->scores, "drift") == 1);
            if (const auto* end = event.as<RunEnd>()) QCOMPARE(countOf(end->scores, "ets"), std::size_t{2});
        }
        // What is damaged is left out and said.
        must(writeFileDurably(run / "baselines.json", "{}"));
        QVERIFY(!take(readRunHistory(run)).problems.empty());
    }

    /// A part that was not scored has no scores of a baseline alone.
    void nothingIsAddedToNothing() {
        std::vector<TestScore> none;
        appendScores(someKept().test, none);
        QVERIFY(none.empty());
        std::vector<TestScore> has{{"ets", "standardised", "mse", 0.1}};
        appendScores(someKept().test, has);
        QVERIFY(has.size() == 1 && has[0].value == 0.1);
    }
};

QTEST_GUILESS_MAIN(TestKeptBaselines)
#include "tst_kept_baselines.moc"
