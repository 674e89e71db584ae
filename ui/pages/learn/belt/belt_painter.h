// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/belt/belt.h"
#include "pages/learn/belt/belt_layout.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <array>
#include <vector>

namespace gatelab {

/// A part of a belt as thick as its number, with its middle line and direction.
struct BeltStrip {
    QRectF rect;
    double value = 0, own = 0;  ///< own: of the twin
    bool isUpward = false;
};

/// Draws the belt of one step: blue above zero, brown below, as thick as the number; dashed and hatched what the twin
/// does that no hand has touched. Lives as long as one drawing. GUI thread.
class BeltPainter {
    Q_DECLARE_TR_FUNCTIONS(BeltPainter)
public:
    static constexpr double kChevronArm = 10;  ///< px from the middle of a belt, at most

    BeltPainter(QPainter& painter, const Theme& theme, const Belt& belt, const BeltLayout& layout)
        : p_(painter), theme_(theme), belt_(belt), l_(layout) {}

    /// Strips, valves and texts; `active`: the valve with the handle, `isFocused`: the keyboard brought it there.
    void paintBelt(BeltValve active, bool isFocused);
    /// A bubble with a pointer to `at`; where it was drawn.
    QRectF paintCaption(QPointF at, BeltPart part, const QString& bold, const QString& text);

    /// The strips on which chevrons slide, of those that are thick enough.
    [[nodiscard]] static std::vector<BeltStrip> strips(const Belt& belt, const BeltLayout& layout);
    /// White arrows on the strips, `phase` of the way to the next one, from 0 to 1.
    static void paintChevrons(QPainter& painter, const QColor& colour, const std::vector<BeltStrip>& strips,
                              double thickness, double phase);
    [[nodiscard]] static QString number(double value);                       ///< with two digits
    [[nodiscard]] static QColor colourOf(const Theme& theme, double value);  ///< above zero, below
    /// A line of text whose foot is at `at`, with its left end there, its middle or its right end.
    static void write(QPainter& painter, const Theme& theme, QPointF at, const QString& words, int px, int weight,
                      const QColor& ink, Qt::Alignment side = {});

private:
    void paintStrip(const BeltStrip& strip, double tip = 0);
    void paintPlates(BeltValve valve, bool isActive, bool isFocused);
    void paintTexts();
    void paintNotes();
    /// A name with its number below (small drawings: beside), and what the twin has behind it.
    void label(QPointF foot, const QString& name, double value, const QString& note,
               Qt::Alignment side = Qt::AlignLeft);
    /// Something that helps and gives way: it stands at the first of its places where it lies on no other text.
    struct Note {
        std::array<QPointF, 2> places;
        QString words;
        Qt::Alignment side = {};
    };
    void noteWhereFree(const Note& note);
    void text(QPointF at, const QString& words, int px, int weight, const QColor& ink, Qt::Alignment side = {});
    /// That a line of text takes.
    [[nodiscard]] QRectF room(QPointF at, const QString& words, int px, int weight, Qt::Alignment side) const;
    [[nodiscard]] bool isFree(const QRectF& area) const;
    [[nodiscard]] QColor colour(double value) const { return colourOf(theme_, value); }
    [[nodiscard]] QString ownNote(double value, double own) const;

    QPainter& p_;
    const Theme& theme_;
    const Belt& belt_;
    const BeltLayout& l_;
    std::vector<QRectF> taken_;  ///< by texts
    std::vector<QRectF> drawn_;  ///< belts, plates and boxes
    std::vector<Note> notes_;
};

}  // namespace gatelab
