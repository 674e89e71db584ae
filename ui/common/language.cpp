// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <clocale>
#include <utility>

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
    if (known == code_ && !own_.isEmpty()) return;
    code_ = known;
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&qt_);
    // Qt has taken over the environment's: core would write "0,5" where that says so, into files too.
    std::setlocale(LC_NUMERIC, "C");
    // Dates and dialogs follow the language of the window; the decimal sign is a point in both.
    QLocale::setDefault(chinese ? QLocale(QLocale::Chinese, QLocale::China)
                                : QLocale(QLocale::English, QLocale::UnitedKingdom));
    // English needs its plurals.
    if (own_.load(QStringLiteral(":/i18n/gatelab_%1.qm").arg(known))) QCoreApplication::installTranslator(&own_);
    if (chinese) {
        if (qt_.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
            QCoreApplication::installTranslator(&qt_);
    }
    Q_EMIT changed();
}

QString SourceTexts::translate(const char* context, const char* source, const char* disambiguation, int n) const {
    const QString shown = QTranslator::translate(context, source, disambiguation, n);
    if (shown.isEmpty()) return shown;
    const QString english = QString::fromUtf8(source);
    if (shown == english) return shown;
    sources_.with([&](QHash<QString, QStringList>& sources) {
        QStringList& known = sources[shown];
        if (!known.contains(english)) known << english;
    });
    return shown;
}

QStringList SourceTexts::of(const QString& shown) const {
    return std::as_const(sources_).with(
        [&](const QHash<QString, QStringList>& sources) { return sources.value(shown); });
}

}  // namespace gatelab
