// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled for the window: Qt's headers are half of what a file of it costs (main_window.cpp: 5.2 of 11.3 s).
#pragma once
#include "run/run_event.h"
#include "store/workspace.h"

#include <QApplication>
#include <QBoxLayout>
#include <QComboBox>
#include <QDateTime>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
