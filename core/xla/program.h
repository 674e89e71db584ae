// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gatelab {

using XlaShape = std::vector<std::int64_t>;

/// A value of a StableHLO function: its name in the text ("%v7"), shape and element type ("f32", "f64", "i32", "i1").
struct XlaValue {
    std::string name;
    XlaShape shape;
    std::string kind = "f32";
};

std::string xlaType(const XlaValue& value);

/// Writes the body of a StableHLO function as text, operation by operation; each call gives the value that it defines.
/// Only operations of StableHLO 1.0 are used, which every plugin of the last years reads. `kind` is the type of the
/// numbers. Shapes are the caller's to get right: what does not fit is refused when the text is compiled.
class XlaProgram {
public:
    explicit XlaProgram(std::string kind) : kind_(std::move(kind)) {}
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::string& kind() const { return kind_; }

    /// A number in every place.
    XlaValue number(double value, const XlaShape& shape = {});
    XlaValue integer(std::int64_t value, const XlaShape& shape = {});
    /// [values]: these numbers.
    XlaValue numbers(const std::vector<double>& values);
    XlaValue unary(const char* operation, const XlaValue& a);
    XlaValue binary(const char* operation, const XlaValue& a, const XlaValue& b);
    XlaValue add(const XlaValue& a, const XlaValue& b) { return binary("add", a, b); }
    XlaValue sub(const XlaValue& a, const XlaValue& b) { return binary("subtract", a, b); }
    XlaValue mul(const XlaValue& a, const XlaValue& b) { return binary("multiply", a, b); }
    XlaValue div(const XlaValue& a, const XlaValue& b) { return binary("divide", a, b); }
    /// 1 - a
    XlaValue oneMinus(const XlaValue& a) { return sub(number(1, a.shape), a); }
    /// `how`: EQ, NE, LT, LE, GT, GE; gives i1.
    XlaValue compare(const char* how, const XlaValue& a, const XlaValue& b);
    XlaValue select(const XlaValue& where, const XlaValue& a, const XlaValue& b);
    /// i1 or i32 to a number.
    XlaValue toNumber(const XlaValue& a);
    /// dims: the place in `shape` of each dimension of `a`.
    XlaValue spread(const XlaValue& a, const XlaShape& shape, const XlaShape& dims = {});
    XlaValue reshape(const XlaValue& a, const XlaShape& shape);
    /// Products summed over the contracted dimensions, in the highest precision that the device has.
    XlaValue dot(const XlaValue& a, const XlaValue& b, const XlaShape& overA, const XlaShape& overB,
                 const XlaShape& shape);
    /// The sum over these dimensions; `max`: the largest instead.
    XlaValue sum(const XlaValue& a, const XlaShape& dims);
    XlaValue max(const XlaValue& a, const XlaShape& dims);
    /// a[.., from..to, ..] in dimension `dim`.
    XlaValue slice(const XlaValue& a, std::size_t dim, std::int64_t from, std::int64_t to);
    XlaValue join(const std::vector<XlaValue>& parts, std::size_t dim);
    /// 0, 1, 2 .. along `dim`, as i32.
    XlaValue count(const XlaShape& shape, std::int64_t dim);
    /// a[t] of [time, rows, columns]: [rows, columns].
    XlaValue at(const XlaValue& a, const XlaValue& t);
    /// The same with `row` at t.
    XlaValue put(const XlaValue& a, const XlaValue& row, const XlaValue& t);
    /// `body` `times` times; it is given the step (i32, from 0) and what is carried, and gives what is carried on.
    using Body = std::function<std::vector<XlaValue>(const XlaValue& step, const std::vector<XlaValue>& carried)>;
    std::vector<XlaValue> loop(std::int64_t times, const std::vector<XlaValue>& start, const Body& body);

private:
    XlaValue fresh(XlaShape shape, const std::string& kind);
    XlaValue reduced(const char* operation, const char* start, const XlaValue& a, const XlaShape& dims);
    std::string kind_, text_;
    int count_ = 0;
};

}  // namespace gatelab
