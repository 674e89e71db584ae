// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_reader.h"

#include <string>

namespace gatelab {

/// The cards of format 1, which become scenes of the stage: its picture is the loss of the first two runs over the
/// epochs, on which the prediction is drawn; the values of its change are tried there. Answers to choose from are
/// checked and left out.
class LessonCardsReader final : public LessonReader {
public:
    LessonCardsReader(const std::filesystem::path& file, const std::set<std::string>& terms);

private:
    void readRest(const LessonJson& root) override;
    void readCards(const LessonJson& cards);
    void readCard(const LessonJson& json, const std::string& word);
    void readPrediction(const LessonJson& json);
    void readPlace(const LessonJson& json);
    void readChange(const LessonJson& json);
    void readValue(const LessonJson& json, const std::vector<std::string>& runs, const std::string& setting);
    void addScene(LessonCard::Kind kind, LessonText text);
    void toStage();

    std::string drawn_;  ///< key of the run whose curve is drawn
    LessonText why_;     ///< of the first card that explains
};

}  // namespace gatelab
