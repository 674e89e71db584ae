// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_check.h"
#include "form/field_widget.h"

class QLabel;
class QToolButton;

namespace gatelab {

/// One setting on the screen: its name, its control, a small button that brings the default back (seen only when the
/// value differs), and below them what is wrong or why it has no effect. Stores nothing; the owner answers edited() by
/// changing its configuration and calling show().
class FieldRow : public QWidget {
    Q_OBJECT
public:
    FieldRow(const Field& field, Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] const Field& field() const { return *field_; }
    [[nodiscard]] FieldWidget& control() { return *control_; }
    void show(const FieldValue& value);
    /// What checking found for this field; nothing: fine. What is typed and cannot be read is said first.
    void setFinding(Severity severity, const QString& message);
    /// Greys the control and says why; empty: it counts.
    void setUnused(const QString& reason);
    [[nodiscard]] bool hasUnread() const { return !typedProblem_.isEmpty(); }
    [[nodiscard]] bool hasProblem() const {
        return !typedProblem_.isEmpty() || (!finding_.isEmpty() && severity_ == Severity::Error);
    }
    /// True when label, key or help hold the words of a search.
    [[nodiscard]] bool matches(const QString& words) const;
    /// Another word than the field's own: where its place says the rest.
    void setLabel(const QString& text);
    void setLabelWidth(int pixels);
    void setResettable(bool on);
    [[nodiscard]] QString message() const;

Q_SIGNALS:
    void edited(const gatelab::FieldValue& value);
    void resetRequested();                ///< the default, as a step of its own
    void unread(const QString& message);  ///< what is typed cannot be used, and why; empty: it can

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void update();
    void describe();
    void reset();
    const Field* field_;
    Theme* theme_;
    QLabel* label_;
    QToolButton* reset_;
    FieldWidget* control_;
    QLabel* message_;
    FieldValue value_, default_;
    QString typedProblem_, finding_, unused_;
    Severity severity_ = Severity::Info;
    bool resettable_ = true;
};

}  // namespace gatelab
