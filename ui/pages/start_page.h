// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "pages/page.h"
namespace gatelab {
class Theme; class ExperimentModel; class RunController; class Language; class Preferences; class DeviceWatch;
class StartPage : public Page {
    Q_OBJECT
public:
    StartPage(Theme&, ExperimentModel&, RunController&, Language&, Preferences&, DeviceWatch&, QWidget* parent) : Page(parent) {}
    [[nodiscard]] QString title() const override { return tr("Start"); }
};
}
