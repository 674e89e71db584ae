// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_picture.h"
#include "pages/learn/stage/stage_drawing.h"
#include "pages/learn/stage/stage_image.h"

#include <QRectF>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace gatelab {

/// From here on letters are for a class.
inline constexpr double kClassScale = 2;
/// Pixels of a letter or space of the stage. For a class letters of three sizes, about 24, 26 and 32, so that a
/// scene stands whole.
inline int stageLetters(int px, double scale) {
    if (scale < kClassScale) return qRound(px * scale);
    const double large = px <= 10 ? 0.6 * px : px <= 12 ? 11 : px <= 15 ? 12 : px <= 22 ? 14.5 : 0.85 * px;
    return qRound(large * scale);
}

/// One network of the picture as it is drawn: step 0, and beside it the frame that is shown.
struct StageHalf {
    QString name, cell;  ///< cell: key of its kind
    int slot = 0;        ///< of the run colours
    PictureFrame before;
    std::optional<PictureFrame> now;  ///< nothing: it is not trained, or may not be seen yet
    QString figure, figureNote;       ///< "15 %", "of it reaches step 1"; empty: none yet
    [[nodiscard]] const PictureFrame& shown() const { return now ? *now : before; }
};

/// Everything that the canvas of a stage draws.
struct StageContent {
    LessonPicture picture;
    std::vector<StageHalf> halves;
    std::vector<StageAxis> axes;  ///< of each row
    std::vector<bool> isHidden;   ///< of each row
    std::vector<bool> isNamed;    ///< of each row: a text speaks of it
    QString title, note;
    QStringList columns;   ///< under the bars of figures
    std::string drawKind;  ///< empty: nothing is drawn on it
    int drawnHalf = 0;
    /// Sequences that a hand sets valves on, and the one that is shown; null: nothing is set by hand
    std::shared_ptr<const std::vector<HandSequence>> sequences;
    HandSequence sequence;
    bool isDrawing = false;                   ///< a hand may draw now
    bool isCovered = false;                   ///< of step 0, too, only what is read may be seen
    std::vector<std::int64_t> lengths;        ///< of a window: of each column, in steps
    double enough = 0;                        ///< of a window: the length that suffices; 0: not measured
    std::shared_ptr<const StageImage> image;  ///< stands in place of the picture; null: none does
    QString hint;                             ///< in the ringed row, right
    QString gap, gapNote;                     ///< empty: there is none to tell yet
    std::int64_t gapStep = 0;                 ///< where the gap is told; 0: wherever it is widest
    double gapMeasure = 0;                    ///< of an edge: where it came to
};

/// Where everything of a picture stands.
struct StageLayout {
    struct Row {
        std::size_t row = 0;
        QRectF whole;               ///< with its title
        std::vector<QRectF> plots;  ///< of each half
        QRectF valves;              ///< of a hand, above the plot; empty: it has none
        /// Both halves on one plot, as in letters for a class: one as it always is, the other as a line.
        [[nodiscard]] bool isShared() const { return plots.size() > 1 && plots[0] == plots[1]; }
    };
    std::vector<Row> rows;
    std::vector<QRectF> heads;  ///< of each half
    QRectF title;
    [[nodiscard]] const Row* ofRow(std::size_t row) const {
        for (const Row& one : rows)
            if (one.row == row) return &one;
        return nullptr;
    }
};

/// `scale`: of letters, and of what depends on them. The rows under the ringed one fold where there is no room, those
/// that texts speak of last.
StageLayout layOutStage(const StageContent& content, const QRectF& area, double scale);
/// Middle of a step, from 1, of so many.
double stepX(const QRectF& plot, std::int64_t steps, double step);
double stepAt(const QRectF& plot, std::int64_t steps, double x);

}  // namespace gatelab
