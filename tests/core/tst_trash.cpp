// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the trash can be removed for good; nothing else goes with it.
#include "store/workspace.h"
#include "support/quick_folder.h"

#include <QTest>

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
