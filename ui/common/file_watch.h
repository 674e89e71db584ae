// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <map>

class QFileSystemWatcher;

namespace gatelab {

class BackgroundJob;

/// Whether files are there: looked at off the GUI thread (a disk may sleep) at once, when something changes in the
/// nearest folder that exists on their way, and when a person comes back to the window. A file that appears counts as
/// there once it has stopped growing. GUI thread.
class FileWatch : public QObject {
    Q_OBJECT
public:
    explicit FileWatch(QObject* parent = nullptr);
    ~FileWatch() override;
    /// These, and no others, from now on. Empty paths are left out.
    void watch(QStringList paths);
    [[nodiscard]] bool isKnown(const QString& path) const { return known_.contains(path); }
    /// As of the last look; false while it is not known.
    [[nodiscard]] bool isMissing(const QString& path) const;

Q_SIGNALS:
    void changed();  ///< more is known, or another file is missing

private:
    struct Seen;
    void look();
    void take(const Seen& seen);
    QFileSystemWatcher* watcher_;
    BackgroundJob* job_;
    QTimer timer_;
    QStringList paths_;
    std::map<QString, bool> known_;       ///< path -> it is there
    std::map<QString, qint64> arriving_;  ///< path -> bytes at the last look
    bool looksAgain_ = false;
};

}  // namespace gatelab
