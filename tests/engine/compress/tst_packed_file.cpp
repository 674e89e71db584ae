// SPDX-License-Identifier: GPL-3.0-or-later
// What a compressed network is read back from. Holds core/compress/packed_file.cpp.
#include "compress/packed_file.h"
#include "engine/nn_support.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/take.h"
#include "support/tiny_experiment.h"

#include "nn/model.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const PackedOrigin kOrigin{"run-7", 12, 5};

std::unique_ptr<Model> network() {
    ExperimentConfig config = tinyExperiment();
    config.hiddenSize = 4;
    ModelShape shape;
    shape.inputs = 1, shape.targets = 1;
    return take(Model::create(config, shape, {}));
}

void must(const Result<>& done) {
    if (!done.ok()) throw std::runtime_error(done.error().message);
}

}  // namespace

class TestPackedFile : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    std::filesystem::path path() const { return std::filesystem::path(folder_.path()) / "net.safetensors"; }
    std::string written(PackKind kind) const {
        TensorFile file = packedFile(network()->parameters(), kind);
        must(sealPackedFile(file, kOrigin));
        must(writeTensors(path(), file));
        return take(readFileBytes(path(), 1 << 20));
    }
    Result<PackedFile> readBack(const std::string& bytes) const {
        must(writeFileDurably(path(), bytes));
        return readPackedFile(path());
    }

private Q_SLOTS:
    void comesBackWithItsKindAndRun() {
        for (const PackKind kind : {PackKind::Dense, PackKind::Int8, PackKind::Blocks, PackKind::BlocksInt8,
                                    PackKind::Sparse, PackKind::LowRank}) {
            const std::string bytes = written(kind);
            const PackedFile back = take(readPackedFile(path()));
            QVERIFY(back.kind == kind);
            QVERIFY(back.origin == kOrigin);
            QCOMPARE(back.units, std::int64_t{4});
            QCOMPARE(back.bytes, static_cast<std::int64_t>(bytes.size()));
            const auto model = network();
            QVERIFY(model->parameters().load(back.weights).ok());
        }
    }

    void cutFilesAreRefused() {
        const std::string bytes = written(PackKind::Int8);
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY2(!readBack(bytes.substr(0, length)).ok(), qPrintable(QString::number(length)));
        QVERIFY(!readBack(bytes + "x").ok());
    }

    /// A flip in what only separates the words of the header changes nothing that is read.
    void flippedFilesAreRefused() {
        const std::string bytes = written(PackKind::Int8);
        const std::string whole = take(serializeTensors(take(readBack(bytes)).weights));
        std::size_t refused = 0;
        for (std::size_t at = 0; at < bytes.size(); ++at)
            for (const int bit : {0, 3, 6}) {
                std::string changed = bytes;
                changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
                const auto back = readBack(changed);
                refused += !back.ok();
                QVERIFY2(!back.ok() || (back->origin == kOrigin && back->kind == PackKind::Int8 &&
                                        take(serializeTensors(back->weights)) == whole),
                         qPrintable(QStringLiteral("byte %1, bit %2").arg(at).arg(bit)));
            }
        QVERIFY(refused > bytes.size() * 5 / 2);
    }

    void anotherFileIsNoPackedOne() {
        must(writeTensors(path(), network()->parameters().save()));
        const auto refused = readPackedFile(path());
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QVERIFY(refused.error().phrase.english().find("compress RUN --write") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestPackedFile)
#include "tst_packed_file.moc"
