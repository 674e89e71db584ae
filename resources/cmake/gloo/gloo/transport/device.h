// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gloo::transport {
class Device;
class UnboundBuffer;
}  // namespace gloo::transport
