// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "common/theme.h"
#include "config/sweep_plan.h"

#include <QString>
#include <QWidget>
#include <string>

class QLabel;
class QLineEdit;
class QSpinBox;

namespace gatelab {

class ExperimentModel;
class ListBox;

/// One setting of a sweep and what is tried of it: values, or a range from a low to a high end (both are tried), at
/// equal distances or at equal factors. What is wrong with it stands below. GUI thread.
class SweepRow : public QWidget {
    Q_OBJECT
public:
    SweepRow(Theme& theme, const ExperimentModel& experiment, const char* key, QWidget* parent = nullptr);
    [[nodiscard]] std::string key() const;
    /// InvalidInput: what is written is no value of this setting, or no range.
    [[nodiscard]] Result<SweepAxis> axis() const;
    /// Whether values are drawn from a range; else it is cut into points. What nobody has touched becomes a range, or
    /// values.
    void setDrawn(bool drawn);
    void setProblem(const QString& problem);

Q_SIGNALS:
    void changed();
    void dropped();  ///< a person wants it no more

private:
    enum Kind { Values, Linear, Log };
    void offer(bool range);
    void showKind();
    [[nodiscard]] const Field& field() const;
    [[nodiscard]] QString offeredValues() const;
    Theme* theme_;
    const ExperimentModel* experiment_;
    ListBox *setting_, *kind_;
    QLineEdit *values_, *low_, *high_;
    QLabel *to_, *problem_;
    QSpinBox* points_;
    bool isDrawn_ = false, isTouched_ = false;
};

}  // namespace gatelab
