// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;

namespace gatelab {

class WrappedLabel;

/// The right column of the Compare page where its view has none of its own: what the memory study found.
class CompareInspector : public QWidget {
    Q_OBJECT
public:
    explicit CompareInspector(QWidget* parent = nullptr);
    void showMemory(const QStringList& findings);
    void showNothing();

private:
    QLabel* headline_;
    WrappedLabel* text_;
};

}  // namespace gatelab
