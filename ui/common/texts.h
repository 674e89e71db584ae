// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <filesystem>
#include <string>
#include <vector>

/// Bridges between core's strings and Qt's.
namespace gatelab {

/// A text of core in the language of the window.
inline QString translated(const Text& text) {
    return text.isEmpty() ? QString() : QCoreApplication::translate(text.context, text.source);
}

QString translated(const Phrase& phrase);
inline QString translated(const Error& error) { return translated(error.phrase); }

inline QString fromUtf8(const std::string& text) { return QString::fromStdString(text); }
/// Lists of ids and the like.
QStringList toStringList(const std::vector<std::string>& texts);
std::vector<std::string> toStrings(const QStringList& texts);

/// Words for a label with tags. Narrow spaces between digits stay, where Qt would make spaces of them that break lines.
QString toHtml(const QString& plain);

/// What is said after an export; no path: it went into the clipboard.
QString savedText(const QString& path);

/// A file by its whole path that a phrase names and that is not there; empty: none. Asks the disk.
QString missingFile(const Phrase& phrase);

/// Paths keep their bytes: file names on Linux need not be UTF-8, QFile's encoding round-trips them.
std::filesystem::path toPath(const QString& path);
QString fromPath(const std::filesystem::path& path);

}  // namespace gatelab
