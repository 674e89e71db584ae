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

/// The word of a card of format 1; empty: it is none.
const char* formerCardWord(LessonCard::Kind kind);

/// Reads the file of one lesson, of either format, and checks it: settings, runs, figures, terms, languages. Used by
/// lesson_file.h alone.
class LessonReader {
public:
    static constexpr std::int64_t kFormat = 2;  ///< the newest

    LessonReader(const std::filesystem::path& file, const std::set<std::string>& terms);
    Result<Lesson> read(const LessonJson::Json& json);

private:
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

    // Format 1 (lesson_cards.cpp)
    void readCards(const LessonJson& cards);
    LessonCard readCard(const LessonJson& json, LessonCard::Kind kind);
    void readPrediction(const LessonJson& json, LessonCard& card);
    void readPlace(const LessonJson& json, LessonPlace& place);
    void readChange(const LessonJson& json, LessonChange& change);
    void readQuiz(const LessonJson& json, LessonCard& card);

    // Format 2 (lesson_scenes.cpp)
    void readStage(const LessonJson& root);
    void readFilm(const LessonJson& film);
    void readPicture(const LessonJson& json);
    LessonRow readRow(const LessonJson& json);
    std::string readUnit(const LessonJson& json);
    void readScenes(const LessonJson& scenes);
    LessonCard readScene(const LessonJson& json, LessonCard::Kind kind);
    LessonDraw readDraw(const LessonJson& json);
    LessonGap readGap(const LessonJson& json);
    std::string readSum(const LessonJson& json);
    void readTries(const LessonJson& json);
    void readOwn(const LessonJson& own);
    void readClass(const LessonJson& json);

    const std::set<std::string>& terms_;
    std::optional<Error> problem_;
    std::string language_;     ///< the lesson's only one; empty: both
    bool hasDrawing_ = false;  ///< texts and sums may ask for what was drawn
    Lesson lesson_;
};

}  // namespace gatelab
