// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Stand-ins for the headers of Gloo that LibTorch's ProcessGroupGloo.hpp includes and its wheel leaves out. Names
// alone: no Gloo object is made, copied or called by Gatelab, so no layout of Gloo matters.
namespace gloo {
class Algorithm;
}
