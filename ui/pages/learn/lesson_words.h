// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/glossary.h"
#include "lesson/lesson_figures.h"

#include <QString>

namespace gatelab {

/// A text of a lesson or of the glossary in the window's language.
struct LessonWords {
    const Theme& theme;
    const Glossary& glossary;
    QString language;      ///< code of the window's language
    FigureSource figures;  ///< empty: figures are dashes

    [[nodiscard]] QString plain(const LessonText& text) const;
    /// For a label: terms are links "term:KEY", figures bold.
    [[nodiscard]] QString html(const LessonText& text) const;
    [[nodiscard]] QString simple(const LessonText& text) const {
        return QString::fromStdString(text.in(language.toStdString()));
    }

private:
    [[nodiscard]] QString written(const LessonText& text, bool marked) const;
};

}  // namespace gatelab
