// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/glossary.h"

#include <QDialog>
#include <QFrame>

class QLabel;
class QLineEdit;
class QListWidget;

namespace gatelab {

/// One entry of the glossary beside the word that was clicked; closes with a click elsewhere or Escape. Other terms in
/// it lead on. Deletes itself.
class GlossaryCard : public QFrame {
    Q_OBJECT
public:
    GlossaryCard(Theme& theme, const Glossary& glossary, const QString& language, const QString& key, bool isLarge,
                 QWidget* parent);
    /// Near this place of the screen.
    void openAt(const QPoint& at);
    [[nodiscard]] QString key() const { return key_; }
    /// Stands above the entry: what is said of the very place.
    void addNote(const QString& html);

Q_SIGNALS:
    void allAsked(const QString& key);

private:
    void show(const QString& key);
    Theme& theme_;
    const Glossary glossary_;
    QString language_, key_;
    bool isLarge_;
    QLabel *term_, *text_, *formula_, *source_;
};

/// The whole glossary with a search; both languages are searched.
class GlossaryDialog : public QDialog {
    Q_OBJECT
public:
    GlossaryDialog(Theme& theme, Glossary glossary, const QString& language, QWidget* parent);
    void choose(const QString& key);

private:
    void fill();
    void showEntry();
    Theme& theme_;
    Glossary glossary_;
    QString language_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* entry_;
};

/// The glossary of this installation; empty where it cannot be read.
Glossary shippedGlossary();

}  // namespace gatelab
