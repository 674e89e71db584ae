// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Allocator.h>

/// Device memory of the made-up driver, which is the host's: blocks of 512 bytes from a "cache" that never gives back
/// what it has reserved until it is emptied.
namespace fakegpu {

/// Throws what LibTorch's allocator throws when there is too little memory.
c10::DataPtr allocate(std::size_t bytes, int device);
/// Counts one operation on a device. Throws what CUDA's calls throw once it is lost.
void useDevice(int device);
/// Counts one wait of the host. An operation of LibTorch that waits throws where that is refused; who waits on purpose
/// may always do so, as with CUDA.
void noteWait(const char* operation = nullptr);
/// Where a stream hangs, a wait for the whole device does not come back, nor does what gives its memory to the driver:
/// counts that and throws in its place.
void waitForAll();
int currentDevice();
int exchangeDevice(int device);
void emptyCache();

}  // namespace fakegpu
