// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/comparable_runs.h"

#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "verdict/run_groups.h"
#include "widgets/labels/elided_label.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

const QString kAll = QStringLiteral("compare/otherMeasures");

}  // namespace

ComparableRuns::ComparableRuns(Preferences& preferences, QWidget* parent)
    : QWidget(parent),
      preferences_(&preferences),
      note_(new ElidedLabel({}, Qt::ElideRight)),
      all_(new QCheckBox(tr("Show them too"))) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    note_->setProperty("role", "note");
    row->addWidget(note_, 1);
    row->addWidget(all_);
    all_->setToolTip(tr("Losses of other data, tasks or loss functions have no common scale with the others."));
    connect(all_, &QCheckBox::toggled, this, [this](bool on) {
        preferences_->setWindow(kAll, on);
        Q_EMIT changed();
    });
    hide();
}

std::vector<const RunSummary*> ComparableRuns::shown(std::vector<const RunSummary*> runs, const QString& baseId) {
    const bool all = preferences_->window(kAll, false).toBool();
    const QSignalBlocker quiet(all_);
    all_->setChecked(all);
    const auto base = std::ranges::find(runs, baseId.toStdString(), &RunSummary::id);
    std::vector<const RunSummary*> same;
    if (base != runs.end())
        std::ranges::copy_if(runs, std::back_inserter(same), [&config = (*base)->config](const RunSummary* run) {
            return sameMeasure(config, run->config);
        });
    const std::size_t others = base == runs.end() ? 0 : runs.size() - same.size();
    setVisible(others > 0);
    if (others == 0) return runs;
    const QString text = all ? tr("No common scale: %1 (not the data, task or loss of %2)")
                             : tr("Left out: %1 (not the data, task or loss of %2)");
    note_->setFullText(text.arg(formatCount(static_cast<qint64>(others)), shownRunName(**base)));
    return all ? runs : same;
}

}  // namespace gatelab
