// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "runs/experiment_model.h"

#include <QTreeWidget>

namespace gatelab {

class BackgroundJob;
struct Hdf5Entry;

/// Which data sets of an HDF5 file become columns: a list of ticks with shapes; those that cannot say why.
class Hdf5Form : public QTreeWidget {
    Q_OBJECT
public:
    Hdf5Form(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);
    /// Reads the list off the GUI thread.
    void setFile(const QString& path);

private:
    void showEntries(const std::vector<Hdf5Entry>& entries);
    void tick();
    Theme& theme_;
    ExperimentModel& experiment_;
    BackgroundJob* job_;
    QString path_;
};

}  // namespace gatelab
