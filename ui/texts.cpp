// SPDX-License-Identifier: GPL-3.0-or-later
#include "texts.h"

#include <QFile>

namespace gatelab {

std::filesystem::path toPath(const QString& path) { return std::filesystem::path(QFile::encodeName(path).toStdString()); }

QString fromPath(const std::filesystem::path& path) { return QFile::decodeName(QByteArray::fromStdString(path.string())); }

}  // namespace gatelab
