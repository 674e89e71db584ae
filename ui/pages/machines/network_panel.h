// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>

class QTreeWidget;

namespace gatelab {

class ListBox;
class Machines;
class WrappedLabel;
struct MeasuredRanks;

/// Delay and rate between this computer and the hosts, each as it was measured last, and what 2 to 1,024 ranks would
/// gain by one of the measurements that are kept. Nothing is measured here. GUI thread.
class NetworkPanel : public QWidget {
    Q_OBJECT
public:
    explicit NetworkPanel(Machines& machines, QWidget* parent = nullptr);

private:
    void fill();
    void fillMatrix();
    void fillForecast();
    [[nodiscard]] const MeasuredRanks* chosen() const;
    Machines& machines_;
    QTreeWidget *matrix_, *forecast_;
    ListBox* measured_;
    WrappedLabel *empty_, *step_, *advice_;
};

}  // namespace gatelab
