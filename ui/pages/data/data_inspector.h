// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"
#include "pages/data/finding_list.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace gatelab {

class Banner;
class ExperimentModel;
class FieldForm;
class KeyValueList;
class Theme;

/// The right column of the data page: findings, columns, recipe, windows and split, and what the leak audit says.
class DataInspector : public QWidget {
    Q_OBJECT
public:
    DataInspector(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);
    void focusField(const QString& key);

Q_SIGNALS:
    void rowsAsked(qint64 begin, qint64 end);  ///< show these rows

private:
    void showFindings();
    void showPrepared();
    FindingLine lineOf(const DataFinding& finding);
    Theme& theme_;
    ExperimentModel& experiment_;
    FindingList* findings_;
    FieldForm* form_;
    KeyValueList* counts_;
    Banner* audit_;
};

}  // namespace gatelab
