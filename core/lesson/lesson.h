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

    [[nodiscard]] const LessonRun* findRun(std::string_view run) const {
        for (const LessonRun& one : runs)
            if (one.key == run) return &one;
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

/// The settings of a run of a lesson, for the training with this seed: the shipped one is 1, and another moves the
/// seeds of all runs alike.
ExperimentConfig lessonConfig(const LessonRun& run, std::int64_t seed);

}  // namespace gatelab
