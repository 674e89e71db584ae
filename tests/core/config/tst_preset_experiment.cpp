// SPDX-License-Identifier: GPL-3.0-or-later
// The ready-made experiments: table and folder agree, and what is said to need no file has its data.
#include "config/field.h"
#include "config/preset_experiment.h"
#include "data/experiment_check.h"
#include "data/readers.h"

#include "support/places.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace gatelab;

class TestPresetExperiment : public QObject {
    Q_OBJECT
    const QDir folder_{gatelab::testing::inSource("/resources/experiments")};

private Q_SLOTS:
    void tableAndFolderAgree() {
        const QStringList files = folder_.entryList({QStringLiteral("*.json")}, QDir::Files);
        QCOMPARE(static_cast<std::size_t>(files.size()), readyExperiments().size());
        for (const QString& file : files) {
            const QString key = file.chopped(5);
            const PresetExperiment* ready = findPresetExperiment(key.toStdString());
            QVERIFY2(ready, qPrintable(key));
            QFile text(folder_.filePath(file));
            QVERIFY(text.open(QIODevice::ReadOnly));
            const QJsonObject json = QJsonDocument::fromJson(text.readAll()).object();
            QVERIFY2(ready->needsFile() != json.contains(QStringLiteral("builtin")), qPrintable(key));
            QVERIFY2(!json.contains(QStringLiteral("data")), qPrintable(key));  // a path of one machine
        }
        QVERIFY(!findPresetExperiment("") && !findPresetExperiment("nonsense"));
    }

    void allCanBeRead() {
        for (const PresetExperiment& ready : readyExperiments()) {
            const auto read = readPresetExperiment(ready);
            QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
            QVERIFY2(read->warnings.empty() && !hasErrors(checkConfig(read->config)), ready.key);
            if (ready.needsFile()) continue;
            ExperimentConfig config = read->config;
            const auto data = loadDataset(config);
            QVERIFY2(data.ok() && !hasErrors(checkExperiment(config, &*data)), ready.key);
        }
    }
};

QTEST_APPLESS_MAIN(TestPresetExperiment)
#include "tst_preset_experiment.moc"
