// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/export/perfetto_trace.cpp and core/export/curve_events.cpp.
#include "export/curve_events.h"
#include "export/perfetto_trace.h"
#include "io/file_io.h"
#include "io/protobuf.h"

#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <vector>

using namespace gatelab;

namespace {

std::map<std::uint32_t, ProtobufField> fieldsOf(std::string_view bytes) {
    std::map<std::uint32_t, ProtobufField> fields;
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) fields[field.number] = field;
    return reader.ended().ok() ? fields : std::map<std::uint32_t, ProtobufField>();
}

}  // namespace

class TestPerfettoTrace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// By the numbers of perfetto's schema (track_event.proto, trace_packet.proto).
    void slicesBeginAndEndInOrder() {
        Timeline timeline{.run = "r1", .device = "cpu"};
        timeline.steps = {{4, 0.001, 0.002, true}, {5, 0.003, 0.002, false}};
        timeline.spans = {{TimelinePart::Forward, 0.001, 0.001, 4}, {TimelinePart::Backward, 0.002, 0.001, 4}};
        timeline.operations = {{"aten::linear", TimelinePart::Forward, 0.001, 0.0005, 4},
                               {"aten::addmm", TimelinePart::Forward, 0.001, 0.0002, 4}};
        timeline.ranks = {{1, timeline.steps, timeline.spans}};
        const std::string bytes = perfettoTrace(timeline);
        std::map<std::int64_t, std::string> names;
        std::map<std::int64_t, std::vector<std::string>> open, ended;
        std::map<std::int64_t, std::int64_t> last;
        ProtobufReader packets(bytes);
        std::size_t events = 0;
        for (ProtobufField packet; packets.next(packet);) {
            const auto fields = fieldsOf(packet.bytes);
            QVERIFY(fields.contains(10));
            if (fields.contains(60)) {
                const auto track = fieldsOf(fields.at(60).bytes);
                names[track.at(1).integer()] = track.at(2).bytes;
                continue;
            }
            const auto event = fieldsOf(fields.at(11).bytes);
            const std::int64_t track = event.at(11).integer(), at = fields.at(8).integer();
            QVERIFY(names.contains(track) && at >= last[track]);
            last[track] = at;
            ++events;
            if (event.at(9).integer() == 1) {
                open[track].emplace_back(event.at(23).bytes);
                QCOMPARE(fieldsOf(event.at(4).bytes).at(10).bytes, std::string_view("step"));
            } else {
                QVERIFY(!open[track].empty());
                ended[track].push_back(open[track].back());
                open[track].pop_back();
            }
        }
        QVERIFY(packets.ended().ok());
        QCOMPARE(events, std::size_t{2 * (2 * 4 + 2)});
        for (const auto& [track, left] : open) QVERIFY(left.empty());
        for (const auto& [track, done] : ended) {
            if (names[track] == "operations") QCOMPARE(done, (std::vector<std::string>{"aten::addmm", "aten::linear"}));
            if (names[track] == "steps") QCOMPARE(done, (std::vector<std::string>{"step 4", "not recorded, step 5"}));
        }
        QVERIFY(std::ranges::any_of(names, [](const auto& one) { return one.second == "r1, rank 1"; }));
    }

    void curvesBecomeScalars() {
        const QTemporaryDir folder;
        RunHistory history;
        QCOMPARE(exportCurvesTensorboard(history, "r", folder.path().toStdString()).error().code, ErrorCode::NotFound);
        for (std::int64_t step = 1; step <= 3; ++step)
            history.metrics.push_back(
                {.metric = MetricId::TrainLoss, .step = step, .wall = 1000.0 + double(step), .value = 0.5});
        const auto file = exportCurvesTensorboard(history, "r", folder.filePath("new").toStdString());
        QVERIFY2(file.ok(), file.ok() ? "" : file.error().message.c_str());
        QCOMPARE(file->filename().string(), std::string("events.out.tfevents.1001.r"));
        const auto bytes = readFileBytes(*file);
        std::size_t at = 0, scalars = 0;
        while (at < bytes->size()) {
            const auto length = static_cast<unsigned char>((*bytes)[at]);
            const auto event = fieldsOf(std::string_view(*bytes).substr(at + 12, length));
            at += 16u + length;
            if (!event.contains(5)) continue;
            const auto value = fieldsOf(fieldsOf(event.at(5).bytes).at(1).bytes);
            QCOMPARE(value.at(1).bytes, std::string_view("train_loss"));
            QCOMPARE(value.at(2).shortReal(), 0.5F);
            QCOMPARE(event.at(2).integer(), static_cast<std::int64_t>(++scalars));
            QCOMPARE(event.at(1).real(), 1000.0 + double(scalars));
        }
        QCOMPARE(scalars, std::size_t{3});
    }
};

QTEST_GUILESS_MAIN(TestPerfettoTrace)
#include "tst_perfetto_trace.moc"
