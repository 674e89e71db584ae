// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "store/known_hosts.h"
#include "support/quick_folder.h"

#include <QTest>

#include <filesystem>

using namespace gatelab;

/// The hosts of a workspace and what was measured with them: kept, damaged, forgotten.
class TestKnownHosts : public QObject {
    Q_OBJECT
    QuickFolder folder_;
    [[nodiscard]] KnownHosts hosts() const { return KnownHosts(folder_.path()); }
    [[nodiscard]] std::filesystem::path file() const { return folder_.path() / KnownHosts::kFile; }
    static MeasuredRanks measured(const char* hosts, double delay) {
        ExperimentConfig config;
        return {hosts, 3, 100, {delay, 2e-5, 1e9}, workIdentity(config), {1e-3, 4e4, 32, 16, 24}};
    }

private Q_SLOTS:
    void init() {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            std::filesystem::remove_all(entry.path());
    }

    void comesBackWhole() {
        QVERIFY(hosts().read()->names.empty());
        QVERIFY(hosts().add(*rankHostsFrom("h2:4,user@h1,h2")).ok());
        QVERIFY((hosts().read()->names == std::vector<std::string>{"h2", "user@h1"}));
        MeasuredRanks one = measured("h2:4", 1e-4);
        one.links = {{0, 1, 1e-4, 2e-5, 1e9}, {1, 2, 3e-5, 0, 2e9}};
        QVERIFY(hosts().keep(one).ok());
        QVERIFY(hosts().keep(measured("", 1e-5)).ok());
        QVERIFY(*findMeasured(*hosts().read(), "h2:4", {}) == one);
        QVERIFY(hosts().keep(measured("h2:4", 2e-4)).ok());
        QCOMPARE(hosts().read()->measured.size(), std::size_t{2});
        QCOMPARE(findMeasured(*hosts().read(), "h2:4", {})->costs.delay, 2e-4);
        QVERIFY(hosts().remove("h2").ok());
        QVERIFY(findMeasured(*hosts().read(), "h2:4", {}) == nullptr);
        QVERIFY(findMeasured(*hosts().read(), "", {}) != nullptr);
        QCOMPARE(hosts().remove("h2").error().code, ErrorCode::NotFound);
    }

    void aMeasurementIsOfItsSettings() {
        QVERIFY(hosts().keep(measured("", 1e-5)).ok());
        ExperimentConfig config;
        config.learningRate *= 2;  // the same work
        config.ranks = 4;
        QVERIFY(findMeasured(*hosts().read(), "", config) != nullptr);
        config.hiddenSize += 1;
        QVERIFY(findMeasured(*hosts().read(), "", config) == nullptr);
    }

    /// Ranks that are not there, or a rate of nothing, would be divided by.
    void onlyPairsOfItsRanksAreRead() {
        for (const RankLink& wrong : {RankLink{0, 3, 1e-5, 0, 1e9},
                                      {-1, 1, 1e-5, 0, 1e9},
                                      {1, 1, 1e-5, 0, 1e9},
                                      {0, 1, -1, 0, 1e9},
                                      {0, 1, 1e-5, 0, 0}}) {
            init();
            MeasuredRanks one = measured("", 1e-5);
            one.links = {wrong};
            QVERIFY(hosts().keep(one).ok());
            QCOMPARE(hosts().read().error().code, ErrorCode::Corrupt);
        }
    }

    void aDamagedFileIsSetAside_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("a bit") << QByteArray("h1") << QByteArray("h2");
        QTest::newRow("an option of ssh") << QByteArray("\"h1\"") << QByteArray("\"-oProxyCommand=x\"");
        QTest::newRow("cut") << QByteArray("\"measured\"") << QByteArray("");
        QTest::newRow("no checksum") << QByteArray("\"sha256\"") << QByteArray("\"sha\"");
    }
    void aDamagedFileIsSetAside() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QVERIFY(hosts().add(*rankHostsFrom("h1")).ok());
        QByteArray text = QByteArray::fromStdString(*readFileBytes(file()));
        text.replace(from, to);
        QVERIFY(writeFileDurably(file(), text.toStdString()).ok());
        QCOMPARE(hosts().read().error().code, ErrorCode::Corrupt);
        QVERIFY(hosts().add(*rankHostsFrom("h3")).ok());
        QVERIFY((hosts().read()->names == std::vector<std::string>{"h3"}));
        QVERIFY(std::filesystem::exists(folder_.path() / "hosts-damaged.json"));
    }

    void aNewerFileIsLeftAlone() {
        QVERIFY(writeFileDurably(file(), "{\"gatelab_hosts\": 99}").ok());
        QCOMPARE(hosts().read().error().code, ErrorCode::Unsupported);
        QCOMPARE(hosts().add(*rankHostsFrom("h3")).error().code, ErrorCode::Unsupported);
    }
};

QTEST_APPLESS_MAIN(TestKnownHosts)
#include "tst_known_hosts.moc"
