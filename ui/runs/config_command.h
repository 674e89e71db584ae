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
    /// fieldIndex: row of fields(), or -1 for a change of many fields, which never merges. origin: see
    /// ExperimentModel::origin().
    ConfigCommand(ExperimentModel& model, ExperimentConfig after, QString origin, int fieldIndex, const QString& text);
    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return fieldIndex_; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    [[nodiscard]] QString key() const;
    ExperimentModel& model_;
    ExperimentConfig before_, after_;
    QString originBefore_, originAfter_;
    int fieldIndex_;
    QElapsedTimer age_;
};

}  // namespace gatelab
