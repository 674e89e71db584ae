// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/preset_menu.h"

#include "common/responder.h"
#include "common/texts.h"
#include "config/preset_experiment.h"

#include <utility>

namespace gatelab {

ReadyMenu::ReadyMenu(QWidget* parent) : QMenu(tr("Rea&dy-made experiments"), parent) {
    setToolTipsVisible(true);
    bool files = false;
    for (const PresetExperiment& ready : readyExperiments()) {
        if (ready.needsFile() && !std::exchange(files, true)) addSeparator();
        auto* action = addAction(translated(ready.label), this, [this, key = QString::fromLatin1(ready.key)] {
            responderOf(*this).ask(Command(QStringLiteral("ready"), {}, key));
        });
        action->setObjectName(QString::fromLatin1(ready.key));
        const QString preset = QString::fromLatin1(ready.key);
        action->setToolTip(ready.needsFile()
                               ? tr("Preset %1, for %2: takes the open file where it is that one, else asks for it")
                                     .arg(preset, translated(ready.file))
                               : tr("Preset %1, makes its own data").arg(preset));
    }
}

}  // namespace gatelab
