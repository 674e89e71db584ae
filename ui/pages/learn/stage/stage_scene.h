// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson_gap.h"
#include "pages/learn/lessons/lesson_words.h"
#include "pages/learn/stage/stage_content.h"
#include "pages/learn/stage/stage_film.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

class LessonSession;
class StageNetworks;

/// Slot of the run colours: LSTM 0, RNN 1, GRU 2 in all lessons; a second one of a kind has another.
int stageSlot(const Lesson& lesson, const std::string& run);

/// What a stage shows now: picture, drawing, gap and figures, made of its session, of what its networks show and of the
/// change that is told of. Keeps nothing but that change. GUI thread.
class StageScene {
public:
    StageScene(const Theme& theme, LessonSession& session, const StageNetworks& networks, QString language);
    /// The change that is asked about or told of; -1: none.
    [[nodiscard]] int tried() const { return tried_; }
    void setTried(int change) { tried_ = change; }
    [[nodiscard]] bool isTried() const;  ///< it is trained
    /// Whether what was drawn by hand stands in the picture, with its gap; it does from the start.
    void setDrawingShown(bool on) { isDrawingShown_ = on; }
    [[nodiscard]] bool isDrawingShown() const { return isDrawingShown_; }
    /// Ids of the runs that the picture shows, by their key; empty: only step 0 may be seen.
    [[nodiscard]] std::map<std::string, QString> shownRuns() const;
    /// The last gap card up to now, or that of the change; null: none may be told.
    [[nodiscard]] const LessonGap* shownGap() const;
    [[nodiscard]] const LessonDraw* shownDraw() const;
    [[nodiscard]] const std::vector<QPointF>& points() const;
    /// Where the drawing stands with what came of it; nothing: there is no gap to tell yet.
    [[nodiscard]] std::optional<MeasuredGap> gap() const;
    /// `frame` of `frames`: where the film stands.
    [[nodiscard]] StageContent content(int frame, int frames) const;
    [[nodiscard]] StageDrawing drawing() const;
    /// Of each row, as the networks of the picture have it.
    [[nodiscard]] std::vector<StageAxis> axes(bool isRevealed) const;
    [[nodiscard]] std::vector<StageFilm::Curve> curves() const;
    [[nodiscard]] int frameOfScene() const;
    [[nodiscard]] LessonOutcomes outcomes() const;
    /// What came true of the cases of a card; null: it has none, or none did.
    [[nodiscard]] const LessonChoice* caseOf(const LessonCard& card) const;
    [[nodiscard]] LessonWords words(const LessonOutcomes& outcomes) const;

private:
    [[nodiscard]] StageHalf halfOf(std::size_t twin, int frame, int frames) const;
    void fillFigures(StageHalf& half, std::size_t index) const;
    void tellGap(StageContent& made) const;
    [[nodiscard]] static QString titleOf(const LessonPicture& picture);
    /// Of a scene's own picture; null: it has none.
    [[nodiscard]] std::shared_ptr<const StageImage> imageOf(const LessonCard& card) const;
    [[nodiscard]] FigureSource figures(const LessonOutcomes& outcomes) const;
    [[nodiscard]] const LessonTry* shownTry(const std::string& run) const;
    [[nodiscard]] QString nameOf(const std::string& run) const;

    const Theme& theme_;
    LessonSession& session_;
    const StageNetworks& networks_;
    QString language_;
    int tried_ = -1;
    bool isDrawingShown_ = true;
    mutable std::shared_ptr<const StageImage> image_;  ///< the last one that was shown
};

}  // namespace gatelab
