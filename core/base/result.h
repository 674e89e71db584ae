// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace gatelab {

/// Why an operation did not happen. The code is for programs (exit codes, remedies); the message is for people.
enum class ErrorCode {
    InvalidInput,  ///< a file, setting or argument that cannot be used as it is
    NotFound,
    PermissionDenied,
    ReadOnly,
    DiskFull,
    Io,       ///< any other failure of the file system
    Corrupt,  ///< a file whose contents contradict themselves or their checksum
    Unsupported,
    Cancelled,
    OutOfMemory,  ///< host or device; the message says which
    NoDevice,
    DeviceLost,
    NonFinite,  ///< NaN or Inf in loss, gradient or weights
    Busy,
    Internal
};

/// A failure. It says what happened, where, what is safe and what to try; `withContext` prepends the where.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;     ///< English, for programs and logs
    Phrase phrase;           ///< the same in pieces, for the window
    std::string field = {};  ///< key of the setting that is to blame; empty: none is

    Error() = default;
    Error(ErrorCode why, Phrase what) : code(why), message(what.english()), phrase(std::move(what)) {}
    /// "column 'price', row 118: not a number" from "not a number".
    [[nodiscard]] Error withContext(Phrase where) const {
        return Error{code, labelled(std::move(where), phrase)}.ofField(field);
    }
    [[nodiscard]] Error ofField(std::string key) const {
        Error error = *this;
        error.field = std::move(key);
        return error;
    }
};

/// A value or an Error; never both, never neither. Reading the wrong one is a programming error (asserted).
template <class T = void>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] T& value() & {
        assert(ok());
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] const T& value() const& {
        assert(ok());
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] T&& value() && {
        assert(ok());
        return std::move(*std::get_if<0>(&state_));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    [[nodiscard]] const Error& error() const {
        assert(!ok());
        return *std::get_if<1>(&state_);
    }
    [[nodiscard]] Result withContext(const Phrase& where) && {
        return ok() ? std::move(*this) : Result(error().withContext(where));
    }

private:
    std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::in_place_index<1>, std::move(error)) {}
    [[nodiscard]] bool ok() const { return error_.index() == 0; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error& error() const {
        assert(!ok());
        return *std::get_if<1>(&error_);
    }
    [[nodiscard]] Result withContext(const Phrase& where) && {
        return ok() ? std::move(*this) : Result(error().withContext(where));
    }

private:
    std::variant<std::monostate, Error> error_;
};

}  // namespace gatelab
