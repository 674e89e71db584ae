// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled for the tests of ui: of 9.1 s that a test costs, 2.7 s are headers of Qt and of the window's parts
// (tst_board_panel.cpp).
#pragma once
#include "common/theme.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QtWidgets>
