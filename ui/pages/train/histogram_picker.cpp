// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/histogram_picker.h"

#include "runs/run_view.h"

#include <algorithm>

namespace gatelab {

HistogramPicker::HistogramPicker(QWidget* parent) : QComboBox(parent) {
    setProperty("compact", true);
    setAccessibleName(tr("Histograms of"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setFocusPolicy(Qt::StrongFocus);
    setVisible(false);
    connect(this, &QComboBox::activated, this, [this](int index) {
        chosen_ = kinds_[static_cast<std::size_t>(index)];
        Q_EMIT picked();
    });
}

void HistogramPicker::showRun(const RunView* run) {
    std::vector<HistogramKind> kinds = run ? histogramKinds(*run) : std::vector<HistogramKind>{};
    if (kinds == kinds_) return;
    kinds_ = std::move(kinds);
    clear();
    for (const HistogramKind& kind : kinds_) addItem(kind.label);
    setVisible(!kinds_.empty());
    const auto same = std::find(kinds_.begin(), kinds_.end(), chosen_);
    // Gates first: what saturates is seen there.
    const auto gates =
        std::find_if(kinds_.begin(), kinds_.end(), [](const HistogramKind& kind) { return kind.what == "gates"; });
    const auto chosen = same != kinds_.end() ? same : gates != kinds_.end() ? gates : kinds_.begin();
    chosen_ = chosen == kinds_.end() ? HistogramKind{} : *chosen;
    setCurrentIndex(kinds_.empty() ? -1 : static_cast<int>(chosen - kinds_.begin()));
    Q_EMIT picked();
}

HistogramKind HistogramPicker::kind() const { return chosen_; }

bool HistogramPicker::pickLayer(std::int64_t layer) {
    const auto of = [&](const std::string& what) {
        return std::find_if(kinds_.begin(), kinds_.end(), [&](const HistogramKind& kind) {
            return kind.layer == layer && (what.empty() || kind.what == what);
        });
    };
    auto found = of(chosen_.what);
    if (found == kinds_.end()) found = of("gates");
    if (found == kinds_.end()) found = of({});
    if (found == kinds_.end()) return false;
    chosen_ = *found;
    setCurrentIndex(static_cast<int>(found - kinds_.begin()));
    Q_EMIT picked();
    return true;
}

}  // namespace gatelab
