// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/glossary.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_file.h"

#include <QString>

namespace gatelab {

/// A text of a lesson or of the glossary in the window's language.
struct LessonWords {
    const Theme& theme;
    const Glossary& glossary;
    QString language;      ///< code of the window's language
    FigureSource figures;  ///< empty: figures are dashes
    QString gap = {};      ///< what {{gap}} says: "20 000 times less"; empty: a figure like others

    [[nodiscard]] QString plain(const LessonText& text) const;
    /// For a label: terms are links "term:KEY", figures bold.
    [[nodiscard]] QString html(const LessonText& text) const;
    [[nodiscard]] QString simple(const LessonText& text) const {
        return QString::fromStdString(text.in(language.toStdString()));
    }

    /// The name of a run of the lesson; its key where it has none.
    [[nodiscard]] QString run(const Lesson& lesson, const std::string& key) const;

private:
    [[nodiscard]] QString written(const LessonText& text, bool marked) const;
};

}  // namespace gatelab
