// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// Lists in the language of the window: Chinese has marks of its own between the members.
namespace gatelab {

/// "a, b, c"
QString listText(const QStringList& members);

/// "a; b; c": members that hold commas themselves.
QString clausesText(const QStringList& clauses);

}  // namespace gatelab
