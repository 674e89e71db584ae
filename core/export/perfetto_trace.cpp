// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/perfetto_trace.h"

#include "io/protobuf.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace gatelab {

namespace {

/// Field numbers of perfetto/protos: Trace.packet; TracePacket; TrackDescriptor; TrackEvent; DebugAnnotation.
enum Field : std::uint32_t {
    kPacket = 1,
    kTimestamp = 8,
    kSequence = 10,
    kTrackEvent = 11,
    kSequenceFlags = 13,
    kTrackDescriptor = 60,
    kTrackUuid = 1,
    kTrackName = 2,
    kTrackParent = 5,
    kEventAnnotation = 4,
    kEventType = 9,
    kEventTrack = 11,
    kEventName = 23,
    kAnnotationInteger = 4,
    kAnnotationName = 10
};
enum EventType : std::int64_t { kBegin = 1, kEnd = 2 };
constexpr double kNanoseconds = 1e9;

struct Slice {
    std::string name;
    double began, seconds;
    std::int64_t step;
};

class Trace {
public:
    /// Gives the track's number.
    std::int64_t track(const std::string& name, std::int64_t parent = 0) {
        const std::int64_t uuid = ++tracks_;
        ProtobufMessage descriptor;
        descriptor.integer(kTrackUuid, uuid).text(kTrackName, name);
        if (parent > 0) descriptor.integer(kTrackParent, parent);
        ProtobufMessage packet;
        packet.message(kTrackDescriptor, descriptor).integer(kSequence, 1);
        if (uuid == 1) packet.integer(kSequenceFlags, 1);
        trace_.message(kPacket, packet);
        return uuid;
    }

    /// Slices of one track; those that begin within another one end within it.
    void add(std::int64_t track, const std::vector<Slice>& slices) {
        struct Mark {
            std::int64_t at, order, length;
            const Slice* slice;
        };
        std::vector<Mark> marks;
        for (const Slice& slice : slices) {
            const auto begin = static_cast<std::int64_t>(std::llround(std::max(0.0, slice.began) * kNanoseconds));
            const std::int64_t length = std::max<std::int64_t>(1, std::llround(slice.seconds * kNanoseconds));
            marks.push_back({begin, kBegin, -length, &slice});
            marks.push_back({begin + length, -kEnd, length, &slice});
        }
        // At one time what is over ends first, the inner before the outer, and the outer begins before the inner.
        std::ranges::stable_sort(marks, {}, [](const Mark& one) { return std::tuple(one.at, one.order, one.length); });
        for (const Mark& mark : marks) {
            ProtobufMessage event;
            event.integer(kEventType, mark.order == kBegin ? kBegin : kEnd).integer(kEventTrack, track);
            if (mark.order == kBegin) {
                event.text(kEventName, mark.slice->name);
                if (mark.slice->step >= 0)
                    event.message(
                        kEventAnnotation,
                        ProtobufMessage().text(kAnnotationName, "step").integer(kAnnotationInteger, mark.slice->step));
            }
            trace_.message(
                kPacket,
                ProtobufMessage().integer(kTimestamp, mark.at).integer(kSequence, 1).message(kTrackEvent, event));
        }
    }
    [[nodiscard]] const std::string& bytes() const { return trace_.bytes(); }

private:
    ProtobufMessage trace_;
    std::int64_t tracks_ = 0;
};

void addProcess(Trace& trace, std::int64_t process, const std::vector<TimelineStep>& steps,
                const std::vector<TimelineSpan>& spans) {
    std::vector<Slice> whole, parts;
    for (const TimelineStep& step : steps)
        whole.push_back({(step.isRecorded ? "step " : "not recorded, step ") + std::to_string(step.step), step.began,
                         step.seconds, step.step});
    for (const TimelineSpan& span : spans)
        parts.push_back({timelineKey(span.part), span.began, span.seconds, span.step});
    trace.add(trace.track("steps", process), whole);
    trace.add(trace.track("parts of the step", process), parts);
}

}  // namespace

std::string perfettoTrace(const Timeline& timeline) {
    Trace trace;
    const std::string name = timeline.run.empty() ? "Gatelab" : timeline.run;
    const std::int64_t first = trace.track(timeline.ranks.empty() ? name : name + ", rank 0");
    addProcess(trace, first, timeline.steps, timeline.spans);
    std::vector<Slice> operations;
    for (const TimelineOperation& one : timeline.operations)
        operations.push_back({one.name, one.began, one.seconds, one.step});
    trace.add(trace.track("operations", first), operations);
    for (const TimelineTrack& rank : timeline.ranks)
        addProcess(trace, trace.track(name + ", rank " + std::to_string(rank.rank)), rank.steps, rank.spans);
    return trace.bytes();
}

}  // namespace gatelab
