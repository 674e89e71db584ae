// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

class QCheckBox;
class QSpinBox;

namespace gatelab {

/// The hosts that the workspace knows, each to be ticked, with its number of ranks: another way to write
/// "h1:4,user@h2". GUI thread.
class HostChoice : public QWidget {
    Q_OBJECT
public:
    explicit HostChoice(QWidget* parent = nullptr);
    void setNames(const QStringList& names);
    /// What is written; what cannot be read ticks nothing.
    void showText(const QString& text);

Q_SIGNALS:
    /// The whole list, with the hosts in it that are not known here.
    void edited(const QString& text);

private:
    struct Row {
        QCheckBox* isChosen;
        QSpinBox* ranks;
    };
    void addRow(const QString& name);
    void compose();
    QStringList names_;
    std::vector<Row> rows_;
    QWidget* content_ = nullptr;
    QString text_;
};

}  // namespace gatelab
