// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"
#include "lesson/claim.h"
#include "lesson/lesson.h"
#include "lesson/lesson_json.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// Reads the file of one lesson and checks it: settings, runs, figures, terms, languages. What a format has of its own
/// is read by LessonCardsReader (1) or LessonScenesReader (2). Used by lesson_file.h alone.
class LessonReader {
public:
    virtual ~LessonReader() = default;
    Result<Lesson> read(const LessonJson::Json& json);

protected:
    LessonReader(std::int64_t format, const std::filesystem::path& file, const std::set<std::string>& terms);
    /// The rest of the file, after title, runs and claim.
    virtual void readRest(const LessonJson& root) = 0;

    /// A word out of a list.
    static std::string oneOf(const LessonJson& json, const std::vector<std::string>& words);
    /// Those of the title are the lesson's: one, or both.
    void chooseLanguages(const LessonJson& title);
    LessonText plainWords(const LessonJson& json);
    LessonText markedWords(const LessonJson& json);
    void check(const LessonJson& place, const std::string& words);
    void checkCalls(const LessonJson& place, const Result<std::vector<FigureCall>>& calls);
    std::string claimText(const LessonJson& json);
    [[nodiscard]] std::string runNames() const;
    std::string runKey(const LessonJson& json);
    std::string settingKey(const LessonJson& json);
    static void unknownSetting(const LessonJson& place, const std::string& key);
    void apply(const LessonJson& settings, ExperimentConfig& config);
    static std::optional<FieldValue> valueOf(const LessonJson::Json& json);
    void findData(const LessonJson& place, std::string& path);
    void readRuns(const LessonJson& root);
    void readChart(const LessonJson& chart);
    void readOwnSettings(const LessonJson& own);
    void readQuiz(const LessonJson& json, LessonCard& card);
    ClassQuestion readHands(const LessonJson& json);

    const std::set<std::string>& terms_;
    bool isStaged_;  ///< format 2
    std::optional<Error> problem_;
    std::string language_;     ///< the lesson's only one; empty: both
    bool hasDrawing_ = false;  ///< texts and sums may ask for what was drawn
    Lesson lesson_;
};

}  // namespace gatelab
