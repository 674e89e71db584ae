// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/experiment_plan.h"
#include "common/theme.h"

#include <QWidget>

class QLabel;

namespace gatelab {

class Segments;

/// One line of the plan: the setting, its options side by side with the chosen one lit, and below what the other one
/// costs, in words and as error on an axis of 6 % to both sides. Tinted where the choice is not the suggested one. The
/// reason is the tool tip. GUI thread.
class PlanRow : public QWidget {
    Q_OBJECT
public:
    PlanRow(Theme& theme, PlanLine line, QString ownValue, QWidget* parent = nullptr);
    /// The same line of an experiment that was edited since; false: it reads otherwise and needs a new row.
    bool follow(const PlanLine& line, const QString& ownValue);
    /// What a limit drops: stands in the warning colour in place of the price. Empty: nothing.
    void warn(const QString& text);
    /// It is of another target, and the next line follows.
    void hidePrice();
    /// Narrow: words are cut to the room that there is.
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// A value as the plan says it: of a recipe its steps by their names.
    static QString wordsOf(const Setting& setting);

Q_SIGNALS:
    void suggestedChosen();
    void otherChosen();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showState();
    /// What can be chosen, in words.
    [[nodiscard]] QStringList texts() const;
    /// The same in full, of a recipe with the text of it.
    [[nodiscard]] QStringList tips() const;
    void fit();
    Theme& theme_;
    PlanLine line_;
    QString own_;  ///< the value that is neither option; shown where the state is Own
    Segments* options_ = nullptr;
    QLabel *name_ = nullptr, *value_ = nullptr, *price_ = nullptr;
    QWidget* axis_ = nullptr;  ///< null: no error was measured
};

}  // namespace gatelab
