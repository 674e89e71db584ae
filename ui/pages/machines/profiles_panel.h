// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "store/cluster_profiles.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace gatelab {

class Machines;
class WrappedLabel;

/// How jobs are asked for on a cluster: the profiles of the workspace and an editor of one. What cannot be used is said
/// before it is saved. GUI thread.
class ProfilesPanel : public QWidget {
    Q_OBJECT
public:
    ProfilesPanel(Theme& theme, Machines& machines, QWidget* parent = nullptr);

private:
    void addEditor(QFormLayout* form);
    void fill();
    void showProfile(const ClusterProfile& profile);
    [[nodiscard]] ClusterProfile edited() const;
    void check();
    Machines& machines_;
    QListWidget* list_;
    QLineEdit *name_, *partition_, *time_, *memory_, *modules_, *container_, *program_, *lines_;
    QSpinBox *nodes_, *processors_;
    QLabel* problem_;
    WrappedLabel* empty_;
    QPushButton *save_, *remove_;
    ClusterProfile shown_;  ///< with what the editor does not have
    bool isNew_ = false;    ///< asked for, so none of the list is shown
};

}  // namespace gatelab
