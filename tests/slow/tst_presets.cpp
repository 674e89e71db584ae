// SPDX-License-Identifier: GPL-3.0-or-later
// The ready-made experiments, whole, against the figures of the literature. Minutes; only on request (label slow). Data
// files are looked for in the folder that GATELAB_DATA names, else in ../shared/data beside the checkout.
#include "support/places.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

class TestPresets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void beatsItsLimit_data();
    void beatsItsLimit();
    void theFirstRunBeatsEveryBaseline();
    void plainNetworkFails_data();
    void plainNetworkFails();
};

namespace {

QString dataFile(const QString& name) {
    const QString folder = qEnvironmentVariable("GATELAB_DATA", gatelab::testing::inSource("/../shared/data"));
    return folder + '/' + name;
}

/// The result of a preset as gatelab-worker prints it last; empty on failure.
QJsonObject train(const QStringList& words) {
    QProcess process;
    process.start(gatelab::testing::inBuild("/bin/gatelab-worker"),
                  QStringList{"train", "--json", "--quiet", "--no-store", "--device", "cpu", "--threads", "1"} + words);
    process.waitForFinished(-1);
    const QByteArray last = process.readAllStandardOutput().trimmed().split('\n').last();
    qInfo("%s: %s", qPrintable(words.join(' ')), last.constData());
    return QJsonDocument::fromJson(last).object()["result"].toObject();
}

double score(const QJsonObject& scores, const QString& scale, const QString& metric) {
    return scores[scale].toObject()[metric].toDouble(qQNaN());
}

}  // namespace

void TestPresets::beatsItsLimit_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("seeds");
    QTest::addColumn<QString>("scale");
    QTest::addColumn<QString>("metric");
    QTest::addColumn<double>("limit");
    QTest::addColumn<bool>("higher");
    // Persistence on the same windows; LSTMa of the Informer paper: 0.114 and 0.272.
    QTest::newRow("ETTh1 MSE") << "etth1-ot-24"
                               << "ETTh1.csv" << 5 << "standardised"
                               << "mse" << 0.034 << false;
    QTest::newRow("ETTh1 MAE") << "etth1-ot-24"
                               << "ETTh1.csv" << 5 << "standardised"
                               << "mae" << 0.139 << false;
    QTest::newRow("ItalyPowerDemand") << "italy-power"
                                      << "ItalyPowerDemand_TRAIN.ts" << 5 << "original"
                                      << "accuracy" << 0.945 << true;
    QTest::newRow("JapaneseVowels") << "japanese-vowels"
                                    << "JapaneseVowels_TRAIN.ts" << 1 << "original"
                                    << "accuracy" << 0.9 << true;
    QTest::newRow("BasicMotions") << "basic-motions"
                                  << "BasicMotions_TRAIN.ts" << 1 << "original"
                                  << "accuracy" << 0.85 << true;
    // Hochreiter and Schmidhuber 1997: solved means an error over 0.04 on fewer than 3 of 2,560 sequences, and they
    // needed 74,000 (adding) and 31,390 (order).
    QTest::newRow("adding 100") << "adding-100"
                                << "" << 1 << "original"
                                << "over_0.04" << 2.5 / 2560 << false;
    QTest::newRow("temporal order 6a") << "temporal-order-6a"
                                       << "" << 1 << "original"
                                       << "accuracy" << 1 - 2.5 / 2560 << true;
    QTest::newRow("grammar") << "grammar-text"
                             << "" << 1 << "original"
                             << "accuracy" << 0.98 << true;
}

void TestPresets::beatsItsLimit() {
    QFETCH(QString, preset);
    QFETCH(QString, file);
    QFETCH(int, seeds);
    QFETCH(QString, scale);
    QFETCH(QString, metric);
    QFETCH(double, limit);
    QFETCH(bool, higher);
    QStringList words = {"--preset", preset, "--seeds", QString::number(seeds)};
    if (!file.isEmpty()) {
        if (!QFileInfo::exists(dataFile(file)))
            QSKIP(qPrintable(dataFile(file) + " is not there (datasets/README.md)"));
        words << "--data" << dataFile(file);
    }
    const QJsonObject result = train(words);
    QCOMPARE(result["state"].toString(), QStringLiteral("finished"));
    const double value = score(result["test"].toObject(), scale, metric);
    QVERIFY2(higher ? value >= limit : value <= limit,
             qPrintable(QStringLiteral("%1 %2, limit %3").arg(metric).arg(value).arg(limit)));
    QVERIFY(!result["baselines"].toObject().isEmpty());
}

// What Play on the start page trains: the series and the settings of a first start, five seeds.
void TestPresets::theFirstRunBeatsEveryBaseline() {
    const QJsonObject result = train({"--builtin", "mackey-glass", "--seeds", "5"});
    const QJsonArray seeds = result["seeds"].toArray();
    QCOMPARE(seeds.size(), 5);
    const QJsonObject others = result["baselines"].toObject();
    QVERIFY(others.size() >= 5);
    for (const QJsonValue& seed : seeds) {
        const double mine = score(seed.toObject()["test"].toObject(), "standardised", "mse");
        for (const QString& name : others.keys())
            QVERIFY2(mine < 0.5 * score(others[name].toObject(), "standardised", "mse"), qPrintable(name));
    }
}

void TestPresets::plainNetworkFails_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("metric");
    QTest::addColumn<double>("limit");  // what guessing reaches, with room
    QTest::newRow("adding 100") << "adding-100"
                                << "over_0.04" << 0.5;
    QTest::newRow("temporal order 6a") << "temporal-order-6a"
                                       << "accuracy" << 0.5;
}

void TestPresets::plainNetworkFails() {
    QFETCH(QString, preset);
    QFETCH(QString, metric);
    QFETCH(double, limit);
    const QJsonObject result = train({"--preset", preset, "--cell", "rnn-tanh"});
    QCOMPARE(result["state"].toString(), QStringLiteral("finished"));
    const double value = score(result["test"].toObject(), "original", metric);
    QVERIFY2(metric == "accuracy" ? value < limit : value > limit,
             qPrintable(QStringLiteral("%1 %2").arg(metric).arg(value)));
}

QTEST_GUILESS_MAIN(TestPresets)
#include "tst_presets.moc"
