// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/help_commands.h"

#include "common/field_text.h"
#include "common/language.h"
#include "common/texts.h"
#include "config/field.h"
#include "pages/learn/lessons/glossary_card.h"
#include "pages/learn/lessons/glossary_words.h"
#include "runs/run_controller.h"
#include "window/log_pane.h"

#include <QApplication>
#include <QMessageBox>
#include <QToolTip>

namespace gatelab {

HelpCommands::HelpCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent)
    : QObject(parent), window_(window), parts_(parts) {
    connect(new GlossaryWords(parts.theme, parts.language.code(), &window, this), &GlossaryWords::allAsked, this,
            &HelpCommands::showGlossary);
}

void HelpCommands::showField() {
    // A row of a form bears the name of its setting: the glossary says more than its tip.
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
        const Field* field = findField(widget->objectName().toStdString());
        if (field == nullptr) continue;
        const Glossary glossary = shippedGlossary();
        const GlossaryEntry* entry = glossary.ofSetting(field->key);
        if (entry == nullptr) break;
        auto* card =
            new GlossaryCard(parts_.theme, glossary, parts_.language.code(), fromUtf8(entry->key), false, &window_);
        card->addNote(fieldToolTip(*field));
        connect(card, &GlossaryCard::allAsked, this, &HelpCommands::showGlossary);
        return card->openAt(widget->mapToGlobal(QPoint(24, widget->height())));
    }
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
        const QString text = widget->whatsThis().isEmpty() ? widget->toolTip() : widget->whatsThis();
        if (text.isEmpty()) continue;
        return QToolTip::showText(widget->mapToGlobal(QPoint(0, widget->height())), text, widget);
    }
    window_.log().add(tr("Go to a field, then press F1."));
    window_.setPane(QStringLiteral("log"), true);
}

void HelpCommands::showGlossary(const QString& key) {
    auto* dialog = new GlossaryDialog(parts_.theme, shippedGlossary(), parts_.language.code(), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!key.isEmpty()) dialog->choose(key);
    dialog->open();
}

void HelpCommands::showAbout() {
    const auto* engine = parts_.runs.engine();
    const QString torch = engine ? fromUtf8(parts_.runs.engine()->info().torch) : tr("not open");
    QMessageBox::about(&window_, tr("About Gatelab"),
                       tr("<p><b>Gatelab %1</b></p><p>A workbench for recurrent networks on time series.</p><p>Engine: "
                          "LibTorch %2<br>Window: Qt %3</p>"
                          "<p>GPL-3.0-or-later, with a permission to link NVIDIA's CUDA libraries. Everything stays on "
                          "this computer.</p>")
                           .arg(QCoreApplication::applicationVersion(), torch, QString::fromLatin1(qVersion())));
}

}  // namespace gatelab
