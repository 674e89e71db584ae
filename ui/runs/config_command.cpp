// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/config_command.h"

#include "config/field.h"
#include "runs/experiment_model.h"

namespace gatelab {

namespace {
constexpr qint64 kMergeMs = 1500;
}

ConfigCommand::ConfigCommand(ExperimentModel& model, ExperimentConfig after, QString origin, int fieldIndex,
                             const QString& text, Kind kind)
    : QUndoCommand(text),
      model_(model),
      before_(model.config()),
      after_(std::move(after)),
      originBefore_(model.origin()),
      originAfter_(std::move(origin)),
      fieldIndex_(fieldIndex),
      kind_(kind) {
    age_.start();
}

QString ConfigCommand::key() const {
    return fieldIndex_ < 0 ? QString() : QString::fromLatin1(fields()[static_cast<std::size_t>(fieldIndex_)].key);
}

void ConfigCommand::undo() { model_.apply(before_, originBefore_, key()); }
void ConfigCommand::redo() { model_.apply(after_, originAfter_, key()); }

bool ConfigCommand::mergeWith(const QUndoCommand* other) {
    const auto& next = static_cast<const ConfigCommand&>(*other);
    const bool isTyping = fieldIndex_ >= 0 && next.fieldIndex_ == fieldIndex_ && age_.elapsed() <= kMergeMs;
    if (next.kind_ != Kind::Consequence && !isTyping) return false;
    if (next.kind_ == Kind::Consequence) fieldIndex_ = -1;
    after_ = next.after_;
    originAfter_ = next.originAfter_;
    age_.restart();
    if (after_ == before_ && originAfter_ == originBefore_) setObsolete(true);
    return true;
}

}  // namespace gatelab
