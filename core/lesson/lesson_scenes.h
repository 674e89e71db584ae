// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_reader.h"

namespace gatelab {

/// The stage of format 2: picture, scenes, changes.
class LessonScenesReader final : public LessonReader {
public:
    LessonScenesReader(const std::filesystem::path& file, const std::set<std::string>& terms);

private:
    void readRest(const LessonJson& root) override;
    void readFilm(const LessonJson& film);
    void readPicture(const LessonJson& json);
    void checkPicture(const LessonJson& json);
    LessonRow readRow(const LessonJson& json);
    std::filesystem::path readImage(const LessonJson& json);
    std::string readUnit(const LessonJson& json);
    void readScenes(const LessonJson& scenes);
    LessonCard readScene(const LessonJson& json, LessonCard::Kind kind);
    LessonDraw readDraw(const LessonJson& json);
    LessonGap readGap(const LessonJson& json);
    std::string readSum(const LessonJson& json);
    static std::string figureFormat(const LessonJson& json);
    void readTries(const LessonJson& json);
    void readOwn(const LessonJson& own);
};

}  // namespace gatelab
