// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/source_texts.h"

namespace gatelab {

QString SourceTexts::translate(const char* context, const char* source, const char* disambiguation, int n) const {
    const QString shown = QTranslator::translate(context, source, disambiguation, n);
    if (shown.isEmpty()) return shown;
    const QString english = QString::fromUtf8(source);
    if (shown == english) return shown;
    const QMutexLocker lock(&mutex_);
    QStringList& known = sources_[shown];
    if (!known.contains(english)) known << english;
    return shown;
}

QStringList SourceTexts::of(const QString& shown) const {
    const QMutexLocker lock(&mutex_);
    return sources_.value(shown);
}

}  // namespace gatelab
