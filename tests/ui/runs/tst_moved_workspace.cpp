// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace that is opened at another place keeps its list all the while; another one begins without.
#include "common/background_job.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestMovedWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void itsListStays() {
        const QTemporaryDir folder;
        const auto at = [&](const char* name, const std::vector<const char*>& ids) {
            std::vector<RunSummary> runs;
            for (const char* id : ids) {
                runs.emplace_back().id = id;
                QDir(folder.path()).mkpath(QStringLiteral("%1/runs/%2").arg(QLatin1String(name), QLatin1String(id)));
            }
            return std::make_shared<test::FakeWorkspace>(runs, folder.filePath(QLatin1String(name)).toStdString());
        };
        RunController runs;
        runs.setWorkspace(at("first", {"b", "a"}));
        QTRY_COMPARE(runs.runs().size(), std::size_t{2});
        bool isEmptied = false;
        connect(&runs, &RunController::runsChanged, this, [&] { isEmptied = isEmptied || runs.runs().empty(); });
        runs.setWorkspace(at("moved", {"c", "b", "a"}));
        QVERIFY(!isEmptied);
        QTRY_COMPARE(runs.runs().size(), std::size_t{3});
        runs.setWorkspace(at("other", {"a"}));
        QVERIFY(isEmptied);
        QTRY_COMPARE(runs.runs().size(), std::size_t{1});
    }
};

QTEST_MAIN(TestMovedWorkspace)
#include "tst_moved_workspace.moc"
