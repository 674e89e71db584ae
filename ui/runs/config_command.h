// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <QElapsedTimer>
#include <QUndoCommand>

namespace gatelab {

class ExperimentModel;

/// One edit of the experiment: the whole configuration before and after (a plain value of about 2 kB) and where it came
/// from, so that undo cannot miss a member. Edits of one field in quick succession (typing, dragging) become one
/// command.
class ConfigCommand : public QUndoCommand {
public:
    enum class Kind { Edit, Consequence };
    /// fieldIndex: row of fields(), or -1 for a change of many fields, which never merges. origin: see
    /// ExperimentModel::origin(). A consequence becomes a part of the edit before it, whatever was edited.
    ConfigCommand(ExperimentModel& model, ExperimentConfig after, QString origin, int fieldIndex, const QString& text,
                  Kind kind = Kind::Edit);
    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return 0; }  ///< mergeWith() decides
    bool mergeWith(const QUndoCommand* other) override;

private:
    [[nodiscard]] QString key() const;
    ExperimentModel& model_;
    ExperimentConfig before_, after_;
    QString originBefore_, originAfter_;
    int fieldIndex_;
    Kind kind_;
    QElapsedTimer age_;
};

}  // namespace gatelab
