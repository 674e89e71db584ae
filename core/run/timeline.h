// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a training does at a moment. Gather: examples into a batch; ToDevice: the batch to the GPU; Device: the whole
/// step, which an XLA device runs as one program; Waiting: numbers are read back and the device is waited for; Other:
/// what belongs to no part of a step. Prepare, Evaluation and Checkpoint lie beside the steps.
enum class TimelinePart : std::uint8_t {
    Gather,
    ToDevice,
    Forward,
    Backward,
    Optimiser,
    Device,
    Waiting,
    Other,
    Prepare,
    Evaluation,
    Checkpoint,
    Count
};
inline constexpr auto kTimelineParts = static_cast<std::size_t>(TimelinePart::Count);
/// "forward": in files and JSON.
const char* timelineKey(TimelinePart part);
Text timelineLabel(TimelinePart part);
/// Whether it is a part of a step.
constexpr bool isOfStep(TimelinePart part) { return part < TimelinePart::Prepare; }

/// A stretch of time; seconds since the recording began.
struct TimelineSpan {
    TimelinePart part = TimelinePart::Other;
    double began = 0, seconds = 0;
    std::int64_t step = -1;  ///< that it belongs to; -1: it lies beside the steps
};
/// One operation of LibTorch that the training thread called; those that it calls itself are within it.
struct TimelineOperation {
    std::string name;  ///< "aten::addmm"
    TimelinePart part = TimelinePart::Other;
    double began = 0, seconds = 0;
    std::int64_t step = -1;
};
struct TimelineStep {
    std::int64_t step = 0;  ///< optimiser steps done before it
    double began = 0, seconds = 0;
    bool isRecorded = false;  ///< else only its length was taken, to compare with
};

/// What another process of the run did at the same time, on the same axis.
struct TimelineTrack {
    int rank = 0;  ///< from 1
    std::vector<TimelineStep> steps = {};
    std::vector<TimelineSpan> spans = {};
};

/// How much longer recording made a step, as a share: the median over pairs of a recorded step and the plain one of the
/// next block, with its 95 % interval by order. NaN: there are too few.
struct TimelineCost {
    double share, low, high;
    [[nodiscard]] bool shows() const { return low > 0; }
};

/// Some steps of a run on one time axis, as its training thread saw them.
struct Timeline {
    /// Recorded steps of more than so many times the median are apart: a compilation, another program's turn.
    static constexpr double kOutlier = 4;

    std::string run = {}, device = {};
    bool isCuda = false;
    std::int64_t asked = 0;  ///< how many steps were to be recorded; 0: not known
    std::vector<TimelineStep> steps = {};
    std::vector<TimelineSpan> spans = {};
    std::vector<TimelineOperation> operations = {};
    /// What the GPU did by its own clock, kernels and copies, beside the training thread; empty: nothing tells it
    std::vector<TimelineOperation> kernels = {};
    double clock = 0;  ///< when the recording began, in seconds of this machine's steady clock; 0: not known
    /// Of a run with several ranks the others, as far as they are on this machine; steps and spans above are of rank 0
    std::vector<TimelineTrack> ranks = {};

    [[nodiscard]] std::int64_t recordedSteps() const;
    /// Recorded ones without those that are apart, and those.
    [[nodiscard]] std::vector<TimelineStep> usualSteps() const;
    [[nodiscard]] std::vector<TimelineStep> outliers() const;
    /// Mean length of a usual step: what its parts add up to. NaN: there is none.
    [[nodiscard]] double stepSeconds() const;
    [[nodiscard]] TimelineCost cost() const;
};

/// Adds what a rank recorded by itself, moved to this axis. Nothing where the two were not at the same time.
void addTrack(Timeline& timeline, int rank, const Timeline& ofRank);
/// A track as a timeline of its own.
Timeline timelineOf(const TimelineTrack& track);

/// Makes each recorded step whole: what lies in it between its spans becomes spans of Other, so that the spans of a
/// step add up to it. Where operations copied a batch to a GPU, that time is taken off Gather.
void completeTimeline(Timeline& timeline);

/// A line of the table: all stretches of one part, or all calls of one operation.
struct TimelineRow {
    TimelinePart part = TimelinePart::Other;
    std::string operation;  ///< empty: the part itself
    double seconds = 0;
    double share = 0;  ///< of the usual steps' time; what lies beside them can have more than 1
    std::int64_t count = 0;
};
/// Of the usual steps and of what lies beside steps; by total time, longest first.
std::vector<TimelineRow> timelineParts(const Timeline& timeline);
std::vector<TimelineRow> timelineOperations(const Timeline& timeline);
std::vector<TimelineRow> timelineKernels(const Timeline& timeline);

/// Which steps are apart, and how long they took; why fewer were recorded than asked for. Whole sentences.
std::vector<Phrase> timelineNotes(const Timeline& timeline);

/// What bounds the step, and what to switch.
struct TimelineVerdict {
    TimelinePart part = TimelinePart::Forward;
    double share = 0;
    const char* field = "";  ///< key of the setting to change; empty: none would help
    Phrase text;
};
/// `config`: of the run. Without a recorded step its text is empty.
TimelineVerdict judgeTimeline(const Timeline& timeline, const ExperimentConfig& config);

}  // namespace gatelab
