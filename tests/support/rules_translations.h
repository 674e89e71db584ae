// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

/// What a .ts file of Qt Linguist says, and whether it serves the sources.
namespace gatelab::rules {

struct Message {
    QString context, source, comment;
    QStringList translations;  ///< one, or one per plural form
    bool finished = false;     ///< no type="unfinished", "vanished" or "obsolete", and nothing empty
};
using Messages = QHash<QString, Message>;  ///< by context, source and comment

/// The messages of a .ts file; empty when it is not well-formed.
Messages readMessages(const QByteArray& ts);

/// Whatever is wrong with `translated` for texts that `wanted` (fresh from lupdate) holds: missing, unfinished,
/// placeholders that differ, half-width marks behind Chinese signs.
QStringList translationFaults(const Messages& wanted, const Messages& translated);

/// English texts that a person reads and that break the style: exclamation marks.
QStringList styleFaults(const Messages& wanted);

}  // namespace gatelab::rules
