// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "runs/place_choice.h"

#include <QWidget>
#include <cstdint>

class QLabel;
class QLineEdit;
class QSpinBox;

namespace gatelab {

class HostChoice;
class ListBox;
class Machines;
class Segments;
class WrappedLabel;

/// Asks where a run trains: this computer, so many ranks of it, hosts beside it, or a cluster by one of the profiles of
/// the workspace. GUI thread.
class PlaceForm : public QWidget {
    Q_OBJECT
public:
    /// hasThreads: their number is asked for, too.
    PlaceForm(Theme& theme, Machines& machines, bool hasThreads, QWidget* parent = nullptr);
    /// What is typed now stays as it is. ranks: of this computer.
    void showPlace(const PlaceChoice& place, std::int64_t ranks, std::int64_t threads);
    [[nodiscard]] PlaceChoice place() const;
    [[nodiscard]] std::int64_t ranks() const;
    [[nodiscard]] std::int64_t threads() const;
    /// What stands below; a problem is told from a remark by its colour.
    void setNote(const QString& text, bool isProblem);

Q_SIGNALS:
    void edited();

private:
    enum Part { Here, Ranks, Hosts, Cluster };
    QWidget* line(const QString& name, QWidget* editor);
    void choose(int part);
    void fillKnown();
    Machines& machines_;
    Segments* parts_;
    QSpinBox *threads_, *ranks_;
    QLineEdit *hosts_, *program_;
    ListBox* profile_;
    HostChoice* choice_;
    QWidget *threadsLine_, *ranksLine_, *hostsLine_, *programLine_, *profileLine_;
    WrappedLabel *note_, *problem_;
    bool hasThreads_;
    QString chosenProfile_;
};

}  // namespace gatelab
