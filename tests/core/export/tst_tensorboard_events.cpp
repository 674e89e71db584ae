// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/tensorboard_events.h"

#include "io/crc.h"

#include <QTest>

#include <cstring>

using namespace gatelab;

namespace {

std::uint32_t sumAt(const std::string& bytes, std::size_t at) {
    std::uint32_t sum = 0;
    std::memcpy(&sum, bytes.data() + at, sizeof sum);
    return sum;
}

/// As TFRecord masks it.
std::uint32_t maskedSum(const std::string& bytes) {
    const std::uint32_t sum = crc32c(bytes);
    return (sum >> 15 | sum << 17) + 0xA282EAD8u;
}

}  // namespace

class TestTensorboardEvents : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sumsAreThoseOfTheStandard() {
        QCOMPARE(crc32c("123456789"), 0xE3069283u);            // the check value of the polynomial
        QCOMPARE(crc32c(std::string(32, '\0')), 0x8A9136AAu);  // RFC 3720, B.4
        QCOMPARE(crc32c(std::string(32, '\xFF')), 0x62A8AB43u);
    }

    void recordsFollowEachOther() {
        TensorboardEvents events(1);
        const std::string head = events.bytes();
        events.addScalar("a", 300, 2, 0.5);
        QVERIFY(events.bytes().starts_with(head));
        std::size_t at = 0, records = 0;
        std::string last;
        while (at < events.bytes().size()) {
            std::uint64_t length = 0;
            std::memcpy(&length, events.bytes().data() + at, 8);
            last = events.bytes().substr(at + 12, length);
            QCOMPARE(sumAt(events.bytes(), at + 8), maskedSum(events.bytes().substr(at, 8)));
            QCOMPARE(sumAt(events.bytes(), at + 12 + length), maskedSum(last));
            at += 16 + length;
            ++records;
        }
        QCOMPARE(at, events.bytes().size());
        QCOMPARE(records, std::size_t{2});
        // Event {1: 2.0, 2: 300, 5: Summary {1: Value {1: "a", 2: 0.5f}}}
        const char expected[] =
            "\x09\0\0\0\0\0\0\0\x40\x10\xAC\x02\x2A\x0A\x0A\x08\x0A\x01"
            "a\x15\0\0\0\x3F";
        QCOMPARE(last, std::string(expected, sizeof expected - 1));
    }
};

QTEST_GUILESS_MAIN(TestTensorboardEvents)
#include "tst_tensorboard_events.moc"
