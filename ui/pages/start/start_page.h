// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace gatelab {

class DeviceWatch;
class ExperimentModel;
class KeyValueList;
class Language;
class Preferences;
class RunController;
class StartCards;
class Theme;

/// The first page: a small network that reads and can be touched, beside it what is loaded and Train; below them cards
/// for the lessons, own data, recent files and built-in series, and the looks of the window.
class StartPage : public Page {
    Q_OBJECT
public:
    StartPage(Theme& theme, ExperimentModel& experiment, RunController& runs, Language& language,
              Preferences& preferences, DeviceWatch& device, QWidget* parent = nullptr);
    void setCompact(bool compact) override;
    void setShown(bool shown) override;
    [[nodiscard]] QVariantMap viewState() const override;  ///< how far it is scrolled
    void restoreViewState(const QVariantMap& state) override;

private:
    QWidget* makeHead();
    QWidget* makeReady();
    QWidget* makeReadyText();
    void showExperiment();
    Theme& theme_;
    ExperimentModel& experiment_;
    RunController& runs_;
    Preferences& preferences_;
    DeviceWatch& device_;
    KeyValueList* facts_;
    QLabel *headline_, *invitation_, *reason_, *beltErrors_;
    QPushButton* play_;
    StartCards* cards_;
    QScrollArea* scroll_;
};

}  // namespace gatelab
