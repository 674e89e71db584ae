// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

namespace gatelab {

class WrappedLabel;

/// Rows of 22 px: muted name at the left, value at the right. Both wrap, so that the list takes whatever width there
/// is; values can be selected and copied.
class KeyValueList : public QWidget {
    Q_OBJECT
public:
    using Rows = std::vector<std::pair<QString, QString>>;
    explicit KeyValueList(QWidget* parent = nullptr);
    /// Reuses the labels of the rows that stay, so a live list does not flicker.
    void setRows(const Rows& rows);
    [[nodiscard]] QString value(const QString& key) const;
    /// Values at the left beside a name column of at least this width instead of right-aligned; 0: right-aligned.
    void setKeyWidth(int px);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Widths of both columns if nothing wraps.
    [[nodiscard]] std::pair<int, int> wanted() const;
    /// Names get what they need, but no more than half unless the values leave more.
    [[nodiscard]] int keysIn(int width) const;
    void arrange();
    std::vector<std::pair<WrappedLabel*, WrappedLabel*>> labels_;
    int keyWidth_ = 0;
};

}  // namespace gatelab
