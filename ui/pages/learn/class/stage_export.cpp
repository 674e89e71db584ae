// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/class/stage_export.h"

#include "common/texts.h"
#include "pages/learn/film/gif_file.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_view.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kLine = 20, kEdge = 12, kGifHundredths = 12, kGifLast = 12;
constexpr QSize kFrame(960, 600), kPage(794, 1123);  // A4 at 96 dots an inch

QString say(const char* text) { return QCoreApplication::translate("StageExport", text); }

QFont letters(const Theme& theme, int px, int weight = 400) {
    QFont font = theme.font(px, weight);
    font.setPixelSize(px);
    return font;
}

/// Wrapped; returns where the next line begins.
double writeText(QPainter& painter, const QRectF& box, const QString& text) {
    QRectF used;
    painter.drawText(box, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text, &used);
    return used.bottom();
}

void drawCaption(QPainter& painter, const Theme& theme, QRectF box, const QStringList& caption) {
    painter.setFont(letters(theme, 13));
    painter.setPen(theme.palette().muted);
    for (const QString& line : caption) {
        painter.drawText(QRectF(box.left(), box.top(), box.width(), kLine), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line, Qt::ElideRight, static_cast<int>(box.width())));
        box.setTop(box.top() + kLine);
    }
}

void drawLines(QPainter& painter, const QRectF& box, int count) {
    for (int i = 1; i <= count; ++i) {
        const double y = box.top() + box.height() * i / count;
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
    }
}

}  // namespace

std::vector<StageExport> stageExports() {
    return {{say(QT_TRANSLATE_NOOP("StageExport", "Picture, PNG...")), QStringLiteral("png")},
            {say(QT_TRANSLATE_NOOP("StageExport", "Drawing, SVG...")), QStringLiteral("svg")},
            {say(QT_TRANSLATE_NOOP("StageExport", "Film, GIF...")), QStringLiteral("gif")},
            {say(QT_TRANSLATE_NOOP("StageExport", "Worksheet, PDF...")), QStringLiteral("pdf")}};
}

Picture captionedPicture(Theme& theme, const std::function<std::function<void(QPainter&)>(QSizeF)>& drawing,
                         const QString& title, const QStringList& caption, QSize size) {
    const double foot = kLine * static_cast<double>(caption.size()) + kEdge;
    return {
        title, caption.join(QLatin1Char('\n')), size, theme.palette().surface,
        [&theme, caption, size, foot, draw = drawing(QSizeF(size.width(), size.height() - foot))](QPainter& painter) {
            draw(painter);
            drawCaption(painter, theme, QRectF(kEdge, size.height() - foot, size.width() - 2 * kEdge, foot), caption);
        }};
}

Picture stagePicture(Theme& theme, const StageCanvas& canvas, const QString& title, const QStringList& caption,
                     QSize size) {
    return captionedPicture(
        theme, [&canvas](QSizeF place) { return canvas.drawing(place); }, title, caption, size);
}

Picture worksheet(Theme& theme, const StageCanvas& canvas, const Lesson& lesson, const std::string& language,
                  const QStringList& caption) {
    const QSizeF stage(kPage.width() - 4 * kEdge, 480);
    return {fromUtf8(lesson.title.in(language)), caption.join(QLatin1Char('\n')), kPage, theme.palette().surface,
            [&theme, lesson, language, caption, stage, draw = canvas.drawing(stage)](QPainter& painter) {
                const Palette& palette = theme.palette();
                const double left = 2 * kEdge, width = kPage.width() - 4 * kEdge;
                painter.setPen(palette.text);
                painter.setFont(letters(theme, 24, 600));
                double y = writeText(painter, QRectF(left, 2 * kEdge, width, 80), fromUtf8(lesson.title.in(language)));
                painter.setFont(letters(theme, 15));
                y = writeText(painter, QRectF(left, y + 6, width, 80), fromUtf8(lesson.question.in(language)));
                y = writeText(painter, QRectF(left, y + 6, width, 40), say(QT_TRANSLATE_NOOP("StageExport", "Name:")));
                painter.save();
                painter.translate(left, y + kEdge);
                draw(painter);
                painter.restore();
                y += kEdge + stage.height() + kEdge;
                painter.setPen(palette.text);
                painter.setFont(letters(theme, 15, 600));
                y = writeText(painter, QRectF(left, y, width, 60),
                              say(QT_TRANSLATE_NOOP("StageExport",
                                                    "Draw into the framed row what you expect after the training.")));
                painter.setFont(letters(theme, 15));
                if (lesson.hands.isThere()) {
                    y = writeText(painter, QRectF(left, y + kEdge, width, 60),
                                  fromUtf8(lesson.hands.question.in(language)));
                    for (const auto& answer : lesson.hands.answers) {
                        painter.drawRect(QRectF(left + 4, y + 9, 14, 14));
                        y = writeText(painter, QRectF(left + 28, y + 6, width - 28, 40),
                                      fromUtf8(answer.text.in(language)));
                    }
                }
                y = writeText(painter, QRectF(left, y + kEdge, width, 40),
                              say(QT_TRANSLATE_NOOP("StageExport", "In one sentence: why?")));
                painter.setPen(palette.border);
                const double foot = kPage.height() - kEdge - kLine * static_cast<double>(caption.size());
                drawLines(painter, QRectF(left, y, width, std::min(120.0, foot - y - kEdge)), 3);
                drawCaption(painter, theme, QRectF(left, foot, width, kLine), caption);
            }};
}

QString exportStage(Theme& theme, StageView& stage, const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    const auto picture = [&] {
        return stagePicture(theme, stage.canvas(), stage.shownTitle(), stage.caption(), kFrame);
    };
    if (suffix == QLatin1String("gif")) {
        if (stage.film().frames() < 2)
            return say(QT_TRANSLATE_NOOP("StageExport", "There is no film yet: draw, then train."));
        const int before = stage.film().frame();
        std::vector<QImage> frames;
        for (int i = 0; i < stage.film().frames(); ++i) {
            stage.film().showFrame(i);
            stage.refreshPicture();
            frames.push_back(picture().image(1));
        }
        // The end stands still for a while.
        frames.insert(frames.end(), kGifLast, frames.back());
        stage.film().showFrame(before);
        stage.refreshPicture();
        return keepFile(path, gifOf(frames, kGifHundredths));
    }
    if (suffix == QLatin1String("pdf")) return keepFile(path, stage.worksheetPage().bytes(suffix, 1));
    return keepFile(path, picture().bytes(suffix, 2));
}

}  // namespace gatelab
