// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace gatelab {

class ExperimentModel;

/// The place of a grid that is read alone: its latitude and longitude. Empty: all places are read. What is no place
/// stays as it was typed, red, and is not used. Hidden where the file has no grid.
class NearForm : public QLineEdit {
    Q_OBJECT
public:
    explicit NearForm(ExperimentModel& experiment, QWidget* parent = nullptr);
    void setGrids(bool hasGrids);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void take();
    void show();
    ExperimentModel& experiment_;
};

}  // namespace gatelab
