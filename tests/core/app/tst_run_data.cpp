// SPDX-License-Identifier: GPL-3.0-or-later
// The data file of a run: missing, changed, found elsewhere and linked where it was.
#include "app/run_data.h"
#include "data/data_identity.h"
#include "io/hash.h"
#include "store/data_for_run.h"
#include "store/workspace.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <string>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

}  // namespace

class TestRunData : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFileThatHasMovedIsLinkedWhereItWas() {
        const QTemporaryDir folder;
        const fs::path place = fs::path(folder.path().toStdString()) / "data" / "waves.csv",
                       moved = fs::path(folder.path().toStdString()) / "waves.csv",
                       other = fs::path(folder.path().toStdString()) / "other.csv";
        const std::string text = "a\n1\n2\n";
        write(moved, text);
        write(other, text + "3\n");
        const auto workspace = *Workspace::open(fs::path(folder.path().toStdString()) / "runs");
        ExperimentConfig config;
        config.dataPath = place.string();
        auto record = workspace->createRun(config, std::string(), "waves");
        QVERIFY(record.ok());
        RunPlanInfo plan;
        plan.identity.data = sha256(text);
        QVERIFY((*record)->addEvent({plan, 0, 0, 0, 0}).ok() && (*record)->flush().ok());
        const fs::path run = (*record)->folder();
        QVERIFY(checkRunData(run, config).error().code == ErrorCode::NotFound);
        // Other bytes: nothing is put there.
        QVERIFY(linkRunData(run, config, other).error().code == ErrorCode::InvalidInput);
        QVERIFY(linkRunData(run, config, folder.filePath(QStringLiteral("none.csv")).toStdString()).error().code ==
                ErrorCode::NotFound);
        QVERIFY(!fs::exists(fs::symlink_status(place)));
        QVERIFY(linkRunData(run, config, moved).ok());
        QVERIFY(fs::is_symlink(place) && checkRunData(run, config).ok());
        // Once more: the link leads nowhere by now.
        const fs::path further = fs::path(folder.path().toStdString()) / "further.csv";
        fs::rename(moved, further);
        QVERIFY(!checkRunData(run, config).ok());
        QVERIFY(linkRunData(run, config, further).ok());
        QVERIFY(checkRunData(run, config).ok());
        // What is there is never replaced.
        QVERIFY(linkRunData(run, config, other).ok());
        QCOMPARE(fs::read_symlink(place), further);
        write(further, text + "3\n");
        QVERIFY(checkRunData(run, config).error().code == ErrorCode::InvalidInput);
    }

    /// A run on data that brought their validation part, or were put together, has an identity of its own.
    void dataTakenOtherwiseAreTheSameFile() {
        const QTemporaryDir folder;
        const fs::path top = folder.path().toStdString(), file = top / "val.npz", other = top / "other.npz";
        write(file, "a\n1\n2\n"), write(other, "a\n1\n3\n");
        ExperimentConfig config;
        config.dataPath = file.string();
        const auto workspace = *Workspace::open(top / "runs");
        for (const char* how : {kPutTogether, kOwnValidation, kWithoutWaiting}) {
            auto record = workspace->createRun(config, std::string(), "val");
            QVERIFY(record.ok());
            RunPlanInfo plan;
            plan.identity.data = sha256(sha256("a\n1\n2\n") + how);
            QVERIFY((*record)->addEvent({plan, 0, 0, 0, 0}).ok() && (*record)->flush().ok());
            const fs::path run = (*record)->folder();
            QVERIFY(checkRunData(run, config).ok());
            fs::rename(file, top / "moved.npz");
            QVERIFY(linkRunData(run, config, other).error().code == ErrorCode::InvalidInput);
            QVERIFY(linkRunData(run, config, top / "moved.npz").ok() && checkRunData(run, config).ok());
            fs::remove(file), fs::rename(top / "moved.npz", file);
        }
    }

    /// What a run's folder says of its data may be a stranger's.
    void keptDataAreNeverOutsideTheWorkspace() {
        const QTemporaryDir folder;
        const fs::path top = folder.path().toStdString(), run = top / "runs" / "x", inside = top / "data" / "a.csv";
        fs::create_directories(run), fs::create_directories(top / "data");
        write(top / "secret.csv", "a\n1\n"), write(inside, "a\n1\n");
        fs::create_symlink(top / "secret.csv", top / "data" / "link.csv");
        ExperimentConfig config;
        config.dataPath = "/gone/a.csv";
        QCOMPARE(withKeptData(config, run).dataPath, config.dataPath);
        for (const std::string& name : {std::string("../secret.csv"), (top / "secret.csv").string(), std::string(".."),
                                        std::string("link.csv"), std::string(), std::string("none.csv")}) {
            write(run / kKeptDataName, name);
            QVERIFY2(keptData(run).empty(), name.c_str());
            QCOMPARE(withKeptData(config, run).dataPath, config.dataPath);
        }
        QVERIFY(!keepDataName(run, "../secret.csv").ok() && !keepDataName(run, "/dev/zero").ok());
        QVERIFY(keepDataName(run, "a.csv").ok());
        QCOMPARE(keptData(run), inside);
        QCOMPARE(withKeptData(config, run).dataPath, inside.string());
        QCOMPARE(withKeptData(ExperimentConfig(), run).dataPath, std::string());  // of a built-in series
    }
};

QTEST_MAIN(TestRunData)
#include "tst_run_data.moc"
