// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/list_text.h"

#include <QCoreApplication>

namespace gatelab {

QString listText(const QStringList& members) { return members.join(QCoreApplication::translate("Texts", ", ")); }

QString clausesText(const QStringList& clauses) { return clauses.join(QCoreApplication::translate("Texts", "; ")); }

}  // namespace gatelab
