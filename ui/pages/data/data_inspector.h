// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"
#include "widgets/badge.h"

#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace gatelab {

class Banner;
class ExperimentModel;
class FieldForm;
class KeyValueList;
class RunController;
class Theme;

/// What there is to say about the data: mark, bold name, where, and a button that mends it.
struct FindingLine {
    Tone tone = Tone::Warning;
    QString title, note;
    QString button;              ///< empty: none
    std::function<void()> fix;   ///< of the button
    std::function<void()> show;  ///< of a click on the line; may be empty
};

class FindingList : public QWidget {
    Q_OBJECT
public:
    explicit FindingList(Theme& theme, QWidget* parent = nullptr);
    void setLines(std::vector<FindingLine> lines);

private:
    QWidget* makeLine(const FindingLine& line);
    Theme& theme_;
};

/// The right column of the data page: findings, columns, recipe, windows and split, and what the leak audit says.
class DataInspector : public QWidget {
    Q_OBJECT
public:
    DataInspector(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
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
