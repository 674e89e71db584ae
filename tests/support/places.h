// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Where the sources and the build of these tests lie. Known to one object file alone, so that the objects of the tests
/// are the same in every checkout and a compiler cache can serve them all.
namespace gatelab::testing {

extern const char* const kSourceFolder;  ///< the root of the project
extern const char* const kBuildFolder;   ///< the folder with bin/ and tests/

inline QString inSource(const char* path) { return QString::fromLocal8Bit(kSourceFolder) + QString::fromLatin1(path); }
inline QString inBuild(const char* path) { return QString::fromLocal8Bit(kBuildFolder) + QString::fromLatin1(path); }

}  // namespace gatelab::testing
