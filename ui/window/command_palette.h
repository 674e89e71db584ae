// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QIcon>
#include <QString>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace gatelab {

class Theme;

/// A line of the palette.
struct PaletteEntry {
    /// Of two that answer alike, the first of these comes first.
    /// Value: one choice of a setting. Choice: a tick, or one of a list. Series: a built-in one.
    enum class Kind { Command, Page, Setting, Value, Chart, Choice, Run, Series };
    QString name, keys;  ///< keys: as people read them; empty: none
    QString words;       ///< also found by these
    QIcon icon;
    std::function<void()> run;  ///< empty: it cannot be done now
    Kind kind = Kind::Command;
    QString english = {};   ///< its own name in the language of the sources, where the window has another
    QString obstacle = {};  ///< why it cannot be done now
    QString heading = {};   ///< what it stands under until something is typed; empty: nothing
    QString about = {};     ///< what it does; found by the beginnings of its words, after all else that begins so
};

/// Everything that the window can do, every setting with its choices, and the runs, by name: type a few letters of each
/// word, Enter runs it. What begins a word of a title comes before what begins another word, and that before letters
/// inside one. "#31" finds runs alone. Ctrl+K. What is chosen runs when the palette is gone.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(Theme& theme, std::vector<PaletteEntry> entries, QWidget* window);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void add(const std::vector<std::size_t>& found, bool grouped, bool choosesFirst);
    void run(const QTreeWidgetItem* item);
    Theme* theme_;
    std::vector<PaletteEntry> entries_;
    bool isOfRuns_;  ///< it holds nothing else: they are listed before anything is typed
    QLineEdit* search_;
    QTreeWidget* list_;
};

/// What else people of the field call a setting or an entry of a menu, in English in every language: the command
/// palette finds it by these too. Commands and pages have theirs in their rows. Empty: no other names.
QString commandWords(const QString& key);

}  // namespace gatelab
