// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace gatelab {

class ElidedLabel;
class FieldRow;

/// Rows of one group under a heading that folds them away. Its object's name is the same in every language.
class FormSection : public QWidget {
    Q_OBJECT
public:
    FormSection(Theme& theme, const QString& title, QWidget* parent = nullptr);
    void add(FieldRow* row);
    void addContent(QWidget* content);  ///< other than a row
    [[nodiscard]] const std::vector<FieldRow*>& rows() const { return rows_; }
    /// What stands at the right of the heading while it is folded.
    void setNote(const QString& note);
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;

Q_SIGNALS:
    void turned(bool open);  ///< by hand

private:
    Theme* theme_;
    QToolButton* heading_;
    ElidedLabel* note_ = nullptr;  ///< null: it has none
    QWidget* body_;
    QVBoxLayout* layout_;
    std::vector<FieldRow*> rows_;
};

}  // namespace gatelab
