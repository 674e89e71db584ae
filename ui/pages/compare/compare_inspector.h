// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;

namespace gatelab {

class WrappedLabel;

/// The right column of the Compare page where its view has none of its own: what the lab or the memory study found.
class CompareInspector : public QWidget {
    Q_OBJECT
public:
    explicit CompareInspector(QWidget* parent = nullptr);
    /// Speaks about the lab: its key figure, or what it does now, above the findings; empty: neither.
    void showLab(const QString& headline, const QStringList& findings);
    /// The same of the memory study, the headline first.
    void showMemory(const QStringList& findings);
    void showNothing();

private:
    void showFindings(const QStringList& findings, const QString& headline, const QString& before);
    QLabel* headline_;
    WrappedLabel* text_;
};

}  // namespace gatelab
