// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "store/cluster_profiles.h"
#include "store/kept_count.h"
#include "support/quick_folder.h"

#include <QTest>

#include <filesystem>

using namespace gatelab;

namespace {

ClusterProfile whole() {
    return {"fast.gpu-1",
            "gpu",
            "1-12:30",
            2,
            4,
            8,
            "16G",
            {"gcc/12", "cuda"},
            "apptainer exec 'a b.sif'",
            "/opt/gl/bin/gatelab-worker",
            {"--gres=gpu:1", "-A x"}};
}

}  // namespace

/// How jobs are asked for: kept, damaged, refused.
class TestClusterProfiles : public QObject {
    Q_OBJECT
    QuickFolder folder_;
    [[nodiscard]] ClusterProfiles profiles() const { return ClusterProfiles(folder_.path()); }
    [[nodiscard]] std::filesystem::path file() const { return folder_.path() / ClusterProfiles::kFile; }

private Q_SLOTS:
    void init() {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            std::filesystem::remove_all(entry.path());
    }

    void comesBackWhole() {
        QVERIFY(profiles().read()->empty());
        QVERIFY(profiles().put(whole()).ok());
        QVERIFY(profiles().put({"a"}).ok());
        QVERIFY(*profiles().find("fast.gpu-1") == whole());
        QCOMPARE(profiles().read()->front().name, std::string("a"));
        ClusterProfile other = whole();
        other.time = "10";
        QVERIFY(profiles().put(other).ok());
        QCOMPARE(profiles().read()->size(), std::size_t{2});
        QCOMPARE(profiles().find("fast.gpu-1")->time, std::string("10"));
        QVERIFY(profiles().remove("a").ok());
        QCOMPARE(profiles().remove("a").error().code, ErrorCode::NotFound);
        QVERIFY(profiles().find("b").error().message.find("fast.gpu-1") != std::string::npos);
        std::filesystem::remove(file());
        QCOMPARE(*lostWith(file()), std::int64_t{1});
    }

    /// Whatever byte is cut off or changed: it is said, or what comes back is what was kept.
    void noByteMayBeOther() {
        QVERIFY(profiles().put(whole()).ok());
        const std::string text = *readFileBytes(file());
        for (std::size_t at = 0; at < text.size(); ++at) {
            for (const int bit : {0x01, 0x20}) {
                std::string flipped = text;
                flipped[at] = static_cast<char>(flipped[at] ^ bit);
                QVERIFY(writeFileDurably(file(), flipped).ok());
                if (const auto read = profiles().read(); read.ok())
                    QVERIFY2(read->size() == 1 && read->front() == whole(), qPrintable(QString::number(at)));
            }
            QVERIFY(writeFileDurably(file(), text.substr(0, at)).ok());
            const auto read = profiles().read();
            QVERIFY2(!read.ok() || at + 2 >= text.size(), qPrintable(QString::number(at)));
        }
    }

    void aMemberThatIsNotKnownIsDamage() {
        QVERIFY(writeFileDurably(file(), R"({"gatelab_clusters": 1, "profiles": [], "more": 1})").ok());
        QCOMPARE(profiles().read().error().code, ErrorCode::Corrupt);
        QVERIFY(writeFileDurably(file(), R"({"gatelab_clusters": 1, "profiles": []})").ok());
        QCOMPARE(profiles().read().error().code, ErrorCode::Corrupt);  // no checksum
        QVERIFY(writeFileDurably(file(), R"({"gatelab_clusters": 2, "profiles": []})").ok());
        QCOMPARE(profiles().read().error().code, ErrorCode::Unsupported);
        QVERIFY(!profiles().put({"a"}).ok());  // of a newer program: not written over
    }

    void aDamagedFileIsSetAside() {
        QVERIFY(writeFileDurably(file(), "nonsense").ok());
        QVERIFY(profiles().put({"a"}).ok());
        QCOMPARE(profiles().read()->size(), std::size_t{1});
        QVERIFY(std::filesystem::exists(folder_.path() / "clusters-damaged.json"));
    }

    void whatCannotBeUsedIsRefused_data() {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < 13; ++kind) QTest::newRow(QByteArray::number(kind)) << kind;
    }
    void whatCannotBeUsedIsRefused() {
        QFETCH(int, kind);
        ClusterProfile bad = whole();
        if (kind == 0) bad.name = "";
        if (kind == 1) bad.name = "../x";
        if (kind == 2) bad.time = "soon";
        if (kind == 3) bad.time = "0";
        if (kind == 4) bad.memory = "much";
        if (kind == 5) bad.nodes = 0;
        if (kind == 6) bad.partition = "a\n#SBATCH --wrap=x";
        if (kind == 7) bad.lines = {"gres"};
        if (kind == 8) bad.modules = {"a\rb"};
        if (kind == 9) bad.cpusPerTask = -1;
        if (kind == 10) bad.container = "a\nb";
        if (kind == 11) bad.lines = {"--"};
        if (kind == 12) bad.lines = {"---gres"};
        QCOMPARE(profiles().put(bad).error().code, ErrorCode::InvalidInput);
        QVERIFY(!std::filesystem::exists(file()));
    }

    void aLineMayBeLong() {
        ClusterProfile longer = whole();
        longer.lines = {"-N1", "--comment=" + std::string(400'000, 'a')};
        QVERIFY(profiles().put(longer).ok());
        QVERIFY(profiles().find(longer.name).ok());
    }

    /// The forms of sbatch's manual.
    void timesAreSlurms() {
        QCOMPARE(*slurmSeconds("30"), std::int64_t{1800});
        QCOMPARE(*slurmSeconds("1:30"), std::int64_t{90});
        QCOMPARE(*slurmSeconds("2:00:00"), std::int64_t{7200});
        QCOMPARE(*slurmSeconds("1-12"), std::int64_t{129600});
        QCOMPARE(*slurmSeconds("1-0:30"), std::int64_t{88200});
        QCOMPARE(*slurmSeconds("1-0:0:5"), std::int64_t{86405});
        for (const char* none : {"", "UNLIMITED", "1h", "-5", "1:2:3:4"}) QVERIFY(!slurmSeconds(none));
    }
};

QTEST_GUILESS_MAIN(TestClusterProfiles)
#include "tst_cluster_profiles.moc"
