// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/source_texts.h"

#include <utility>

namespace gatelab {

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
