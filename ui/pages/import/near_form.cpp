// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/near_form.h"

#include "common/texts.h"
#include "common/theme.h"
#include "data/arrays/grids/grid.h"
#include "runs/experiment_model.h"

#include <QKeyEvent>

namespace gatelab {
namespace {

constexpr const char* kNear = "near ";

/// "52.5 13.25" of the only part that is named; empty: all places, or parts that are named otherwise.
QString placeOf(const ExperimentConfig& config) {
    const bool isPlace = config.hdf5Datasets.size() == 1 && config.hdf5Datasets.front().starts_with(kNear);
    return isPlace ? fromUtf8(config.hdf5Datasets.front()).mid(static_cast<int>(qstrlen(kNear))) : QString();
}

}  // namespace

NearForm::NearForm(ExperimentModel& experiment, QWidget* parent) : QLineEdit(parent), experiment_(experiment) {
    setPlaceholderText(tr("Only the place near, e.g. 52.5 13.25"));
    setToolTip(
        tr("Latitude and longitude in degrees, south and west negative or with S and W. Empty: all places of the "
           "grid, a column for each."));
    setAccessibleName(tr("Place of the grid"));
    setClearButtonEnabled(true);
    hide();
    connect(this, &QLineEdit::editingFinished, this, &NearForm::take);
    connect(&experiment_, &ExperimentModel::configChanged, this, &NearForm::show);
}

void NearForm::setGrids(bool hasGrids) {
    setVisible(hasGrids);
    show();
}

/// Enter reads the place; the page would import what was read before.
void NearForm::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QLineEdit::keyPressEvent(event);
    take();
    event->accept();
}

void NearForm::take() {
    const QString place = text().trimmed();
    const bool isPlace = place.isEmpty() || parseNear(kNear + place.toStdString()).has_value();
    setStyleProperty(this, "invalid", !isPlace);
    if (!isPlace || place == placeOf(experiment_.config())) return;
    std::vector<std::string> parts;
    if (!place.isEmpty()) parts.push_back(kNear + place.toStdString());
    experiment_.set("hdf5_datasets", parts);
}

void NearForm::show() {
    if (hasFocus()) return;
    setText(placeOf(experiment_.config()));
    setStyleProperty(this, "invalid", false);
}

}  // namespace gatelab
