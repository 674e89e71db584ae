// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/badge.h"

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace gatelab {

/// A message on the page it concerns: icon, bold first clause, text, remedy as a button. Stays until solved or closed.
class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(Theme& theme, QWidget* parent = nullptr);
    /// Shows it. `clause` is written bold; button: empty for none; details are shown on hover and can be copied with
    /// the text.
    void show(Tone tone, const QString& clause, const QString& text, const QString& button = {}, bool closable = true);
    /// Words behind the text that lead somewhere.
    void addLink(const QString& words);
    /// How much is done of the work that it is about; negative: not known.
    void setShare(double share);
    [[nodiscard]] QString text() const;
    /// What helps: the button, else the words that lead somewhere; null: it has neither.
    [[nodiscard]] QWidget* answer() const;

Q_SIGNALS:
    void action();
    void closed();
    void linkClicked();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    Theme& theme_;
    Tone tone_ = Tone::Info;
    QLabel* icon_;
    QLabel* label_;
    QProgressBar* progress_ = nullptr;  ///< null: it is about no work
    QPushButton* button_;
    QToolButton* close_;
};

}  // namespace gatelab
