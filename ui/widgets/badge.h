// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

namespace gatelab {

/// What a badge or a banner says by its tint.
enum class Tone { Neutral, Info, Success, Warning, Error };
QColor toneColour(const Palette& palette, Tone tone);
QColor toneTint(const Palette& palette, Tone tone);

/// A word on a tint, 18 px high: "running", "target", "5 findings".
class Badge : public QWidget {
    Q_OBJECT
public:
    Badge(Theme& theme, const QString& text, Tone tone = Tone::Neutral, QWidget* parent = nullptr);
    void set(const QString& text, Tone tone);
    [[nodiscard]] QString text() const { return text_; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& theme_;
    QString text_;
    Tone tone_;
};

}  // namespace gatelab
