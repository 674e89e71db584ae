// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <vector>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
struct FilePart;

/// Which parts of a file are read: data sets and arrays become columns together (ticks, with shapes; those that cannot
/// say why), of the sheets of a workbook and the files of an archive one is read. Hidden for a file of one part.
class PartsForm : public QTreeWidget {
    Q_OBJECT
public:
    explicit PartsForm(ExperimentModel& experiment, QWidget* parent = nullptr);
    /// Reads the list off the GUI thread.
    void setFile(const QString& path);

Q_SIGNALS:
    /// There is something to choose, or no longer.
    void shownChanged();
    /// Whether one of them is a grid of places.
    void gridsShown(bool hasGrids);

private:
    void showParts(const std::vector<FilePart>& parts);
    void tick(const QTreeWidgetItem& item);
    ExperimentModel& experiment_;
    BackgroundJob* job_;
    QString path_;
};

}  // namespace gatelab
