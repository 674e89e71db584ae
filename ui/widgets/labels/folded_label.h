// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QLabel>
#include <QStringList>

namespace gatelab {

class FocusRing;

/// Sentences of which the first two lines are seen, with an ellipsis where there are more: a click, Space or Enter
/// shows all of them and puts them away again. The keyboard reaches it only where there is more to see. GUI thread.
class FoldedLabel : public QLabel {
    Q_OBJECT
public:
    /// role: of the style sheet (note, muted, ...).
    explicit FoldedLabel(Theme& theme, const char* role, const QString& text, QWidget* parent = nullptr);
    [[nodiscard]] QString fullText() const { return full_; }
    /// Whether two lines of its width do not hold the text.
    [[nodiscard]] bool isCut() const { return isCut_; }
    [[nodiscard]] bool isOpen() const { return isOpen_; }
    void setOpen(bool open);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// All of it in lines of so many px.
    [[nodiscard]] QStringList linesOf(int width) const;
    /// What is seen of it at this width.
    [[nodiscard]] QStringList shown(int width) const;
    [[nodiscard]] int chevron() const;  ///< px that its mark takes
    void fit();
    Theme& theme_;
    FocusRing* ring_;
    QString full_;
    bool isOpen_ = false, isCut_ = false;
};

}  // namespace gatelab
