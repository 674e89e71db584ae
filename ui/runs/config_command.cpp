// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/config_command.h"

#include "config/field.h"
#include "runs/experiment_model.h"

#include <utility>

namespace gatelab {

namespace {
constexpr qint64 kMergeMs = 1500;
}

ConfigCommand::ConfigCommand(ExperimentModel& model, EditedState before, EditedState after, int fieldIndex,
                             const QString& text, Kind kind)
    : QUndoCommand(text),
      model_(model),
      before_(std::move(before)),
      after_(std::move(after)),
      fieldIndex_(fieldIndex),
      kind_(kind) {
    age_.start();
}

QString ConfigCommand::key() const {
    return fieldIndex_ < 0 ? QString() : QString::fromLatin1(fields()[static_cast<std::size_t>(fieldIndex_)].key);
}

void ConfigCommand::undo() {
    if (auto known = model_.knownPlan()) after_.known = std::move(known);
    model_.apply(before_, key());
}

void ConfigCommand::redo() {
    if (auto known = model_.knownPlan(); known && isDone_) before_.known = std::move(known);
    model_.apply(after_, key(), std::exchange(isDone_, true) ? nullptr : this);
}

bool ConfigCommand::mergeWith(const QUndoCommand* other) {
    const auto& next = static_cast<const ConfigCommand&>(*other);
    const bool isTyping = fieldIndex_ >= 0 && next.fieldIndex_ == fieldIndex_ && age_.elapsed() <= kMergeMs;
    if (next.kind_ != Kind::Consequence && !isTyping) return false;
    if (next.kind_ == Kind::Consequence) fieldIndex_ = -1;
    after_ = next.after_;
    age_.restart();
    if (after_.config == before_.config && after_.origin == before_.origin) setObsolete(true);
    return true;
}

}  // namespace gatelab
