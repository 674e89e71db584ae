// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSplitter>

namespace gatelab {

class Preferences;

/// Parts that a person sizes by dragging the gap between them; the sizes are found again at the next start.
class KeptSplitter : public QSplitter {
    Q_OBJECT
public:
    /// Kept under this key of the window's preferences.
    KeptSplitter(Qt::Orientation orientation, Preferences& preferences, const QString& key, QWidget* parent = nullptr);
    /// Once all parts are in: the kept sizes, else these shares, which are to be larger than any part at its smallest.
    void restore(const QList<int>& shares);

private:
    Preferences* preferences_;
    QString key_;
};

}  // namespace gatelab
