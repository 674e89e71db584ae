// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace gatelab {

class Theme;
class WindowActions;

/// Every command of the window by its name: type a few letters of each word, Enter runs it. Ctrl+K.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(Theme& theme, WindowActions& actions, QWidget* window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void runChosen();
    WindowActions& actions_;
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace gatelab
