// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled for the tests of core.
#pragma once
#include "store/workspace.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>
