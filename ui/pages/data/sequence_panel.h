// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "data/sequences/sequence_classes.h"
#include "data/series.h"

#include <QWidget>

class QComboBox;
class QLayout;
class QSpinBox;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace gatelab {

class BackgroundJob;
class InsightList;
class Segments;
class SequenceClassModel;
class SequenceItemModel;
class SequencePlot;
class TextPanel;

/// A set of sequences: its classes with counts and lengths, and above them the first of each, mean and spread by step,
/// or one sequence after the other, of all classes or of one; or all of them as a table. What is counted over all
/// sequences is counted in a job. A running text is shown as a text (TextPanel). GUI thread.
class SequencePanel : public QWidget {
    Q_OBJECT
public:
    SequencePanel(Theme& theme, QWidget* parent = nullptr);
    /// Null: none.
    void setSequences(SequenceSetPtr set);
    /// The table of all sequences in the place of the drawing.
    void showTable(bool on);
    /// Of the set; counted from 0.
    void showItem(std::size_t item);
    [[nodiscard]] std::size_t item() const { return item_; }
    [[nodiscard]] SequencePlot& plot() { return *plot_; }
    [[nodiscard]] TextPanel& text() { return *text_; }
    /// Counted from all sequences; empty: not yet.
    [[nodiscard]] const std::vector<SequenceClass>& classes() const { return classes_; }
    /// What they mean, said above the drawing; its owner says it.
    [[nodiscard]] InsightList& insights() { return *insights_; }

Q_SIGNALS:
    void counted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum View { kFirst, kClasses, kItem };
    void count();
    [[nodiscard]] bool isText() const;
    void draw();
    void arrange();
    void fitClasses();
    void turn(int step);
    [[nodiscard]] std::int32_t wantedClass() const;
    [[nodiscard]] std::size_t channel() const;
    QLayout* makeBar();
    QToolButton* makeTurn(int step);
    void fillStack();
    void prepareTables();
    void connectBar();
    void connectTables();
    Theme* theme_;
    BackgroundJob* job_;
    Segments* views_;
    QComboBox *channel_, *class_;
    QToolButton *before_, *after_;
    QSpinBox* number_;
    SequencePlot* plot_;
    TextPanel* text_;
    QStackedWidget* stack_;
    InsightList* insights_;
    QTableView *classTable_, *itemTable_;
    SequenceClassModel* classModel_;
    SequenceItemModel* itemModel_;
    SequenceSetPtr set_;
    std::vector<SequenceClass> classes_;
    std::size_t item_ = 0;
};

}  // namespace gatelab
