// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/glossary.h"

#include <QObject>
#include <QPoint>
#include <QString>

#include <utility>
#include <vector>

class QLabel;

namespace gatelab {

/// An event filter of the whole program: a short label that holds a word of the glossary has the cursor of help, and a
/// click on it opens the entry. A label of a setting opens the entry that explains the setting. Labels that do
/// something else when clicked (parts of buttons and lists, links, whatever has the pointing hand) are left alone. The
/// glossary is read when the pointer first comes to a label. GUI thread.
class GlossaryWords : public QObject {
    Q_OBJECT
public:
    GlossaryWords(Theme& theme, QString language, QWidget* window, QObject* parent = nullptr);

    /// Key of the entry for the longest term in a text of at most kMaxLetters letters; empty: there is none.
    [[nodiscard]] QString termIn(const QString& text);
    static constexpr int kMaxLetters = 48;

Q_SIGNALS:
    void allAsked(const QString& key);  ///< the whole glossary, at this entry

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QString termOf(const QLabel& label);
    void open(const QLabel& label, const QString& key, const QPoint& at);
    void read();

    Theme& theme_;
    QString language_;
    QWidget* window_;
    Glossary glossary_;
    std::vector<std::pair<QString, QString>> terms_;  ///< in small letters, longest first, with their keys
    bool isRead_ = false;
    QPoint pressed_;
};

}  // namespace gatelab
