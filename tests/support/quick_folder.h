// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <filesystem>

/// A temporary folder in memory where the system has one: for tests that fsync thousands of times.
class QuickFolder {
public:
    QuickFolder()
        : folder_(QFileInfo("/dev/shm").isWritable() ? QString("/dev/shm/gatelab-test-XXXXXX")
                                                     : QDir::temp().filePath("gatelab-test-XXXXXX")) {}
    [[nodiscard]] std::filesystem::path path() const { return folder_.path().toStdString(); }

private:
    QTemporaryDir folder_;
};
