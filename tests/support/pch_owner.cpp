// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing: its object owns the precompiled header of its label.
