// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"
#include "pages/data/finding_list.h"

#include <QString>
#include <QWidget>
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

/// The right column of the data page: plan and what trains it, findings, and closed recipe and windows with what the
/// leak audit says.
class DataInspector : public QWidget {
    Q_OBJECT
public:
    DataInspector(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    /// False: it is not about recipe or windows.
    bool focusField(const QString& key);
    /// Of all that is open: what the tick of the page follows. Neutral: nothing warns.
    [[nodiscard]] Tone worst() const { return findings_->worst(); }

Q_SIGNALS:
    void rowsAsked(const QString& column, qint64 begin, qint64 end);  ///< show these rows; of no column: of all
    void shapesAsked();                                               ///< let the shape of the table be chosen

private:
    void showFindings();
    void addShape(const Dataset& data, std::vector<FindingLine>& lines);
    void addReading(const Dataset& data, std::vector<FindingLine>& lines);
    void addChecked(const Dataset* data, std::vector<FindingLine>& lines);
    void showPrepared();
    void showRecipe();
    FindingLine lineOf(const FindingGroup& group);
    FindingLine besideLine(const ReadWarning& said);
    FindingLine orderLine(const ReadWarning& said);
    FindingLine textLine(const SequenceSet& set);
    void offerStep(const Phrase& said, FindingLine& line);
    FindingLine readingLine(const ReadWarning& said);
    bool offerMask(const FindingGroup& group, FindingLine& line);
    Theme& theme_;
    ExperimentModel& experiment_;
    FindingList* findings_;
    FormSection *recipe_, *windows_;
    FieldForm* form_;
    KeyValueList* counts_;
    Banner* audit_;
};

}  // namespace gatelab
