// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/key_values.h"

#include <QString>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QVBoxLayout;

namespace gatelab {

class BackgroundJob;
class FoldButton;
class RunController;
struct RunView;
class WrappedLabel;

/// Everything of one run that is no figure of its row, folded away until it is asked for: result and data, the settings
/// that differ from the defaults, the machine, checkpoints (a click trains again from one), files, log, and the command
/// that makes it again. GUI thread.
class RunFacts : public QWidget {
    Q_OBJECT
public:
    RunFacts(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    /// Null: there is none yet. `state`: in words, see RunBoard::stateText().
    void showRun(std::shared_ptr<const RunView> run, const QString& state);
    void setOpen(bool on);
    [[nodiscard]] bool isOpen() const;
    /// With a comment on what it does not repeat; empty while folded.
    [[nodiscard]] QString command() const;
    /// A fact by its name; empty: none.
    [[nodiscard]] QString value(const QString& name) const;

private:
    struct Folder;
    static Folder readFolder(const std::string& runFolder);
    KeyValueList* addList(const QString& title);
    void unfold(bool on);
    void fill();
    void fillSettings();
    void fillText();
    void readFolderOfRun();
    void showFolder(const Folder& folder);
    Theme* theme_;
    RunController* runs_;
    BackgroundJob* job_;
    FoldButton* fold_;
    QWidget* content_;
    QVBoxLayout* column_;
    KeyValueList *facts_, *settings_, *machine_, *files_;
    QLabel* settingsNote_;
    QWidget* checkpoints_;
    WrappedLabel *folder_, *command_;
    std::vector<QWidget*> ownParts_;  ///< what an imported run has not
    QPlainTextEdit* log_;
    std::shared_ptr<const RunView> run_;
    QString state_;
    QString readId_;  ///< run whose folder was read last
    std::int64_t readStep_ = -1;
};

}  // namespace gatelab
