// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/field_text.h"

#include "config/choices.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <cmath>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

QString message(const char* source) { return QCoreApplication::translate("FieldText", source); }

QString numberText(double value) { return editableText(FieldValue(value)); }

/// Bounds that only keep a number storable are not worth a word.
bool isLimit(double value) { return std::abs(value) < 1e12; }

}  // namespace

QString editableText(const FieldValue& value) {
    static const QRegularExpression longExponent(QStringLiteral("e([+-]?)0*(\\d)"));
    QString text = QString::fromStdString(formatFieldValue(value));
    if (std::holds_alternative<double>(value)) {
        text.replace(longExponent, QStringLiteral("e\\1\\2"));
        text.replace(QLatin1String("e+"), QLatin1String("e"));
    }
    return text;
}

QString displayValue(const Field& field, const FieldValue& value) {
    if (const bool* on = std::get_if<bool>(&value))
        return *on ? message(QT_TRANSLATE_NOOP("FieldText", "on")) : message(QT_TRANSLATE_NOOP("FieldText", "off"));
    if (const auto* text = std::get_if<std::string>(&value)) {
        if (const Choice* choice = findChoice(field.choices, *text)) return translated(choice->label);
    }
    if (const auto* list = std::get_if<std::vector<std::string>>(&value);
        list && list->empty() && value == defaultValue(field))
        return message(QT_TRANSLATE_NOOP("FieldText", "automatic"));
    const QString text = editableText(value);
    return text.isEmpty() ? QStringLiteral("-") : text;
}

QString shortLabel(const Field& field) {
    static constexpr std::pair<const char*, const char*> kShort[] = {
        {"learning_rate", QT_TRANSLATE_NOOP("FieldText", "lr")},
        {"batch_size", QT_TRANSLATE_NOOP("FieldText", "batch")},
        {"epochs", QT_TRANSLATE_NOOP("FieldText", "epochs")},
        {"max_steps", QT_TRANSLATE_NOOP("FieldText", "steps")},
        {"clip_norm", QT_TRANSLATE_NOOP("FieldText", "clip")},
        {"clip_value", QT_TRANSLATE_NOOP("FieldText", "clip each")},
        {"weight_decay", QT_TRANSLATE_NOOP("FieldText", "decay")},
        {"early_stop", QT_TRANSLATE_NOOP("FieldText", "patience")},
        {"layer_health", QT_TRANSLATE_NOOP("FieldText", "layer health")},
        {"checkpoint_seconds", QT_TRANSLATE_NOOP("FieldText", "checkpoints")},
    };
    for (const auto& [key, name] : kShort)
        if (std::string_view(field.key) == key) return message(name);
    return translated(field.label);
}

QString settingWord(const Field& field) {
    static constexpr std::pair<const char*, const char*> kWords[] = {
        {"learning_rate", QT_TRANSLATE_NOOP("FieldText", "rate")},
        {"hidden_size", QT_TRANSLATE_NOOP("FieldText", "units")},
        {"bidirectional", QT_TRANSLATE_NOOP("FieldText", "bi")},
    };
    for (const auto& [key, word] : kWords)
        if (std::string_view(field.key) == key) return message(word);
    QString word = shortLabel(field);
    // "L2 penalty" keeps its capital.
    if (word.size() > 1 && word[1].isLower()) word[0] = word[0].toLower();
    return word;
}

QString rangeText(const FieldRange& range) {
    const bool low = isLimit(range.low), high = isLimit(range.high);
    if (low && high)
        return message(QT_TRANSLATE_NOOP("FieldText", "%1 to %2")).arg(numberText(range.low), numberText(range.high));
    if (low) return message(QT_TRANSLATE_NOOP("FieldText", "at least %1")).arg(numberText(range.low));
    if (high) return message(QT_TRANSLATE_NOOP("FieldText", "at most %1")).arg(numberText(range.high));
    return {};
}

FieldValue defaultValue(const Field& field) {
    static const ExperimentConfig fresh;
    return fieldValue(fresh, field);
}

QString fieldToolTip(const Field& field) {
    QStringList lines{translated(field.help)};
    QStringList facts;
    if (const QString range = rangeText(field.range); !range.isEmpty())
        facts << message(QT_TRANSLATE_NOOP("FieldText", "Range: %1 %2")).arg(range, translated(field.unit)).trimmed();
    facts << message(QT_TRANSLATE_NOOP("FieldText", "Default: %1")).arg(displayValue(field, defaultValue(field)));
    if (field.live == FieldLive::Yes)
        facts << message(QT_TRANSLATE_NOOP("FieldText", "Can be changed while a run goes on."));
    lines << facts << QString::fromStdString(fieldFlag(field));
    return lines.join(QLatin1Char('\n'));
}

TypedValue readTyped(const Field& field, const QString& text) {
    const Result<FieldValue> parsed = parseFieldValue(field, text.trimmed().toStdString());
    if (parsed) return {*parsed, {}};
    const FieldValue sample = defaultValue(field);
    const bool whole = std::holds_alternative<std::int64_t>(sample);
    if (!whole && !std::holds_alternative<double>(sample)) return {std::nullopt, translated(parsed.error())};
    const QString range = rangeText(field.range);
    bool number = false;
    text.trimmed().toDouble(&number);
    if (text.trimmed().isEmpty())
        return {std::nullopt, message(QT_TRANSLATE_NOOP("FieldText", "A number is needed here, for example %1."))
                                  .arg(editableText(sample))};
    if (!number)
        return {std::nullopt, message(QT_TRANSLATE_NOOP("FieldText", "This is not a number. Write it like %1."))
                                  .arg(editableText(sample))};
    bool integer = false;
    text.trimmed().toLongLong(&integer);
    if (whole && !integer)
        return {std::nullopt, message(QT_TRANSLATE_NOOP("FieldText", "A whole number is needed here, for example %1."))
                                  .arg(editableText(sample))};
    if (range.isEmpty()) return {std::nullopt, translated(parsed.error())};
    return {std::nullopt, message(QT_TRANSLATE_NOOP("FieldText", "Out of range: allowed is %1.")).arg(range)};
}

}  // namespace gatelab
