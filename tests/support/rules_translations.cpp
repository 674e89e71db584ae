// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/rules_translations.h"

#include <QRegularExpression>
#include <QSet>
#include <QXmlStreamReader>
#include <algorithm>

namespace gatelab::rules {

namespace {

/// %1 to %99, %n and %L1: what a sentence fills in.
QSet<QString> placeholders(const QString& text) {
    static const QRegularExpression kPlaceholder(QStringLiteral("%L?(\\d{1,2}|n)"));
    QSet<QString> found;
    for (auto match = kPlaceholder.globalMatch(text); match.hasNext();) found.insert(match.next().captured(1));
    return found;
}

QString label(const Message& message) {
    return message.context + QStringLiteral(": \"") + message.source + QLatin1Char('"');
}

void readTranslation(QXmlStreamReader& xml, Message& message) {
    const auto type = xml.attributes().value(QLatin1String("type"));
    message.finished = type.isEmpty();
    QString text;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isCharacters())
            text += xml.text();
        else if (xml.isStartElement() && xml.name() == QLatin1String("numerusform"))
            message.translations << xml.readElementText();
        else if (xml.isEndElement() && xml.name() == QLatin1String("translation"))
            break;
    }
    if (message.translations.isEmpty()) message.translations << text;
    for (const QString& translation : std::as_const(message.translations))
        if (translation.trimmed().isEmpty()) message.finished = false;
}

}  // namespace

Messages readMessages(const QByteArray& ts) {
    Messages messages;
    QXmlStreamReader xml(ts);
    QString context;
    Message message;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            if (xml.name() == QLatin1String("name"))
                context = xml.readElementText();
            else if (xml.name() == QLatin1String("message"))
                message = {context, {}, {}, {}, false};
            else if (xml.name() == QLatin1String("source"))
                message.source = xml.readElementText();
            else if (xml.name() == QLatin1String("comment"))
                message.comment = xml.readElementText();
            else if (xml.name() == QLatin1String("translation"))
                readTranslation(xml, message);
        } else if (xml.isEndElement() && xml.name() == QLatin1String("message")) {
            messages.insert(message.context + QChar(0) + message.source + QChar(0) + message.comment, message);
        }
    }
    return xml.hasError() ? Messages() : messages;
}

QStringList translationFaults(const Messages& wanted, const Messages& translated) {
    // Behind a Chinese sign
    static const QRegularExpression kHalfWidth(QStringLiteral("[\\x{4e00}-\\x{9fff}][,:;?!]"));
    QStringList faults;
    for (auto it = wanted.begin(); it != wanted.end(); ++it) {
        const auto found = translated.find(it.key());
        if (found == translated.end()) {
            faults << label(*it) + QStringLiteral(" has no translation");
            continue;
        }
        if (!found->finished) faults << label(*it) + QStringLiteral(" is not translated to the end");
        for (const QString& translation : found->translations)
            if (translation.contains(kHalfWidth)) faults << label(*it) + QStringLiteral(" has a half-width mark");
        for (const QString& translation : found->translations)
            if (found->finished && placeholders(translation) != placeholders(it->source) &&
                found->translations.size() == 1)
                faults << label(*it) + QStringLiteral(" has other placeholders in its translation");
    }
    std::sort(faults.begin(), faults.end());
    return faults;
}

QStringList styleFaults(const Messages& wanted) {
    QStringList faults;
    static const QRegularExpression kExclamation(QStringLiteral("[A-Za-z]!"));
    for (const Message& message : wanted)
        if (message.source.contains(kExclamation))
            faults << label(message) + QStringLiteral(" has an exclamation mark");
    return faults;
}

}  // namespace gatelab::rules
