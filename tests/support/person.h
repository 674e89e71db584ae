// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

namespace gatelab::test {

/// A person at the window: finds things by the words on them, as a screen reader would, and uses mouse and keys. What
/// is not there, not visible or greyed cannot be used: then the call says so and returns false.
class Person {
public:
    explicit Person(QWidget& window) : window_(window) {}

    /// The button that shows or is called `words`; failing that, the first whose text begins so.
    bool click(const QString& words) {
        const auto called = [&](auto&& says) {
            return find<QAbstractButton>([&](const QAbstractButton* each) {
                return each->isEnabled() && (says(plain(each->text())) || each->accessibleName() == words);
            });
        };
        auto* button = called([&](const QString& text) { return text == words; });
        if (!button) button = called([&](const QString& text) { return text.startsWith(words); });
        if (!button) return missing("button", words);
        QTest::mouseClick(button, Qt::LeftButton);
        return true;
    }
    /// Whether this button is there and can be pressed.
    bool has(const QString& words) const {
        return find<QAbstractButton>([&](const QAbstractButton* each) {
            return each->isEnabled() && (plain(each->text()) == words || each->accessibleName() == words);
        });
    }
    /// The entry of the menu under the button `words`.
    bool pick(const QString& words, const QString& entry) {
        auto* button = find<QAbstractButton>([&](const QAbstractButton* each) {
            return each->isEnabled() && (plain(each->text()) == words || each->accessibleName() == words) &&
                   menuOf(each);
        });
        if (!button) return missing("menu", words);
        Q_EMIT menuOf(button)->aboutToShow();  // some menus are filled as they open
        for (QAction* action : menuOf(button)->actions())
            if (plain(action->text()).startsWith(entry) && action->isEnabled()) return action->trigger(), true;
        return missing("entry", entry);
    }
    /// Writes into the line that is called `name` (or has this object name, or lies in the row of that setting) and
    /// presses Enter.
    bool write(const QString& name, const QString& text) {
        auto* line = find<QLineEdit>([&](const QLineEdit* each) { return each->isEnabled() && isCalled(each, name); });
        if (!line) return missing("line", name);
        QTest::mouseClick(line, Qt::LeftButton);
        QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        return true;
    }
    /// Chooses by its words in the combo box that is called `name`.
    bool choose(const QString& name, const QString& words) {
        auto* box = find<QComboBox>([&](const QComboBox* each) { return each->isEnabled() && isCalled(each, name); });
        if (!box) return missing("box", name);
        const int index = box->findText(words);
        if (index < 0) return missing("choice", words);
        box->setFocus();
        while (box->currentIndex() < index) QTest::keyClick(box, Qt::Key_Down);
        while (box->currentIndex() > index) QTest::keyClick(box, Qt::Key_Up);
        return box->currentText() == words;
    }
    /// A dialogue that has closed leaves no window active where there is no window manager; a person's next key goes to
    /// the window all the same.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        window_.activateWindow();
        if (!QTest::qWaitFor([this] { return window_.isActiveWindow(); }))
            qWarning("the window does not become active");
        QTest::keyClick(&window_, key, modifiers);
    }
    /// The visible list, tree or table of this name.
    QAbstractItemView* view(const QString& name) {
        auto* found = find<QAbstractItemView>([&](const QAbstractItemView* each) { return isCalled(each, name); });
        if (!found) missing("list", name);
        return found;
    }
    static void clickCell(QAbstractItemView& view, const QModelIndex& index, Qt::KeyboardModifiers modifiers = {}) {
        view.scrollTo(index);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, view.visualRect(index).center());
    }
    /// The tick in front of a row.
    static void tick(QAbstractItemView& view, const QModelIndex& index) {
        view.scrollTo(index);
        view.setCurrentIndex(index);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Space);
    }
    /// The next file dialog gets this path. Call it before what opens the dialog.
    static void answerFileDialog(const QString& path) {
        auto* timer = new QTimer(qApp);
        QObject::connect(timer, &QTimer::timeout, timer, [timer, path] {
            for (QWidget* top : QApplication::topLevelWidgets()) {
                auto* dialog = qobject_cast<QFileDialog*>(top);
                if (!dialog || !dialog->isVisible()) continue;
                timer->deleteLater();
                auto* line = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
                line->setText(path);
                QMetaObject::invokeMethod(dialog, "accept");
                return;
            }
        });
        timer->start(20);
    }
    /// Whether these words can be read somewhere.
    bool reads(const QString& words) const {
        for (auto* widget : window_.findChildren<QWidget*>()) {
            if (!widget->isVisible()) continue;
            const auto text = widget->property("text").toString();
            if (plain(text).contains(words) || widget->accessibleName().contains(words)) return true;
        }
        return false;
    }

private:
    static QString plain(QString text) { return text.remove(QLatin1Char('&')); }
    static QMenu* menuOf(const QAbstractButton* button) {
        if (const auto* push = qobject_cast<const QPushButton*>(button)) return push->menu();
        const auto* tool = qobject_cast<const QToolButton*>(button);
        return tool ? tool->menu() : nullptr;
    }
    static bool missing(const char* what, const QString& words) {
        qWarning("no %s \"%s\" on the screen", what, qPrintable(words));
        return false;
    }
    static bool isCalled(const QWidget* widget, const QString& name) {
        if (widget->accessibleName() == name || widget->objectName() == name) return true;
        for (const QWidget* parent = widget->parentWidget(); parent; parent = parent->parentWidget())
            if (parent->objectName() == name) return true;
        return false;
    }
    template <class Widget, class Test>
    Widget* find(Test&& test) const {
        for (auto* widget : window_.findChildren<Widget*>())
            if (widget->isVisible() && test(widget)) return widget;
        return nullptr;
    }
    QWidget& window_;
};

}  // namespace gatelab::test
