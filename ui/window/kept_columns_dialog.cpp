// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/kept_columns_dialog.h"

#include "common/texts.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kWidth = 520, kHeight = 220, kMostGigabytes = 4096;
constexpr double kGigabyte = 1024.0 * 1024 * 1024;

}  // namespace

KeptColumnsDialog::KeptColumnsDialog(ColumnCache& cache, Theme& theme, QWidget* parent)
    : QDialog(parent),
      cache_(cache),
      facts_(new WrappedLabel),
      problem_(new WrappedLabel("error")),
      most_(new QDoubleSpinBox) {
    setWindowTitle(tr("Kept columns"));
    resize(qRound(kWidth * theme.textScale()), qRound(kHeight * theme.textScale()));
    most_->setRange(0, kMostGigabytes);
    most_->setDecimals(1);
    most_->setKeyboardTracking(false);  // the first digit of "40" would remove what is above 4
    most_->setSuffix(tr(" GiB"));
    most_->setSpecialValueText(tr("nothing"));
    most_->setValue(std::ceil(static_cast<double>(cache_.limit()) / kGigabyte * 10) / 10);
    auto* label = new QLabel(tr("Keep at &most"));
    label->setBuddy(most_);
    clear_ = makeButton({}, tr("&Remove all"), this, [this] { tell(cache_.clear()); });
    auto* close = makeButton({}, tr("Close"), this, &QDialog::accept);
    close->setDefault(true);
    makeColumn(this, {20, 16, 20, 16}, 12,
               {facts_, makeRow({label, most_, spring(1)}), problem_, spring(1), makeRow({spring(1), clear_, close})});
    connect(most_, &QDoubleSpinBox::valueChanged, this,
            [this](double most) { tell(cache_.setLimit(static_cast<std::uint64_t>(std::llround(most * kGigabyte)))); });
    tell({});
}

void KeptColumnsDialog::tell(const Result<>& done) {
    const std::uint64_t bytes = cache_.bytes();
    facts_->setFullText(
        tr("Of files from 8 MiB on, and of smaller ones that take long to read, the columns that were read are kept, "
           "so "
           "that the file opens again without being read; a file that has changed is read anew. %1 are kept in %2. "
           "Removing them loses nothing.")
            .arg(formatBytes(static_cast<double>(bytes)), fromPath(cache_.folder())));
    problem_->setFullText(done.ok() ? QString() : translated(done.error()));
    problem_->setVisible(!done.ok());
    clear_->setEnabled(bytes > 0);
}

}  // namespace gatelab
