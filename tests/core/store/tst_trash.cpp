// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the trash can be removed for good; nothing else goes with it.
#include "io/file_io.h"
#include "store/workspace.h"
#include "store/workspace_care.h"
#include "support/quick_folder.h"

#include <QTest>
#include <cerrno>

using namespace gatelab;

class TestTrash : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneRunIsErased() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        std::vector<std::string> ids;
        for (int i = 0; i < 3; ++i) {
            auto record = workspace->createRun(ExperimentConfig(), "", "data");
            QVERIFY(record.ok());
            ids.push_back((*record)->id());
        }
        for (const std::size_t at : {0, 1}) QVERIFY(workspace->deleteRun(ids[at]).ok());
        QVERIFY(workspace->eraseDeletedRun(ids[0]).ok());
        const auto left = workspace->deletedRuns();
        QVERIFY(left.ok());
        QCOMPARE(left->size(), std::size_t{1});
        QCOMPARE(left->front().id, ids[1]);
        QVERIFY(!std::filesystem::exists(folder.path() / "trash" / ids[0]));
        QCOMPARE(workspace->runs()->size(), std::size_t{1});
    }

    void aTrashThatWasEmptiedByHalfHoldsNoDamage() {
        for (const bool isOne : {true, false}) {
            const QuickFolder folder;
            auto workspace = *Workspace::open(folder.path());
            const std::string id = (*workspace->createRun(ExperimentConfig(), "", "data"))->id();
            QVERIFY(workspace->deleteRun(id).ok());
            int removals = 0;
            setFaultPlan([&](IoCall call, const std::filesystem::path&) {
                return call == IoCall::Unlink && ++removals > 1 ? EIO : 0;
            });
            const auto emptied = isOne ? workspace->eraseDeletedRun(id) : workspace->emptyTrash();
            setFaultPlan({});
            QVERIFY(!emptied.ok() && removals > 1);
            QVERIFY(workspace->deletedRuns()->empty());
            const auto check = checkWorkspace(*workspace);
            QVERIFY(check.ok() && check->damaged.empty() && check->runs == 0);
            QVERIFY(workspace->emptyTrash().ok() && !std::filesystem::exists(folder.path() / "trash"));
        }
    }

    void onlyOfTheTrash() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        std::string id;
        {
            auto record = workspace->createRun(ExperimentConfig(), "", "data");
            QVERIFY(record.ok());
            id = (*record)->id();
        }
        for (const std::string& wrong : {id, std::string("../runs/") + id, std::string(), std::string(".")})
            QCOMPARE(workspace->eraseDeletedRun(wrong).error().code, ErrorCode::NotFound);
        QCOMPARE(workspace->runs()->size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestTrash)
#include "tst_trash.moc"
