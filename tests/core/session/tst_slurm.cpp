// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/outer_program.h"
#include "session/slurm.h"
#include "support/made_programs.h"
#include "support/places.h"

#include <QFile>
#include <QTest>

using namespace gatelab;
using namespace gatelab::testing;

/// The programs of Slurm, as made-up ones answer.
class TestSlurm : public QObject {
    Q_OBJECT
    std::unique_ptr<test::MadePrograms> programs_;

    void answer(const char* program, const QByteArray& script) const { programs_->answer(program, script); }

private Q_SLOTS:
    void init() { programs_ = std::make_unique<test::MadePrograms>(); }
    void cleanup() { programs_.reset(); }

    void aProgramIsHeardToItsEnd() {
        answer("talks", "seq 100000; seq 50000 >&2; cat; exit 7");  // more than a pipe holds, both ways; no input
        const auto said = askProgram({"talks"});
        QVERIFY(said.ok());
        QCOMPARE(said->code, 7);
        QCOMPARE(said->out.size(), std::size_t{588895});
        QCOMPARE(said->err.size(), std::size_t{288894});
        answer("dies", "kill -9 $$");
        QCOMPARE(askProgram({"dies"})->code, 137);
        int asked = 0;
        const auto stopped = askProgram({"/bin/sleep", "1000000"}, [&asked] { return ++asked < 3; });
        QVERIFY(!stopped.ok() && stopped.error().code == ErrorCode::Cancelled);
    }

    void noSlurmIsSaid() {
        programs_->hideOthers();
        const auto asked = slurm::submit("/x");
        QCOMPARE(asked.error().code, ErrorCode::NotFound);
        QVERIFY(asked.error().message.find("no program 'sbatch'") != std::string::npos);
        QCOMPARE(slurm::jobs().error().code, ErrorCode::NotFound);
    }

    void aJobHasANumber() {
        answer("sbatch", "[ \"$1\" = --parsable ] && [ -n \"$2\" ] && echo '123;cluster'");
        QCOMPARE(*slurm::submit("/a b"), std::string("123"));
        answer("sbatch", "echo queued");
        QCOMPARE(slurm::submit("/x").error().code, ErrorCode::Unsupported);
    }

    /// Its own words, and what helps.
    void aRefusalIsQuoted_data() {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("remedy");
        QTest::newRow("partition") << QByteArray("invalid partition specified: nope") << QByteArray("sinfo");
        QTest::newRow("limit") << QByteArray("Requested time limit is invalid (missing or exceeds some limit)")
                               << QByteArray("lower --time");
        QTest::newRow("node") << QByteArray("Requested node configuration is not available")
                              << QByteArray("ask for less");
        QTest::newRow("controller") << QByteArray("Unable to contact slurm controller (connect failure)")
                                    << QByteArray("does not answer");
        QTest::newRow("no cluster") << QByteArray("fatal: Could not establish a configuration source")
                                    << QByteArray("SLURM_CONF");
        QTest::newRow("other") << QByteArray("what nobody foresaw") << QByteArray("mend the profile");
    }
    void aRefusalIsQuoted() {
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, remedy);
        answer("sbatch", "echo 'sbatch: error: " + words + "' >&2; exit 1");
        const QByteArray said = QByteArray::fromStdString(slurm::submit("/x").error().message);
        QVERIFY2(said.contains("sbatch: error: " + words) && said.contains(remedy), said);
    }

    /// What a Slurm 22.05.8 answered: one task of an array trains, the others wait.
    void whatSlurmAnswered() {
        QFile kept(inSource("/tests/core/session/squeue_22_05.json"));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        const auto jobs = slurm::jobsFrom(kept.readAll().toStdString());
        QVERIFY(jobs.ok());
        QCOMPARE(jobs->size(), std::size_t{2});
        const slurm::QueuedJob* trains = slurm::findJob(*jobs, "7_0");
        QVERIFY(trains != nullptr && !trains->hasEnded());
        QCOMPARE(trains->state, std::string("RUNNING"));
        QCOMPARE(trains->nodes, std::string("n1"));
        const slurm::QueuedJob* waits = slurm::findJob(*jobs, "7_2");
        QVERIFY(waits != nullptr);
        QCOMPARE(waits->id, std::string("7_[1-3%1]"));
        QCOMPARE(waits->state, std::string("PENDING"));
        QCOMPARE(waits->reason, std::string("JobArrayTaskLimit"));
        QVERIFY(slurm::findJob(*jobs, "8") == nullptr && slurm::findJob(*jobs, "70_1") == nullptr);
    }

    /// As the documents of 23.11 and later say it: numbers are objects, states lists.
    void whatALaterSlurmAnswers() {
        const auto jobs = slurm::jobsFrom(R"({"jobs": [{"job_id": 9, "array_job_id": {"set": true, "infinite": false,
            "number": 0}, "array_task_id": {"set": false, "infinite": false, "number": 0}, "job_state": ["CANCELLED",
            "COMPLETING"], "state_reason": "None", "nodes": "n2", "restart_cnt": 3, "start_time": {"set": true,
            "infinite": false, "number": 1700000000}, "time_limit": {"set": true, "infinite": true, "number": 0}}]})");
        QVERIFY(jobs.ok());
        QCOMPARE(jobs->at(0).id, std::string("9"));
        QVERIFY(jobs->at(0).hasEnded());
        QCOMPARE(jobs->at(0).nodes, std::string("n2"));
    }

    void nonsenseIsSaid() {
        for (const char* text : {"", "slurm_load_jobs error", "{}", "{\"jobs\": 3}", "[]"})
            QVERIFY2(!slurm::jobsFrom(text).ok() || slurm::jobsFrom(text)->empty(), text);
        QVERIFY(slurm::jobsFrom(R"({"jobs": [{"job_id": "x", "job_state": 5, "nodes": null}]})").ok());
    }
};

QTEST_GUILESS_MAIN(TestSlurm)
#include "tst_slurm.moc"
