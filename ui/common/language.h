// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/source_texts.h"

#include <QObject>
#include <QString>
#include <vector>

namespace gatelab {

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
