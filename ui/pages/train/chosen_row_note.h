// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace gatelab {

class BackgroundJob;
struct RunView;
class WrappedLabel;

/// How "auto" came to the implementation of a run on a GPU, and a button that has the next runs measure anew. Hidden
/// where nothing was chosen.
class ChosenRowNote : public QWidget {
    Q_OBJECT
public:
    explicit ChosenRowNote(QWidget* parent = nullptr);
    void showRun(const RunView& run);

private:
    void forget();
    WrappedLabel* how_;
    QPushButton* again_;
    BackgroundJob* job_;
};

}  // namespace gatelab
