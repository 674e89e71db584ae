// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/sequences/text_look.h"
#include "models/column_table.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QTableView;

namespace gatelab {

class BackgroundJob;

/// The vocabulary of a running text, a row each: token, how often, which share. GUI thread.
class TokenModel : public ColumnTable<TextLook::Token> {
    Q_OBJECT
public:
    using ColumnTable::ColumnTable;
    void setLook(const TextLook& look);

private:
    [[nodiscard]] TableColumns columns() const override;
    double length_ = 0;
};

/// A running text as a text: how long it is, its beginning, and its vocabulary with counts, which are counted in a job.
/// GUI thread.
class TextPanel : public QWidget {
    Q_OBJECT
public:
    explicit TextPanel(QWidget* parent = nullptr);
    /// A running text; null: none.
    void setText(SequenceSetPtr set);
    [[nodiscard]] QString facts() const;
    [[nodiscard]] QString beginning() const;
    [[nodiscard]] const TokenModel& vocabulary() const { return *model_; }

Q_SIGNALS:
    void counted();

private:
    void show(const TextLook& look);
    BackgroundJob* job_;
    QLabel* facts_;
    QPlainTextEdit* text_;
    QTableView* table_;
    TokenModel* model_;
    SequenceSetPtr set_;
};

}  // namespace gatelab
