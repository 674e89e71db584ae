// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "pages/page.h"
namespace gatelab {
class Theme; class ExperimentModel; class RunController;
class ImportPage : public Page {
    Q_OBJECT
public:
    ImportPage(Theme&, ExperimentModel&, RunController&, QWidget* parent) : Page(parent) {}
    [[nodiscard]] QString title() const override { return tr("Import"); }
};
}
