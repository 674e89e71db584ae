// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/io/safetensors_file.cpp.
#include "io/safetensors_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <filesystem>

using namespace gatelab;

namespace {

RawTensor tensor(const char* dtype, std::vector<std::int64_t> shape, std::size_t bytes) {
    RawTensor result{dtype, std::move(shape), std::vector<char>(bytes)};
    for (std::size_t i = 0; i < bytes; ++i) result.bytes[i] = static_cast<char>(i * 7 + bytes);
    return result;
}

TensorFile sample() {
    TensorFile file;
    file.metadata = {{"format", "pt"}, {"note", "quotes \" and 中文"}};
    file.tensors["rnn.weight_ih_l0"] = tensor("F32", {4, 3}, 48);
    file.tensors["a.half"] = tensor("F16", {3}, 6);
    file.tensors["a.double"] = tensor("F64", {2, 1}, 16);
    file.tensors["mask"] = tensor("BOOL", {5}, 5);
    file.tensors["step"] = tensor("I64", {}, 8);
    file.tensors["nothing"] = tensor("F32", {0, 7}, 0);
    return file;
}

bool same(const TensorFile& a, const TensorFile& b) {
    if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size()) return false;
    return std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.dtype == y.second.dtype && x.second.shape == y.second.shape &&
               x.second.bytes == y.second.bytes;
    });
}

/// A file with this header and this many bytes of data.
std::string file(const std::string& header, std::size_t dataBytes) {
    const std::uint64_t size = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &size, 8);
    return bytes + header + std::string(dataBytes, 'x');
}

std::uint64_t headerSize(const std::string& bytes) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), 8);
    return size;
}

}  // namespace

class TestSafetensors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void roundTrips() {
        const auto bytes = serializeTensors(sample());
        QVERIFY(bytes);
        const auto back = parseTensors(*bytes);
        QVERIFY2(back.ok(), back.ok() ? "" : back.error().message.c_str());
        QVERIFY(same(*back, sample()));
        QVERIFY(*serializeTensors(*back) == *bytes);
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("模型 1.safetensors").toStdString();
        QVERIFY(writeTensors(path, sample()));
        QVERIFY(same(*readTensors(path), sample()));
        QVERIFY(same(*parseTensors(*serializeTensors({})), {}));
    }

    void readsTheReferenceLayout() {
        // Bytes as the reference implementation writes them for {"a": float32 [1, 2], "b": int16 [1]}.
        const std::string header =
            R"({"a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},"b":{"dtype":"I16","shape":[1],"data_offsets":[8,10]}} )";
        std::string bytes = file(header, 10);
        const float values[] = {1.5F, -2.25F};
        std::memcpy(bytes.data() + 8 + header.size(), values, 8);
        const auto read = parseTensors(bytes);
        QVERIFY(read);
        float back[2];
        std::memcpy(back, read->tensors.at("a").bytes.data(), 8);
        QCOMPARE(back[0], 1.5F);
        QCOMPARE(back[1], -2.25F);
        QCOMPARE(read->tensors.at("b").shape, std::vector<std::int64_t>{1});
    }

    void startsTensorsAtTheirAlignment() {
        const auto bytes = serializeTensors(sample());
        const std::uint64_t header = headerSize(*bytes);
        QCOMPARE(header % 8, std::uint64_t{0});
        const std::string text = bytes->substr(8, header);
        QVERIFY2(text.find("\"data_offsets\":[0,16],\"dtype\":\"F64\"") != std::string::npos, text.c_str());
    }

    void refusesEveryCut() {
        const auto bytes = serializeTensors(sample());
        for (std::size_t size = 0; size < bytes->size(); ++size)
            QVERIFY2(!parseTensors(std::string_view(*bytes).substr(0, size)).ok(), std::to_string(size).c_str());
        QVERIFY(!parseTensors(*bytes + "x"));
    }

    void survivesEveryFlippedBitOfTheHeader() {
        const auto bytes = serializeTensors(sample());
        const std::size_t end = 8 + headerSize(*bytes);
        std::size_t refused = 0;
        for (std::size_t bit = 0; bit < end * 8; ++bit) {
            std::string damaged = *bytes;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
            const auto read = parseTensors(damaged);
            // What is read all the same must be another sound file, e.g. one with another name.
            if (read.ok())
                QVERIFY(!same(*read, sample()));
            else
                ++refused;
        }
        QVERIFY2(refused > end * 8 / 2, std::to_string(refused).c_str());
    }

    void refusesHostileHeaders_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("dataBytes");
        const auto row = [](const char* name, const char* header, int bytes) {
            QTest::newRow(name) << QByteArray(header) << bytes;
        };
        row("no object", "[]", 0);
        row("no JSON", "{", 0);
        row("blank first", " {}", 0);
        row("trailing bytes", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", 3);
        row("gap", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})", 3);
        row("overlap",
            R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
            3);
        row("twice the same place",
            R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},"b":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})",
            3);
        row("duplicate name",
            R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
            2);
        row("duplicate member", R"({"a":{"dtype":"U8","dtype":"I8","shape":[1],"data_offsets":[0,1]}})", 1);
        row("duplicate metadata", R"({"__metadata__":{"a":"1","a":"2"}})", 0);
        row("metadata twice", R"({"__metadata__":{},"__metadata__":{}})", 0);
        row("metadata number", R"({"__metadata__":{"a":1}})", 0);
        row("metadata list", R"({"__metadata__":[]})", 0);
        row("unknown type", R"({"a":{"dtype":"F31","shape":[1],"data_offsets":[0,1]}})", 1);
        row("unknown member", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"more":"x"}})", 1);
        row("negative size", R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})", 1);
        row("fraction", R"({"a":{"dtype":"U8","shape":[1.0],"data_offsets":[0,1]}})", 1);
        row("overflowing shape", R"({"a":{"dtype":"F64","shape":[2305843009213693952,8],"data_offsets":[0,0]}})", 0);
        row("overflowing to a fit", R"({"a":{"dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4]}})", 4);
        row("huge claim", R"({"a":{"dtype":"F32","shape":[1000000000000],"data_offsets":[0,4000000000000]}})", 4);
        row("end before begin", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})", 1);
        row("three offsets", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1,1]}})", 1);
        row("one offset", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0]}})", 1);
        row("no shape", R"({"a":{"dtype":"U8","data_offsets":[0,1]}})", 1);
        row("tensor is a text", R"({"a":"U8"})", 0);
        row("nested shape", R"({"a":{"dtype":"U8","shape":[[1]],"data_offsets":[0,1]}})", 1);
        row("null", R"({"a":null})", 0);
        row("two documents", "{}{}", 0);
        row("bad UTF-8", "{\"\xff\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", 1);
    }
    void refusesHostileHeaders() {
        QFETCH(QByteArray, header);
        QFETCH(int, dataBytes);
        const auto read = parseTensors(file(header.toStdString(), static_cast<std::size_t>(dataBytes)));
        QVERIFY(!read.ok());
        QCOMPARE(read.error().code, ErrorCode::Corrupt);
        QVERIFY(!read.error().message.empty());
    }

    void survivesDeepNesting() {
        std::string deep = "{\"a\":";
        deep += std::string(1'000'000, '[');
        QVERIFY(!parseTensors(file(deep, 0)));
    }

    void refusesToWriteWhatDoesNotFit() {
        TensorFile wrong;
        wrong.tensors["a"] = tensor("F32", {3}, 8);
        QVERIFY(!serializeTensors(wrong));
        TensorFile name;
        name.tensors["\xff"] = tensor("U8", {1}, 1);
        QCOMPARE(serializeTensors(name).error().code, ErrorCode::InvalidInput);
    }

    // The header alone answers whether weights fit, and tells a file that is cut as reading all of it does.
    void theHeaderAloneHasNamesAndShapes() {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("some.safetensors").toStdString());
        QVERIFY(writeTensors(path, sample()));
        const auto shapes = readTensorShapes(path);
        QVERIFY2(shapes.ok(), shapes.ok() ? "" : shapes.error().message.c_str());
        QCOMPARE(shapes->metadata, sample().metadata);
        QCOMPARE(shapes->tensors.size(), sample().tensors.size());
        for (const auto& [name, raw] : sample().tensors) {
            const RawTensor& read = shapes->tensors.at(name);
            QVERIFY2(read.dtype == raw.dtype && read.shape == raw.shape && read.bytes.empty(), name.c_str());
        }
        const auto whole = std::filesystem::file_size(path);
        for (const auto size :
             {whole - 1, std::uintmax_t{20}, std::uintmax_t{8}, std::uintmax_t{3}, std::uintmax_t{0}}) {
            std::filesystem::resize_file(path, size);
            const auto cut = readTensorShapes(path);
            const auto all = readTensors(path);
            QVERIFY2(!cut.ok() && !all.ok(), qPrintable(QString::number(size)));
            QCOMPARE(cut.error().message, all.error().message);
        }
        QVERIFY(!readTensorShapes(folder.filePath("none").toStdString()).ok());
        QVERIFY(!readTensorShapes(folder.path().toStdString()).ok());
    }
};

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
