// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_reader.h"

namespace gatelab {

/// The word of a card of format 1; empty: it is none.
const char* formerCardWord(LessonCard::Kind kind);

/// The cards of format 1.
class LessonCardsReader final : public LessonReader {
public:
    LessonCardsReader(const std::filesystem::path& file, const std::set<std::string>& terms);

private:
    void readRest(const LessonJson& root) override;
    void readCards(const LessonJson& cards);
    LessonCard readCard(const LessonJson& json, LessonCard::Kind kind);
    void readPrediction(const LessonJson& json, LessonCard& card);
    void readPlace(const LessonJson& json, LessonPlace& place);
    void readChange(const LessonJson& json, LessonChange& change);
};

}  // namespace gatelab
