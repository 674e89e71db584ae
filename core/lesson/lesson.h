// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstdint>
#include <filesystem>
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

/// A place on the Learn page that a card talks about.
struct LessonPlace {
    std::string view;    ///< "microscope", "gradient" or "cell" (the cell walk); empty: none
    std::string run;     ///< key of a run
    std::string beside;  ///< key of another run that is shown beside it; empty: none
    std::string part = "validation";
    std::int64_t window = 1;  ///< from 1
    std::int64_t layer = 1;   ///< from 1
    std::string quantity;     ///< as GateTrack::key: "f"; empty: all
};

/// One answer of a prediction. `when`: the claim that makes it the right one; the first whose claim holds is; empty:
/// where none before it does.
struct LessonChoice {
    LessonText text;
    std::string when;
};

struct LessonQuestion {
    LessonText text;
    std::vector<LessonText> answers;
    std::size_t right = 0;  ///< index of the right answer
    LessonText why;
};

/// What the learner changes: a setting of some runs, and the values that are offered.
struct LessonChange {
    std::vector<std::string> runs;  ///< trained anew one after the other
    std::string setting;
    std::vector<std::string> values;  ///< as formatFieldValue writes them
};

/// A screen of a lesson.
struct LessonCard {
    enum class Kind { Question, Predict, Run, Result, Explain, Change, Quiz, Own };
    Kind kind = Kind::Question;
    LessonText text;
    std::vector<LessonChoice> choices;  ///< Predict by choice
    /// Predict by drawing: the run whose curve of the lesson's chart is drawn; empty: a choice
    std::string drawRun;
    LessonPlace look;                       ///< Explain
    LessonChange change;                    ///< Change
    std::vector<LessonQuestion> questions;  ///< Quiz
};

struct Lesson {
    std::string key;  ///< name of the file without ".json"
    std::filesystem::path file;
    std::int64_t order = 0;      ///< place in the list
    LessonText title, question;  ///< the question in one sentence
    std::string chart;           ///< key of the metric that the lesson draws
    bool isLog = false;          ///< on a logarithmic axis
    std::vector<LessonRun> runs;
    std::vector<LessonCard> cards;
    std::string claim;                     ///< what the runs must show (claim.h)
    LessonText claimText;                  ///< the same in words
    std::vector<std::string> ownSettings;  ///< settings that go with the learner's own series, from the run `ownRun`
    std::string ownRun;

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

/// "question", "predict", "run", "result", "explain", "change", "quiz", "own".
const char* lessonCardWord(LessonCard::Kind kind);

/// What a lesson trains, in this order: of each run its step 0, then the run.
std::vector<std::string> lessonKeys(const Lesson& lesson);
/// The settings of one of them, for the training with this seed: the shipped one is 1, and another moves the seeds of
/// all runs alike. Step 0 is an epoch of the same settings at the smallest learning rate, 1e-9: all that is measured of
/// a run is measured of its start by the same code, and no weight moves in a digit that is shown.
ExperimentConfig lessonConfig(const Lesson& lesson, std::string_view run, std::int64_t seed);

}  // namespace gatelab
