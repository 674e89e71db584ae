// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "export/network/portable_network.h"

#include <string>

namespace gatelab {

/// The bytes of an ONNX file that takes raw values and gives raw forecasts: scaling, anchor, layers, linear path,
/// decoder and head are in its graph; settings, identity of the data and version in its metadata.
/// Input "rows" [batch, time, columns] float, in the units of the data (with a linear path time is the lookback), or
/// "tokens" [batch, time] int64; all sequences of a batch have one length. What is known ahead is a further input
/// "known" [batch, rows ahead, known columns] float: the rows behind those of "rows", oldest first. A network of many
/// series takes "series" [batch] int64, a row of the tables "offsets" and "scales" [series, scale names] double, which
/// are inputs with the run's series as default: other series bring tables of their own. Their order stands in the
/// metadata ("columns", "known", "series", "scale_names", "scale_rule", each name a line). Outputs: "forecast" [batch,
/// horizon, targets]; beside it "quantiles" [batch, horizon, targets, quantiles], rising, or "deviation" [batch,
/// horizon, targets]; of classes "probabilities" [batch, classes] or [batch, time, classes]; of numbers "numbers"
/// [batch, targets].
Result<std::string> onnxNetwork(const PortableNetwork& network);

/// The same with states as further inputs "h0", "c0", ... and outputs "next_h0", ..., [1, batch, units]: rows may come
/// in pieces of any length, zeros begin. Unsupported where the state alone does not decide the answer.
Result<std::string> onnxStreamingNetwork(const PortableNetwork& network);

}  // namespace gatelab
