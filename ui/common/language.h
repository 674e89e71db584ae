// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTranslator>
#include <vector>

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

/// The language of the window, changeable while it runs: our texts and those of Qt's own dialogs. Who shows texts
/// rebuilds on changed().
class Language : public QObject {
    Q_OBJECT
public:
    struct Choice {
        QString code;  ///< "en", "zh_CN"
        QString name;  ///< in the language itself
    };
    static std::vector<Choice> choices();

    explicit Language(QObject* parent = nullptr) : QObject(parent) {}
    ~Language() override;
    [[nodiscard]] QString code() const { return code_; }
    /// Unknown codes mean English.
    void set(const QString& code);
    [[nodiscard]] const SourceTexts& sources() const { return own_; }

Q_SIGNALS:
    void changed();

private:
    QString code_ = QStringLiteral("en");
    SourceTexts own_;
    QTranslator qt_;
};

}  // namespace gatelab
