// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/hdf5_form.h"

#include "background_job.h"
#include "data/readers.h"
#include "texts.h"

#include <QHeaderView>
#include <algorithm>

namespace gatelab {

Hdf5Form::Hdf5Form(Theme& theme, ExperimentModel& experiment, QWidget* parent)
    : QTreeWidget(parent), theme_(theme), experiment_(experiment), job_(new BackgroundJob(this)) {
    setHeaderLabels({tr("Data set"), tr("Shape")});
    setRootIsDecorated(false);
    setFrameShape(NoFrame);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    header()->setStretchLastSection(false);
    setAccessibleName(tr("Data sets of the file"));
    connect(this, &QTreeWidget::itemChanged, this, &Hdf5Form::tick);
}

void Hdf5Form::setFile(const QString& path) {
    if (path == path_) return;
    path_ = path;
    clear();
    job_->run<Result<std::vector<Hdf5Entry>>>([file = toPath(path)](const Progress&) { return listHdf5(file); },
                                              [this](Result<std::vector<Hdf5Entry>> result) {
                                                  if (!result.ok()) return;  // reading the file says the same
                                                  const QSignalBlocker quiet(this);
                                                  const auto& chosen = experiment_.config().hdf5Datasets;
                                                  for (const auto& entry : *result) {
                                                      QStringList shape;
                                                      for (const auto size : entry.shape) shape << formatCount(size);
                                                      auto* item = new QTreeWidgetItem(this, {fromUtf8(entry.path), shape.join(QStringLiteral(" × "))});
                                                      const bool on = entry.usable && (chosen.empty() || std::find(chosen.begin(), chosen.end(), entry.path) != chosen.end());
                                                      item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
                                                      item->setDisabled(!entry.usable);
                                                      item->setToolTip(0, entry.usable ? fromUtf8(entry.type) : translated(entry.reason));
                                                  }
                                              });
}

void Hdf5Form::tick() {
    std::vector<std::string> chosen;
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (topLevelItem(i)->checkState(0) == Qt::Checked) chosen.push_back(topLevelItem(i)->text(0).toStdString());
    experiment_.set("hdf5_datasets", chosen);
}

}  // namespace gatelab
