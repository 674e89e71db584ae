// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace gatelab {

/// A label of several lines that takes any width: a word that is too long for it (a path, a name without spaces) is
/// broken, which QLabel cannot. What is copied from it is the text as it was set.
class WrappedLabel : public QLabel {
    Q_OBJECT
public:
    /// role: of the style sheet (title, note, muted, ...).
    explicit WrappedLabel(const char* role = nullptr, QWidget* parent = nullptr);
    void setFullText(const QString& text);
    [[nodiscard]] QString fullText() const { return full_; }
    /// All in one line.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void wrap();
    [[nodiscard]] QString wrapped(int width) const;
    [[nodiscard]] int margins() const;
    /// Of the text without breaks of our own; measured once.
    [[nodiscard]] QSize lineSize() const;
    void copy(bool toSelection) const;
    QString full_;
    mutable QSize line_;
};

}  // namespace gatelab
