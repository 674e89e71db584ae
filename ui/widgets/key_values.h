// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

class QGridLayout;
class QLabel;

namespace gatelab {

/// Rows of 22 px: muted name at the left, value at the right. Values can be selected and copied.
class KeyValueList : public QWidget {
    Q_OBJECT
public:
    using Rows = std::vector<std::pair<QString, QString>>;
    explicit KeyValueList(QWidget* parent = nullptr);
    /// Reuses the labels of the rows that stay, so a live list does not flicker.
    void setRows(const Rows& rows);
    [[nodiscard]] QString value(const QString& key) const;
    /// Values at the left beside a name column of this width instead of right-aligned; 0: right-aligned.
    void setKeyWidth(int px);

private:
    QGridLayout* grid_;
    std::vector<std::pair<QLabel*, QLabel*>> labels_;
    int keyWidth_ = 0;
};

}  // namespace gatelab
