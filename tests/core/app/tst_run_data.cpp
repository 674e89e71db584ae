// SPDX-License-Identifier: GPL-3.0-or-later
// The data file of a run: missing, changed, found elsewhere and linked where it was.
#include "app/run_data.h"
#include "io/hash.h"
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
};

QTEST_MAIN(TestRunData)
#include "tst_run_data.moc"
