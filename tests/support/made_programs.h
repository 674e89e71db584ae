// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of a cluster as made-up ones answer: shell scripts in a folder that stands first in PATH.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>
#include <QtGlobal>

namespace gatelab::test {

/// While it lives PATH is its folder, and the usual ones behind it.
class MadePrograms {
public:
    MadePrograms() { qputenv("PATH", folder_.path().toLocal8Bit() + ":/usr/bin:/bin"); }
    ~MadePrograms() { qputenv("PATH", before_); }
    MadePrograms(const MadePrograms&) = delete;
    MadePrograms& operator=(const MadePrograms&) = delete;

    /// What that program does from now on.
    void answer(const char* program, const QByteArray& script) const {
        QFile file(filePath(program));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no program '%s'", program);
        file.write("#!/bin/sh\n" + script);
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeOwner);
    }
    /// Only the made-up ones are there.
    void hideOthers() const { qputenv("PATH", folder_.path().toLocal8Bit()); }
    [[nodiscard]] QString filePath(const QString& name) const { return folder_.filePath(name); }

private:
    QByteArray before_ = qgetenv("PATH");
    QTemporaryDir folder_;
};

}  // namespace gatelab::test
