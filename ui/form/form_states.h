// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace gatelab {

class Preferences;

/// What is open in the forms of a page: sections unfolded by hand, and whether all settings are shown or the basic
/// ones. Kept at once, found again when the page is next built. Owned by the page. GUI thread.
class FormStates : public QObject {
    Q_OBJECT
public:
    FormStates(QWidget& page, const QString& key, Preferences& preferences);
};

}  // namespace gatelab
