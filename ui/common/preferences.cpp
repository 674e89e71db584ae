// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/preferences.h"

#include "common/texts.h"
#include "store/workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

namespace gatelab {

namespace {
constexpr int kRecent = 8;

QString pathOf(const QString& file) {
    if (!file.isEmpty()) return file;
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("gatelab"), QStringLiteral("gatelab"))
        .fileName();
}
}  // namespace

Preferences::Preferences(const QString& file) : settings_(pathOf(file), QSettings::IniFormat) {}

QString Preferences::language() const {
    const auto chosen = settings_.value(QStringLiteral("language")).toString();
    if (!chosen.isEmpty()) return chosen;
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}
void Preferences::setLanguage(const QString& code) { settings_.setValue(QStringLiteral("language"), code); }

Appearance Preferences::appearance() const {
    return appearanceOf(settings_.value(QStringLiteral("appearance")).toString());
}
void Preferences::setAppearance(Appearance appearance) {
    for (const AppearanceChoice& choice : appearanceChoices())
        if (choice.value == appearance) settings_.setValue(QStringLiteral("appearance"), choice.key);
}

double Preferences::textScale() const {
    return qBound(1.0, settings_.value(QStringLiteral("text_scale"), 1.0).toDouble(), 1.3);
}
void Preferences::setTextScale(double scale) { settings_.setValue(QStringLiteral("text_scale"), scale); }

QString Preferences::workspaceFolder() const {
    const auto chosen = settings_.value(QStringLiteral("workspace")).toString();
    return chosen.isEmpty() ? fromPath(Workspace::defaultFolder()) : chosen;
}
void Preferences::setWorkspaceFolder(const QString& folder) { settings_.setValue(QStringLiteral("workspace"), folder); }

QStringList Preferences::existing(const QString& key) const {
    auto paths = settings_.value(key).toStringList();
    paths.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    return paths;
}
void Preferences::addRecent(const QString& key, const QString& path) {
    auto paths = settings_.value(key).toStringList();
    paths.removeAll(path);
    paths.prepend(path);
    settings_.setValue(key, QStringList(paths.mid(0, kRecent)));
}
QStringList Preferences::recentFiles() const { return existing(QStringLiteral("recent_files")); }
void Preferences::addRecentFile(const QString& path) { addRecent(QStringLiteral("recent_files"), path); }
QStringList Preferences::recentWorkspaces() const { return existing(QStringLiteral("recent_workspaces")); }
void Preferences::addRecentWorkspace(const QString& folder) { addRecent(QStringLiteral("recent_workspaces"), folder); }

bool Preferences::showStart() const { return settings_.value(QStringLiteral("show_start"), false).toBool(); }
void Preferences::setShowStart(bool on) { settings_.setValue(QStringLiteral("show_start"), on); }

QVariant Preferences::window(const QString& key, const QVariant& fallback) const {
    return settings_.value(QStringLiteral("window/") + key, fallback);
}
void Preferences::setWindow(const QString& key, const QVariant& value) {
    settings_.setValue(QStringLiteral("window/") + key, value);
}

QString Preferences::lastFolder() const {
    return settings_.value(QStringLiteral("last_folder"), QDir::homePath()).toString();
}
void Preferences::setLastFolder(const QString& folder) { settings_.setValue(QStringLiteral("last_folder"), folder); }

}  // namespace gatelab
