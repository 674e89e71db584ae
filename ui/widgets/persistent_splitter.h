// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSplitter>
#include <utility>

namespace gatelab {

class Preferences;

/// A splitter whose gaps are seen: three dots in the middle of each.
class GripSplitter : public QSplitter {
    Q_OBJECT
public:
    explicit GripSplitter(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    QSplitterHandle* createHandle() override;
};

/// Parts that a person sizes by dragging the gap between them; the sizes are found again at the next start.
class PersistentSplitter : public GripSplitter {
    Q_OBJECT
public:
    /// Kept under this key of the window's preferences.
    PersistentSplitter(Qt::Orientation orientation, Preferences& preferences, const QString& key,
                       QWidget* parent = nullptr);
    /// Once all parts are in: the kept sizes, else these shares, which are to be larger than any part at its smallest.
    void restore(const QList<int>& shares);
    /// What a person made of them is forgotten: the shares again. A double click on a gap does it.
    void giveBack();
    /// Until a person sizes the parts, one of them is at least so large where the others can do with less.
    void setLeast(int part, int size);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The shares in the room that there is.
    void share();
    [[nodiscard]] int along(QSize size) const { return orientation() == Qt::Vertical ? size.height() : size.width(); }
    Preferences* preferences_;
    QString key_;
    QList<int> shares_;
    std::pair<int, int> least_{-1, 0};
    bool isKept_ = false;
};

}  // namespace gatelab
