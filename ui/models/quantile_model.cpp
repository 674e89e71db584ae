// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/quantile_model.h"

#include "common/theme.h"

namespace gatelab {

QuantileModel::TableColumns QuantileModel::columns() const {
    return {{tr("Quantile"), [](const QuantileScore& row) { return formatNumber(row.level); }},
            {tr("Truths below"), [](const QuantileScore& row) { return formatNumber(row.below); },
             tr("Share of the truths that are not above the forecast quantile; it should be the quantile itself")},
            {tr("Pinball"), [](const QuantileScore& row) { return formatNumber(row.pinball); }}};
}

}  // namespace gatelab
