// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/place.h"

#include <utility>

namespace gatelab {

/// What a button, a message or a page asks of the window: a row of window/command_rows.cpp, and on what.
struct Command {
    QString key;     ///< of the row; empty: nothing is asked
    QString run;     ///< id of the run that is meant; empty: the chosen one
    QString choice;  ///< of several: a ready-made experiment, a filter; empty: the row has no choice
    Place place;     ///< where to, of "show"

    Command() = default;
    Command(QString row, QString ofRun = {}, QString chosen = {})
        : key(std::move(row)), run(std::move(ofRun)), choice(std::move(chosen)) {}
    static Command show(Place where) {
        Command command(QStringLiteral("show"));
        command.place = std::move(where);
        return command;
    }
    [[nodiscard]] bool isEmpty() const { return key.isEmpty(); }
    bool operator==(const Command&) const = default;
};

}  // namespace gatelab
