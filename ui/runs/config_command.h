// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/experiment_data.h"
#include "config/experiment_config.h"

#include <QElapsedTimer>
#include <QString>
#include <QUndoCommand>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

class ExperimentModel;

/// The plan for the open data, these targets and the steps that mend the values, with its prices. Kept with the steps
/// of the undo stack: what is gone back to is not measured again, and is what was seen.
struct KnownPlan {
    std::string mark;  ///< of the data: from where, and of which bytes
    GoalSuggestions suggestions;
    std::vector<std::string> basis;  ///< what it is measured for: targets by name, steps of the recipe that mend
};

/// An experiment between two edits: the whole configuration (a plain value of about 2 kB), so that undo cannot miss a
/// member; the run that it came from; the keys that were edited by hand; the plan, where it was known (else null).
struct EditedState {
    ExperimentConfig config;
    QString origin = {};
    FieldKeys edited = {};
    std::shared_ptr<const KnownPlan> known = nullptr;
};

/// One edit of the experiment: what it was before and after. Edits of one field in quick succession (typing, dragging)
/// become one command.
class ConfigCommand : public QUndoCommand {
public:
    enum class Kind { Edit, Consequence };
    /// fieldIndex: row of fields(), or -1 for a change of many fields, which never merges. A consequence becomes a part
    /// of the edit before it, whatever was edited.
    ConfigCommand(ExperimentModel& model, EditedState before, EditedState after, int fieldIndex, const QString& text,
                  Kind kind = Kind::Edit);
    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return 0; }  ///< mergeWith() decides
    bool mergeWith(const QUndoCommand* other) override;

private:
    [[nodiscard]] QString key() const;
    ExperimentModel& model_;
    EditedState before_, after_;
    int fieldIndex_;
    bool isDone_ = false;  ///< before: it is being pushed
    Kind kind_;
    QElapsedTimer age_;
};

}  // namespace gatelab
