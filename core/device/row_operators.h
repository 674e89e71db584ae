// SPDX-License-Identifier: GPL-3.0-or-later
// For one source of a program, which then takes its large lists from io/row_memory.h, in all of its libraries. Not for
// a library: what a program is linked with before it (mimalloc) would be asked in its place.
#pragma once

#include "io/row_memory.h"

#include <cstdlib>
#include <new>

// Sanitizers have their own, which find what is freed twice or not at all.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

void* operator new(std::size_t bytes) {
    if (bytes >= gatelab::kLeastRowBlock)
        if (void* const rows = gatelab::takeRowBlock(bytes); rows != nullptr) return rows;
    for (;;) {
        if (void* const block = std::malloc(bytes > 0 ? bytes : 1); block != nullptr) return block;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

void operator delete(void* block) noexcept {
    if (!gatelab::giveRowBlockBack(block)) std::free(block);
}

void operator delete(void* block, std::size_t) noexcept { operator delete(block); }

#endif
