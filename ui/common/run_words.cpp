// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/run_words.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "config/field.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <variant>

namespace gatelab {

namespace {

QString say(const char* source) { return QCoreApplication::translate("RunWords", source); }

/// The field whose key, with blanks for underscores, is the part or begins it; null: none.
const Field* fieldOf(const QString& part, QString& rest) {
    const Field* found = nullptr;
    qsizetype length = 0;
    for (const Field& field : fields()) {
        const QString words = QString::fromLatin1(field.key).replace(QLatin1Char('_'), QLatin1Char(' '));
        if (words.size() <= length || (part != words && !part.startsWith(words + QLatin1Char(' ')))) continue;
        found = &field;
        length = words.size();
    }
    rest = part.mid(length).trimmed();
    return found;
}

QString shownPart(const QString& part) {
    static const QRegularExpression kMore(QStringLiteral("^(.*) and (\\d+) more$")),
        kStep(QStringLiteral("^from step (\\d+)$")), kRun(QStringLiteral("^run (\\d+)$"));
    if (const auto more = kMore.match(part); more.hasMatch())
        return say(QT_TRANSLATE_NOOP("RunWords", "%1 and %2 more")).arg(shownPart(more.captured(1)), more.captured(2));
    if (const auto step = kStep.match(part); step.hasMatch())
        return say(QT_TRANSLATE_NOOP("RunWords", "from step %1")).arg(step.captured(1));
    if (const auto run = kRun.match(part); run.hasMatch())
        return say(QT_TRANSLATE_NOOP("RunWords", "run %1")).arg(run.captured(1));
    QString rest;
    for (const auto& [word, pattern] : {std::pair("no ", QT_TRANSLATE_NOOP("RunWords", "no %1")),
                                        std::pair("other ", QT_TRANSLATE_NOOP("RunWords", "other %1"))})
        if (part.startsWith(QLatin1String(word)))
            if (const Field* field = fieldOf(part.mid(QLatin1String(word).size()), rest); field && rest.isEmpty())
                return say(pattern).arg(translated(field->label));
    const Field* field = fieldOf(part, rest);
    if (!field) return part;
    const FieldValue usual = defaultValue(*field);
    const bool isChoice = std::holds_alternative<std::string>(usual);
    const QString value = isChoice && !rest.isEmpty() ? displayValue(*field, FieldValue(rest.toStdString())) : rest;
    return value.isEmpty() ? translated(field->label)
                           : say(QT_TRANSLATE_NOOP("RunWords", "%1 %2")).arg(translated(field->label), value);
}

}  // namespace

QString shownRunName(const std::string& name) {
    const QString kept = fromUtf8(name), between = QStringLiteral(" · ");
    const Text& probe = findField("seed")->label;
    if (!kept.contains(between) || translated(probe) == QLatin1String(probe.source)) return kept;
    QStringList parts = kept.split(between);
    for (qsizetype i = 1; i < parts.size(); ++i) parts[i] = shownPart(parts[i]);
    return parts.join(between);
}

QString ShownName::whole() const {
    return detail.isEmpty() ? title : title + say(QT_TRANSLATE_NOOP("RunWords", ", ")) + detail;
}

ShownName shownRunName(const std::vector<std::string>& parts) {
    static const QString kLearningRate = QStringLiteral("learning rate ");
    const Text& probe = findField("seed")->label;
    const bool isKept = translated(probe) == QLatin1String(probe.source);
    QStringList rest;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        QString part = fromUtf8(parts[i]);
        if (!isKept)
            part = shownPart(part);
        else if (part.startsWith(kLearningRate))
            part = QStringLiteral("lr ") + part.mid(kLearningRate.size());
        rest << part;
    }
    return {fromUtf8(parts.front()), rest.join(say(QT_TRANSLATE_NOOP("RunWords", ", ")))};
}

}  // namespace gatelab
