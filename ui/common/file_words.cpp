// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/file_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace gatelab {

QString shownFileName(const QString& name) {
    // A list that was kept of a folder or of several files
    static const QRegularExpression list(QStringLiteral("^(.+)-(\\d+)-files-[0-9a-f]{12}\\.(?:files|recordings)$"));
    const auto match = list.match(name);
    return match.hasMatch()
               ? QCoreApplication::translate("FileWords", "%1, %2 files").arg(match.captured(1), match.captured(2))
               : name;
}

}  // namespace gatelab
