// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_valves_painter.h"

#include "common/texts.h"
#include "lesson/rich_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace gatelab {

namespace {

constexpr double kName = 22, kPlate = 46, kPipe = 0.5;

QString say(const char* text) { return QCoreApplication::translate("StagePainter", text); }

double nameHeight(double scale) { return kName * std::min(scale, 1.6); }

/// Where the opening of a valve goes from shut to open.
QRectF openingOf(const QRectF& cell, double scale) { return cell.adjusted(0, nameHeight(scale), 0, -6 * scale); }

}  // namespace

QString handValveName(HandValve valve) {
    switch (valve) {
        case HandValve::Forget:
            return say(QT_TRANSLATE_NOOP("StagePainter", "Forget f"));
        case HandValve::InputAtMarks:
            return say(QT_TRANSLATE_NOOP("StagePainter", "Input i at marks"));
        case HandValve::InputElsewhere:
            return say(QT_TRANSLATE_NOOP("StagePainter", "Input i elsewhere"));
        case HandValve::Output:
            return say(QT_TRANSLATE_NOOP("StagePainter", "Output o"));
    }
    return {};
}

namespace {

/// Where the whole name has no room.
QString shortName(HandValve valve) {
    switch (valve) {
        case HandValve::Forget:
            return QStringLiteral("f");
        case HandValve::InputAtMarks:
            return say(QT_TRANSLATE_NOOP("StagePainter", "i, marked"));
        case HandValve::InputElsewhere:
            return say(QT_TRANSLATE_NOOP("StagePainter", "i, else"));
        case HandValve::Output:
            return QStringLiteral("o");
    }
    return {};
}

}  // namespace

double StageValvesPainter::valueAt(const QRectF& strip, double y, double scale) {
    const QRectF opening = openingOf(strip, scale);
    return std::clamp((opening.bottom() - y) / opening.height(), 0.0, 1.0);
}

void StageValvesPainter::paint(QPainter& painter, const StageLayout::Row& ring, std::int64_t cursor,
                               bool hasFocus) const {
    if (ring.valves.isEmpty() || content_.sequences == nullptr) return;
    const HandValves valves = drawing_.valves();
    const double wide = ring.valves.width() / static_cast<double>(kColumns);
    const auto column = [&](std::size_t index) {
        return QRectF(ring.valves.left() + wide * static_cast<double>(index), ring.valves.top(), wide,
                      ring.valves.height());
    };
    for (std::size_t i = 0; i < kHandValves; ++i)
        paintValve(painter, column(i), static_cast<HandValve>(i), valves[i],
                   content_.isDrawing && cursor == static_cast<std::int64_t>(i) + 1, hasFocus);
    const HandStates states = handStates(content_.sequence, valves);
    const QRectF above(ring.plots.front().left(), ring.whole.top(), ring.plots.front().width(),
                       ring.valves.top() - ring.whole.top());
    paintAnswer(painter, scale_ < kClassScale ? column(kHandValves) : above, handAnswer(*content_.sequences, valves),
                states);
    paintCell(painter, ring.plots.front(), states);
}

/// A pipe as thick as its number, two plates that leave it open, and the handle on the upper one.
void StageValvesPainter::paintValve(QPainter& painter, const QRectF& cell, HandValve valve, double value, bool isCursor,
                                    bool hasFocus) const {
    const QRectF opening = openingOf(cell, scale_);
    const double half = kPlate * scale_ / 2, x = cell.center().x(), middle = opening.center().y();
    const double open = opening.height() * value;
    painter.fillRect(QRectF(cell.left() + 4, middle - open * kPipe, cell.width() - 8, open), theme_.runColour(0));
    for (const bool isUpper : {true, false}) {
        const QRectF plate =
            isUpper ? QRectF(x - half, opening.top(), 2 * half, middle - open * kPipe - opening.top())
                    : QRectF(x - half, middle + open * kPipe, 2 * half, opening.bottom() - middle - open * kPipe);
        painter.fillRect(plate, palette_.strong);
    }
    painter.setFont(font(12, isCursor ? 600 : 500));
    painter.setPen(palette_.text);
    const QRectF title(cell.left() + 4, cell.top(), cell.width() - 8, nameHeight(scale_));
    const QString number = formatNumber(value, 2);
    int rest = static_cast<int>(title.width()) - painter.fontMetrics().horizontalAdvance(number) - 6;
    const QString whole = handValveName(valve);
    const QString name = painter.fontMetrics().horizontalAdvance(whole) <= rest ? whole : shortName(valve);
    // The hand's place goes over the whole height, so that a small value is as easy to hold.
    const QPointF handle(x, opening.bottom() - opening.height() * value);
    const double radius = 7 * scale_;
    // The number beside the name where there is room, else at the end of the valve away from the handle, else beside
    // it.
    const bool isBeside = painter.fontMetrics().horizontalAdvance(name) <= rest;
    if (isBeside) {
        painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, number);
    } else {
        rest = static_cast<int>(title.width());
        const double line = painter.fontMetrics().height(), wide = painter.fontMetrics().horizontalAdvance(number) + 6,
                     up = handle.y() - radius - opening.top(), down = opening.bottom() - handle.y() - radius;
        QRectF place(x - wide / 2, down >= up ? opening.bottom() - line : opening.top(), wide, line);
        if (std::max(up, down) < 0.9 * line) place.moveTo(x + radius + 3, handle.y() - line / 2);
        painter.fillRect(place, palette_.surface);
        painter.drawText(place, Qt::AlignCenter, number);
    }
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, rest));
    painter.setPen(stagePen(isCursor && hasFocus ? palette_.accent : palette_.text, 3));
    painter.setBrush(palette_.surface);
    painter.drawEllipse(handle, radius, radius);
    painter.setBrush(Qt::NoBrush);
}

void StageValvesPainter::paintAnswer(QPainter& painter, const QRectF& cell, const HandAnswer& answer,
                                     const HandStates& states) const {
    const auto number = [](double value) { return formatWritten(fromUtf8(figureWords(value, ""))); };
    const QRectF box = cell.adjusted(scale_ < kClassScale ? 14 * scale_ : 0, 0, 0, 0);
    const QString right = number(content_.sequence.target);
    painter.setFont(font(11));
    QString whole = say(QT_TRANSLATE_NOOP("StagePainter", "right, 0.5 + sum / 4: %1")).arg(right);
    if (scale_ >= kClassScale || painter.fontMetrics().horizontalAdvance(whole) > box.width())
        whole = say(QT_TRANSLATE_NOOP("StagePainter", "right is %1")).arg(right);
    const QString lines[] = {say(QT_TRANSLATE_NOOP("StagePainter", "it says %1")).arg(number(answer.of(states))), whole,
                             say(QT_TRANSLATE_NOOP("StagePainter", "error %1")).arg(number(answer.error)),
                             say(QT_TRANSLATE_NOOP("StagePainter", "average: %1")).arg(number(answer.constant))};
    if (scale_ >= kClassScale) {  // one line above the valves
        painter.setFont(font(11, 600));
        // The average stands in the text, too.
        QString all = QStringList{lines[2], lines[0], lines[1]}.join(QStringLiteral(" · "));
        const QString most = all + QStringLiteral(" · ") + lines[3];
        if (painter.fontMetrics().horizontalAdvance(most) <= box.width()) all = most;
        painter.setPen(palette_.text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(all, Qt::ElideRight, static_cast<int>(box.width())));
        return;
    }
    double y = box.top();
    for (int i = 0; i < 4; ++i) {
        const bool isError = i == 2;
        painter.setFont(isError ? font(13, 600) : font(11));
        painter.setPen(isError ? palette_.text : palette_.muted);
        const double high = (isError ? 19 : 15) * scale_;
        painter.drawText(QRectF(box.left(), y, box.width(), high), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(lines[i], Qt::ElideRight, static_cast<int>(box.width())));
        y += high;
    }
}

void StageValvesPainter::paintCell(QPainter& painter, const QRectF& plot, const HandStates& states) const {
    const StageAxis& axis = content_.axes[content_.picture.ringed()];
    paintEdged(painter, lineOf(plot, axis, std::ssize(states.cell), 1, states.cell),
               stagePen(palette_.text, 2, Qt::DashLine));
}

}  // namespace gatelab
