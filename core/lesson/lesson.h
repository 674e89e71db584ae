// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// A lesson as a value: what its file says, checked (lesson_file.h). Shown by the window, played by gatelab-worker.
namespace gatelab {

/// Words in both languages of the program. Terms of the glossary are marked [[key]] or [[key|words]], measured figures
/// {{accuracy(lstm)|percent}} (rich_text.h).
struct LessonText {
    std::string en, zh;
    [[nodiscard]] const std::string& in(std::string_view language) const {
        return language.starts_with("zh") ? zh : en;
    }
};

/// A run before its first step is called by its key and this: "lstm@0".
inline constexpr std::string_view kStepZero = "@0";
inline bool isStepZero(std::string_view run) { return run.ends_with(kStepZero); }
inline std::string_view trainedKey(std::string_view run) {
    return isStepZero(run) ? run.substr(0, run.size() - kStepZero.size()) : run;
}

/// One training of a lesson. Figures of a claim and places name it by its key.
struct LessonRun {
    std::string key;
    LessonText label;
    ExperimentConfig config;  ///< whole; a file of data that it needs has its whole path
};

/// One of the cases of a gap. `when`: the claim that makes it the one that is told; the first whose claim holds is;
/// empty: where none before it does.
struct LessonChoice {
    LessonText text;
    std::string when;
    bool isSilent = false;  ///< nothing was learned: no gap is told where this one comes true
};

struct LessonQuestion {
    LessonText text;
    std::vector<LessonText> answers;
    std::size_t right = 0;  ///< index of the right answer
    LessonText why;
};

/// A bar of a row of figures, or a length of a window.
struct LessonColumn {
    LessonText label;
    std::string sum;                ///< of figures
    std::vector<std::string> dots;  ///< sums that stand as dots in its place, from the least of them up
};

/// A row of a picture: one quantity over the steps of a window, the epochs of a training, or bars of figures.
struct LessonRow {
    /// x, i, f, o, g, c, h, r, z, n, product (of the forget gates so far), said, forecast, gradient (share of the
    /// largest), gradient_back (of the reader from the end), factor, series (read, to come, said), nudge (how far one
    /// step moves the forecast), sum (of the marked numbers so far, and what the memory tells of it), loss (by epochs),
    /// figures, window (how far back a forecast sees), said_back (said, of the reader from the end), fed (every input
    /// as it is read), made_of (what the last input is made of), batch (windows as an area of memory) or digits (of one
    /// weight)
    std::string quantity;
    std::map<std::string, std::string> of;      ///< another quantity for a run: "lstm" -> "i"; of factor its source
    bool isRinged = false, isAllUnits = false;  ///< isAllUnits: all as a map, the one that is shown framed
    bool isLog = false;
    bool isOwnScale = false;            ///< of fed: each twin on an axis of its own
    double least = 1e-7;                ///< where a logarithmic axis begins
    double most = 0;                    ///< where the axis ends; 0: as the values have it
    std::string format;                 ///< of figures: as figureWords (rich_text.h) has it
    std::vector<LessonColumn> columns;  ///< of figures and windows
    std::string marks;                  ///< of x: a step where this input is 1 is marked; of sum: what is added up
    std::string asks;                   ///< of x: a step where this input is 1 brings a question
    /// A unit's number from 1, or the figure whose best unit is shown: "opens(lstm, i, marker)"; empty: the first
    std::string unit;
    std::map<std::string, std::string> unitOf;  ///< the same for a run
};

/// A question that a class answers by its hands, before and after a talk.
struct ClassQuestion {
    struct Answer {
        LessonText text, misconception;  ///< misconception: who answers so; empty: none is told
    };
    LessonText question, why;
    std::vector<Answer> answers;  ///< four; none: the lesson has no such question
    std::size_t right = 0;        ///< index of the right one
    std::int64_t talk = 60;       ///< seconds
    LessonText notes;             ///< for the teacher alone

    [[nodiscard]] bool isThere() const { return !answers.empty(); }
};

/// What stands left of the text, of one or two runs side by side on the same axes.
struct LessonPicture {
    /// sequence, unrolled, gate, gradient, product, belt, belts, forecast, parts, own, curve or table; empty: none
    std::string kind;
    std::vector<std::string> twins;  ///< keys of runs
    std::int64_t window = 1;         ///< of the validation part, from 1
    std::vector<LessonRow> rows;     ///< exactly one is ringed
    [[nodiscard]] std::size_t ringed() const {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].isRinged) return i;
        return 0;
    }
};

/// Instead of a step's number: the first marked step of the sequence that is shown.
inline constexpr std::string_view kMarkedStep = "mark";

/// How the learner draws a prediction on a row of the picture.
struct LessonDraw {
    /// curve, bars, steps (clicked), value (of one step) or edge (dragged sideways); empty: nothing is drawn
    std::string kind;
    std::size_t row = 0;    ///< from 0
    std::string twin;       ///< key of the run on whose half it is drawn
    double start = 0.5;     ///< where a curve, bars or a value begin
    std::int64_t most = 0;  ///< clicks; 0: any number
    std::int64_t step = 0;  ///< of a value, from 1; kAtMark: the first marked one
    static constexpr std::int64_t kAtMark = -1;
    bool isBlind = false;  ///< it is about step 0 itself: until it is drawn the picture shows no more than x
};

/// The distance from what was drawn to what is, told as one number.
struct LessonGap {
    std::string measure, against;  ///< sums (claim.h) that may ask for drawn(step), drawn_peak and row(run, step)
    std::string as;                ///< ratio, difference, hits or shift; empty: none is told
    std::string beside;            ///< a sum that stands below; empty: none
    std::string format;            ///< of figureWords (rich_text.h), for all three
};

/// A change that asks for a drawing first and ends with a gap of its own.
struct LessonTry {
    LessonText label, text;  ///< text: of the gap
    std::string run;
    ExperimentConfig config;  ///< of that run, changed
    LessonDraw draw;
    LessonGap gap;
};

/// A screen of a lesson, in one of the scenes of the stage; a quiz may follow.
struct LessonCard {
    enum class Kind { Look, Draw, Train, Gap, Say, Quiz };
    Kind kind = Kind::Look;
    LessonText text;
    std::string at;                         ///< Look: "now", the step 0 of a run ("lstm@0") or a step; empty: as it is
    std::vector<std::size_t> hidden;        ///< rows of the picture that are not shown, from 0
    std::vector<std::size_t> named;         ///< rows that the text speaks of: the last to fold
    std::filesystem::path image;            ///< Look, Say: stands in place of the picture; empty: none does
    LessonDraw draw;                        ///< Draw
    LessonGap gap;                          ///< Gap
    std::vector<LessonChoice> choices;      ///< Gap: what is told beside its text depends on what came
    LessonText ours;                        ///< Say: our sentence, shown after the learner's is kept
    std::vector<LessonQuestion> questions;  ///< Quiz
};

struct Lesson {
    std::string key;  ///< name of the file without ".json"
    std::filesystem::path file;
    std::int64_t part = 0;       ///< 1: recurrence, 2: training; 0: it does not say
    std::int64_t order = 0;      ///< place in the list
    std::int64_t minutes = 0;    ///< that it takes; 0: it does not say
    LessonText title, question;  ///< the question in one sentence
    std::string chart;           ///< key of the metric that the lesson draws
    bool isLog = false;          ///< on a logarithmic axis
    std::vector<LessonRun> runs;
    std::vector<LessonCard> cards;
    LessonPicture picture;
    std::int64_t film = 0;  ///< frames of each run's training that are kept; 0: none
    std::vector<LessonTry> tries;
    std::string claim;                     ///< what the runs must show (claim.h)
    LessonText claimText;                  ///< the same in words
    std::vector<std::string> ownSettings;  ///< settings that go with the learner's own series, from the run `ownRun`
    std::string ownRun;  ///< empty: its settings make no sense on another series, for the reason ownReason
    LessonText ownReason;
    /// Name of a series of the learner's own that it plays on (app/own_series.h); empty: its own data
    std::string ownSeries;
    ClassQuestion hands;

    /// By its key, or that of its step 0.
    [[nodiscard]] const LessonRun* findRun(std::string_view run) const {
        for (const LessonRun& one : runs)
            if (one.key == trainedKey(run)) return &one;
        return nullptr;
    }
    /// Null: there is none of this kind.
    [[nodiscard]] const LessonCard* find(LessonCard::Kind kind) const {
        for (const LessonCard& card : cards)
            if (card.kind == kind) return &card;
        return nullptr;
    }
};

/// "look", "draw", "train", "gap", "say", "quiz".
const char* lessonCardWord(LessonCard::Kind kind);

/// What a lesson trains, in this order: of each run its step 0, then the run.
std::vector<std::string> lessonKeys(const Lesson& lesson);
/// The settings of one of them, for the training with this seed: the shipped one is 1, and another moves the seeds of
/// all runs alike.
ExperimentConfig lessonConfig(const Lesson& lesson, std::string_view run, std::int64_t seed);
/// Step 0 is an epoch of the same settings at the smallest learning rate, 1e-9: all that is measured of a run is
/// measured of its start by the same code, and no weight moves in a digit that is shown.
ExperimentConfig stepZeroOf(ExperimentConfig config);

}  // namespace gatelab
