// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/io/protobuf.cpp.
#include "base/rng.h"
#include "io/protobuf.h"

#include <QTest>

#include <limits>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

std::string bytes(std::initializer_list<int> all) {
    std::string made;
    for (const int one : all) made.push_back(static_cast<char>(one));
    return made;
}

/// Like a model: names, numbers, messages in messages, floats as bytes.
ProtobufMessage modelLike() {
    ProtobufMessage node, tensor, graph, model;
    node.text(1, "rows").text(2, "answer").text(4, "LSTM").integer(20, 2);
    tensor.integer(1, 3).integer(1, -1).integer(2, 1).text(8, "layer0.W").text(9, std::string(300, '\x7F'));
    for (int i = 0; i < 4; ++i) graph.message(1, node).message(5, tensor);
    model.integer(1, 8).text(2, "Gatelab").message(7, graph).real(30, 2.5).shortReal(31, -0.5F);
    return model;
}

/// Reads a message and all that look like messages in it; how many fields, and whether each lay within `whole`.
std::size_t walk(std::string_view part, std::string_view whole, bool& within, int depth = 0) {
    std::size_t fields = 0;
    ProtobufReader reader(part);
    for (ProtobufField field; reader.next(field); ++fields) {
        if (field.type != WireType::Bytes) continue;
        within = within && field.bytes.data() >= whole.data() &&
                 field.bytes.data() + field.bytes.size() <= whole.data() + whole.size();
        if (depth < 8) fields += walk(field.bytes, whole, within, depth + 1);
    }
    ProtobufField after;
    within = within && !reader.next(after);
    return fields;
}

}  // namespace

class TestProtobuf : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The examples of protobuf.dev's page on the encoding.
    void writesWhatTheFormatSays() {
        QCOMPARE(ProtobufMessage().integer(1, 150).bytes(), bytes({0x08, 0x96, 0x01}));
        QCOMPARE(ProtobufMessage().text(2, "testing").bytes(), bytes({0x12, 7}) + "testing");
        QCOMPARE(ProtobufMessage().message(3, ProtobufMessage().integer(1, 150)).bytes(),
                 bytes({0x1A, 3, 0x08, 0x96, 0x01}));
        QCOMPARE(ProtobufMessage().integer(1, -2).bytes(),
                 bytes({0x08, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}));
        QCOMPARE(ProtobufMessage().shortReal(2, 0.5F).bytes(), bytes({0x15, 0, 0, 0, 0x3F}));
        QCOMPARE(ProtobufMessage().real(1, 2).bytes(), bytes({0x09, 0, 0, 0, 0, 0, 0, 0, 0x40}));
    }

    void readsWhatWasWritten() {
        const std::vector<std::int64_t> numbers{
            0, 1, 127, 128, -1, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
        ProtobufMessage message;
        for (const std::int64_t number : numbers) message.integer(7, number);
        message.real(536870911, -1e300).shortReal(16, 3.25F).text(1, "");
        ProtobufReader reader(message.bytes());
        ProtobufField field;
        for (const std::int64_t number : numbers) {
            QVERIFY(reader.next(field));
            QCOMPARE(field.number, 7u);
            QCOMPARE(field.integer(), number);
        }
        QVERIFY(reader.next(field) && field.number == 536870911 && field.real() == -1e300);
        QVERIFY(reader.next(field) && field.number == 16 && field.shortReal() == 3.25F);
        QVERIFY(reader.next(field) && field.number == 1 && field.bytes.empty());
        QVERIFY(!reader.next(field));
        QVERIFY(reader.ended().ok());
    }

    void refusesWhatCannotBe_data() {
        QTest::addColumn<QByteArray>("given");
        const auto row = [](const char* name, const std::string& given) {
            QTest::newRow(name) << QByteArray::fromStdString(given);
        };
        row("field 0", bytes({0x00, 1}));
        row("a group", bytes({0x0B}));
        row("an unknown type", bytes({0x0E}));
        row("a number of eleven bytes", bytes({0x08}) + std::string(10, '\x80') + bytes({0}));
        row("a number of 65 bits", bytes({0x08}) + std::string(9, '\xFF') + bytes({2}));
        row("a length beyond the end", bytes({0x12, 9}) + "testing");
        row("a length of 2^63", bytes({0x12}) + std::string(9, '\x80') + bytes({1}));
        row("half a float", bytes({0x15, 0, 0}));
        row("a field above 2^29", bytes({0x80, 0x80, 0x80, 0x80, 0x10, 1}));
    }
    void refusesWhatCannotBe() {
        QFETCH(QByteArray, given);
        const std::string message = ProtobufMessage().integer(1, 5).bytes() + given.toStdString();
        ProtobufReader reader(message);
        ProtobufField field;
        QVERIFY(reader.next(field) && field.integer() == 5);  // what stands before the fault counts
        QVERIFY(!reader.next(field));
        QCOMPARE(reader.ended().error().code, ErrorCode::Corrupt);
        QVERIFY2(reader.ended().error().message.find("at byte 2") != std::string::npos,
                 reader.ended().error().message.c_str());
    }

    void everyCutIsNoticed() {
        const std::string whole = modelLike().bytes();
        std::size_t notices = 0;
        for (std::size_t size = 0; size < whole.size(); ++size) {
            ProtobufReader reader(std::string_view(whole).substr(0, size));
            for (ProtobufField field; reader.next(field);) {
            }
            notices += reader.ended().ok() ? 0 : 1;
        }
        // A cut between two fields leaves a shorter message that is right: there are five of them.
        QCOMPARE(notices, whole.size() - 5);
    }

    /// 3,000 damaged ones: each is read to a fault or to its end, and nothing outside of it is looked at.
    void damagedOnesAreReadWithinTheirBytes() {
        const std::string whole = modelLike().bytes();
        Rng random(7, RandomPurpose::Test);
        std::size_t refused = 0;
        for (int i = 0; i < 3000; ++i) {
            std::string damaged = whole;
            for (std::uint64_t k = random.below(4) + 1; k > 0; --k) {
                const std::size_t at = random.below(damaged.size());
                switch (random.below(4)) {
                    case 0:
                        damaged[at] = static_cast<char>(random.below(256));
                        break;
                    case 1:
                        damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
                        break;
                    case 2:
                        damaged.resize(at + 1);
                        break;
                    default:
                        damaged.insert(at, std::string(random.below(12) + 1, '\xFF'));
                }
            }
            // Of its own size to the byte, so that a sanitizer sees a step beyond it.
            const std::vector<char> exact(damaged.begin(), damaged.end());
            const std::string_view view(exact.data(), exact.size());
            bool within = true;
            const std::size_t fields = walk(view, view, within);
            QVERIFY(within);
            QVERIFY(fields <= 9 * exact.size());
            ProtobufReader reader(view);
            for (ProtobufField field; reader.next(field);) {
            }
            refused += reader.ended().ok() ? 0 : 1;
        }
        QVERIFY2(refused > 1000 && refused < 3000, qPrintable(QString::number(refused)));
    }
};

QTEST_GUILESS_MAIN(TestProtobuf)
#include "tst_protobuf.moc"
