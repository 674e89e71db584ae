// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/texts.h"
#include "config/field.h"

#include <QString>

namespace gatelab {

/// A value as people read it: the label of a choice, "on" and "off", "3e-4", lists joined by commas; "-" for an empty
/// text or list.
QString displayValue(const Field& field, const FieldValue& value);
/// The text an edit line shows for a value: what parseFieldValue reads, with short exponents ("3e-4").
QString editableText(const FieldValue& value);
/// The label where there is no room for it, e.g. at a marker of a chart: "lr", "clip". The label itself where it has no
/// shorter form.
QString shortLabel(const Field& field);
/// As heads of columns, axes and sentences say it: "rate", "units", "cell".
QString settingWord(const Field& field);
/// Help, unit, range, default and key of a field, for tooltips and the help key (rich text).
QString fieldToolTip(const Field& field);
/// "0 to 1", "at least 1", or nothing when the field has no limits.
QString rangeText(const FieldRange& range);
/// The value of a field in a fresh configuration.
FieldValue defaultValue(const Field& field);

/// What reading typed text gave: a value, or the sentence that says why there is none.
struct TypedValue {
    std::optional<FieldValue> value;
    QString problem;
};
TypedValue readTyped(const Field& field, const QString& text);

}  // namespace gatelab
