// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"
#include "widgets/badge.h"

#include <QString>
#include <QWidget>
#include <functional>
#include <utility>
#include <vector>

namespace gatelab {

class Banner;
class ExperimentModel;
class FieldForm;
class FormSection;
class KeyValueList;
class RunController;
class Theme;
struct FindingGroup;

/// What there is to say about the data: mark, bold name, where, and a button that mends or shows it.
struct FindingLine {
    Tone tone = Tone::Warning;
    QString title, note;
    QString button = {};              ///< empty: none
    std::function<void()> act = {};   ///< of the button
    std::function<void()> mask = {};  ///< of a second one, "Mask"
    /// Instead of `act`: what the button lets one choose from; the one without an act is what is so now
    std::vector<std::pair<QString, std::function<void()>>> choices = {};
    QString help = {};     ///< the same in sentences, on hover
    QString actHelp = {};  ///< what `act` would do, on hover of its button; empty: as help
    std::function<QWidget*(QWidget* parent)> drawing = {};  ///< of what `act` would do; null: none
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

/// The right column of the data page: plan and what trains it, findings, and closed recipe and windows with what the
/// leak audit says.
class DataInspector : public QWidget {
    Q_OBJECT
public:
    DataInspector(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    /// False: it is not about recipe or windows.
    bool focusField(const QString& key);

Q_SIGNALS:
    void rowsAsked(const QString& column, qint64 begin, qint64 end);  ///< show these rows; of no column: of all
    void shapesAsked();                                               ///< let the shape of the table be chosen

private:
    void showFindings();
    void addShape(const Dataset& data, std::vector<FindingLine>& lines);
    void showPrepared();
    void showRecipe();
    FindingLine lineOf(const FindingGroup& group);
    FindingLine besideLine(const ReadWarning& said);
    FindingLine orderLine(const ReadWarning& said);
    FindingLine textLine(const SequenceSet& set);
    void offerStep(const Phrase& said, FindingLine& line);
    void offerMask(const FindingGroup& group, FindingLine& line);
    Theme& theme_;
    ExperimentModel& experiment_;
    FindingList* findings_;
    FormSection *recipe_, *windows_;
    FieldForm* form_;
    KeyValueList* counts_;
    Banner* audit_;
};

}  // namespace gatelab
