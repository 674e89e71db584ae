// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/shapes/shape_choice.h"

#include <QRadioButton>
#include <QString>

#include <string>
#include <vector>

class QButtonGroup;
class QGridLayout;
class QPushButton;

namespace gatelab {

class Card;
class FocusRing;
class Theme;

/// One way to read the table: a picture of it, its name, what comes of it, and how well that fits.
class ShapeCard : public QRadioButton {
    Q_OBJECT
public:
    ShapeCard(Theme& theme, ShapeCandidate candidate, QWidget* parent = nullptr);
    [[nodiscard]] const ShapeCandidate& candidate() const { return candidate_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& at) const override { return rect().contains(at); }

private:
    Theme& theme_;
    ShapeCandidate candidate_;
    FocusRing* ring_;
};

/// The shapes that a table may have, side by side, the best first; one of them is chosen by a click or by the arrow
/// keys, and the guess comes back with one click. Where they would be too narrow to be read, the last ones stand below.
/// Hidden where there is nothing to choose.
class ShapeCards : public QWidget {
    Q_OBJECT
public:
    explicit ShapeCards(Theme& theme, QWidget* parent = nullptr);
    /// None: hidden.
    void setCandidates(std::vector<ShapeCandidate> candidates);
    /// The shape in which the table is read; one that is no card leaves none chosen.
    void setChosen(const std::string& shape);
    /// The shape that the table was seen to have; empty: there is nothing to choose.
    [[nodiscard]] std::string guess() const;

Q_SIGNALS:
    void chosen(const QString& shape);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    Theme& theme_;
    Card* card_;
    QPushButton* back_;
    QGridLayout* grid_;
    QButtonGroup* group_;
    std::vector<ShapeCard*> cards_;
    std::string chosen_;
    int columns_ = 0;         ///< in which the cards stand; 0: they have no place yet
    bool isShowing_ = false;  ///< what is checked was not chosen by hand
};

}  // namespace gatelab
