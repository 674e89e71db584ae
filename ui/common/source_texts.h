// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"

#include <QHash>
#include <QStringList>
#include <QTranslator>

namespace gatelab {

/// A translation that knows the way back for what it has been asked so far: a person may look for a command by its
/// English name in any language. Any thread.
class SourceTexts : public QTranslator {
public:
    using QTranslator::QTranslator;
    [[nodiscard]] QString translate(const char* context, const char* source, const char* disambiguation = nullptr,
                                    int n = -1) const override;
    /// The English texts that are shown so; none: it is English, or no text of the program.
    [[nodiscard]] QStringList of(const QString& shown) const;

private:
    mutable Guarded<QHash<QString, QStringList>> sources_;
};

}  // namespace gatelab
