// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace gatelab {

/// What the program remembers of its user between starts, besides experiments and runs: looks, panes, recent files. One
/// object, made in main.
class Preferences {
public:
    /// `file` empty: the user's own settings; else an INI file (tests, screenshots).
    explicit Preferences(const QString& file = {});

    /// "en", "zh_CN"; without a choice the language of the system, English when that is not there.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& code);
    [[nodiscard]] Appearance appearance() const;
    void setAppearance(Appearance appearance);
    [[nodiscard]] double textScale() const;
    void setTextScale(double scale);
    [[nodiscard]] QString workspaceFolder() const;
    void setWorkspaceFolder(const QString& folder);

    /// Newest first; files that are gone stay out.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    [[nodiscard]] QStringList recentWorkspaces() const;
    void addRecentWorkspace(const QString& folder);
    [[nodiscard]] bool showStart() const;
    void setShowStart(bool on);

    /// State of the window: geometry, panes, page.
    [[nodiscard]] QVariant window(const QString& key, const QVariant& fallback = {}) const;
    void setWindow(const QString& key, const QVariant& value);
    /// Where file dialogs open.
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString& folder);

private:
    [[nodiscard]] QStringList existing(const QString& key) const;
    void addRecent(const QString& key, const QString& path);
    QSettings settings_;
};

}  // namespace gatelab
