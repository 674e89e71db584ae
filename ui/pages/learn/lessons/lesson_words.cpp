// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/lesson_words.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "config/field.h"
#include "lesson/lesson_gap.h"
#include "lesson/rich_text.h"

#include <cmath>

namespace gatelab {

QString LessonWords::written(const LessonText& text, bool marked) const {
    const QString whole = simple(withoutUnknownHours(text, figures));
    const auto pieces = piecesOf(whole.toStdString());
    if (!pieces.ok()) return marked ? toHtml(whole) : whole;
    QString words;
    for (const TextPiece& piece : *pieces) {
        if (piece.kind == TextPiece::Kind::Plain) {
            words += marked ? toHtml(fromUtf8(piece.words)) : fromUtf8(piece.words);
        } else if (piece.kind == TextPiece::Kind::Term) {
            const GlossaryEntry* entry = glossary.find(piece.key);
            const QString shown = piece.words.empty() && entry
                                      ? simple(entry->term)
                                      : fromUtf8(piece.words.empty() ? piece.key : piece.words);
            words += marked ? QStringLiteral("<a style=\"color:%1\" href=\"term:%2\">%3</a>")
                                  .arg(theme.palette().accent.name(), fromUtf8(piece.key), toHtml(shown))
                            : shown;
        } else {
            const auto value = figures ? sumValue(piece.key, figures) : Result<double>(std::nan(""));
            const bool isGap = piece.key == "gap" && piece.format.empty() && !gap.isEmpty();
            const QString shown =
                isGap ? gap : formatWritten(fromUtf8(figureWords(value.ok() ? *value : std::nan(""), piece.format)));
            words += marked ? QStringLiteral("<b>%1</b>").arg(toHtml(shown)) : shown;
        }
    }
    return words;
}

QString LessonWords::plain(const LessonText& text) const { return written(text, false); }
QString LessonWords::html(const LessonText& text) const { return written(text, true); }

QString LessonWords::run(const Lesson& lesson, const std::string& key) const {
    const LessonRun* found = lesson.findRun(key);
    return found ? simple(found->label) : fromUtf8(key);
}

}  // namespace gatelab
