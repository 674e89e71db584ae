// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/saved_experiment.h"
#include "io/file_io.h"

#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace gatelab;

/// The experiment that is kept on every edit.
class TestSavedExperiment : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    [[nodiscard]] std::filesystem::path file(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / "new folder" / name;
    }

private Q_SLOTS:
    void whatIsKeptComesBack() {
        SavedExperiment kept(file("a.json"));
        QCOMPARE(kept.read().error().code, ErrorCode::NotFound);
        ExperimentConfig config;
        config.hiddenSize = 17;
        kept.add({config, "run-1"});
        QVERIFY(kept.run().empty());
        const auto back = SavedExperiment(file("a.json")).read();
        QVERIFY(back.ok());
        QCOMPARE(back->config, config);
        QCOMPARE(back->origin, std::string("run-1"));
        kept.add({config, ""});  // the settings are nobody's any more
        QVERIFY(kept.run().empty());
        QCOMPARE(SavedExperiment(file("a.json")).read()->origin, std::string());
    }

    /// While one thread writes, a closing program writes its last edit behind it.
    void theLastEditWins() {
        SavedExperiment kept(file("b.json"));
        std::thread writer([&kept] {
            for (int i = 0; i < 50; ++i) static_cast<void>(kept.run());
        });
        ExperimentConfig config;
        for (int i = 1; i <= 20; ++i) {
            config.hiddenSize = i;
            kept.add({config, "run-" + std::to_string(i)});
        }
        QVERIFY(kept.run().empty());
        writer.join();
        const auto back = SavedExperiment(file("b.json")).read();
        QVERIFY(back.ok());
        QCOMPARE(back->config.hiddenSize, std::int64_t{20});
        QCOMPARE(back->origin, std::string("run-20"));
    }

    void aDamagedFileIsAnErrorThatNamesIt() {
        QVERIFY(makeFolders(file("").parent_path()).ok());
        QVERIFY(writeFileDurably(file("c.json"), "{\"hidden_size\": ").ok());
        const auto read = SavedExperiment(file("c.json")).read();
        QVERIFY(!read.ok() && read.error().message.find("c.json") != std::string::npos);
    }

    void aFolderThatCannotBeMadeIsAnError() {
        QVERIFY(writeFileDurably(file("a file"), "x").ok());
        SavedExperiment kept(file("a file") / "d.json");
        kept.add({});
        QCOMPARE(kept.run().size(), std::size_t{1});
        QVERIFY(kept.run().empty());  // told once
    }
};

QTEST_APPLESS_MAIN(TestSavedExperiment)
#include "tst_saved_experiment.moc"
