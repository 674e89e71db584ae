// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace gatelab {

std::vector<Language::Choice> Language::choices() {
    return {{QStringLiteral("en"), QStringLiteral("English")}, {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
}

Language::~Language() {
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&qt_);
}

void Language::set(const QString& code) {
    const bool chinese = code == QLatin1String("zh_CN");
    const QString known = chinese ? code : QStringLiteral("en");
    if (known == code_) return;
    code_ = known;
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&qt_);
    // Dates and dialogs follow the language of the window; the decimal sign is a point in both.
    QLocale::setDefault(chinese ? QLocale(QLocale::Chinese, QLocale::China) : QLocale(QLocale::English, QLocale::UnitedKingdom));
    if (chinese) {
        if (own_.load(QStringLiteral(":/i18n/gatelab_zh_CN.qm"))) QCoreApplication::installTranslator(&own_);
        if (qt_.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) QCoreApplication::installTranslator(&qt_);
    }
    Q_EMIT changed();
}

}  // namespace gatelab
