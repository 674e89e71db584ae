// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/program.h"

#include <algorithm>
#include <charconv>

namespace gatelab {

namespace {

std::string listOf(const XlaShape& shape, const char* mark = ", ") {
    std::string text;
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? mark : "") + std::to_string(shape[i]);
    return text;
}

/// "1.0e+00": without a point it would be no number of the language.
std::string numberText(double value) {
    char digits[40];
    std::string text(digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific).ptr);
    if (text.find('.') == std::string::npos) text.insert(text.find('e'), ".0");
    return text;
}

template <class List, class Write>
std::string joined(const List& list, Write write) {
    std::string text;
    for (const auto& one : list) text += (text.empty() ? "" : ", ") + write(one);
    return text;
}

std::string nameOf(const XlaValue& value) { return value.name; }

}  // namespace

std::string xlaType(const XlaValue& value) {
    return "tensor<" + listOf(value.shape, "x") + (value.shape.empty() ? "" : "x") + value.kind + ">";
}

XlaValue XlaProgram::fresh(XlaShape shape, const std::string& kind) {
    return {"%v" + std::to_string(count_++), std::move(shape), kind};
}

XlaValue XlaProgram::number(double value, const XlaShape& shape) {
    XlaValue r = fresh(shape, kind_);
    text_ += r.name + " = stablehlo.constant dense<" + numberText(value) + "> : " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::integer(std::int64_t value, const XlaShape& shape) {
    XlaValue r = fresh(shape, "i32");
    text_ += r.name + " = stablehlo.constant dense<" + std::to_string(value) + "> : " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::numbers(const std::vector<double>& values) {
    XlaValue r = fresh({static_cast<std::int64_t>(values.size())}, kind_);
    text_ += r.name + " = stablehlo.constant dense<[" + joined(values, numberText) + "]> : " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::unary(const char* operation, const XlaValue& a) {
    XlaValue r = fresh(a.shape, a.kind);
    text_ += r.name + " = stablehlo." + operation + " " + a.name + " : " + xlaType(a) + "\n";
    return r;
}

XlaValue XlaProgram::binary(const char* operation, const XlaValue& a, const XlaValue& b) {
    XlaValue r = fresh(a.shape, a.kind);
    text_ += r.name + " = stablehlo." + operation + " " + a.name + ", " + b.name + " : " + xlaType(a) + "\n";
    return r;
}

XlaValue XlaProgram::compare(const char* how, const XlaValue& a, const XlaValue& b) {
    XlaValue r = fresh(a.shape, "i1");
    text_ += r.name + " = stablehlo.compare " + how + ", " + a.name + ", " + b.name + ", " +
             (a.kind == "i32" ? "SIGNED" : "FLOAT") + " : (" + xlaType(a) + ", " + xlaType(b) + ") -> " + xlaType(r) +
             "\n";
    return r;
}

XlaValue XlaProgram::select(const XlaValue& where, const XlaValue& a, const XlaValue& b) {
    XlaValue r = fresh(a.shape, a.kind);
    text_ += r.name + " = stablehlo.select " + where.name + ", " + a.name + ", " + b.name + " : " + xlaType(where) +
             ", " + xlaType(a) + "\n";
    return r;
}

XlaValue XlaProgram::toNumber(const XlaValue& a) {
    XlaValue r = fresh(a.shape, kind_);
    text_ += r.name + " = stablehlo.convert " + a.name + " : (" + xlaType(a) + ") -> " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::spread(const XlaValue& a, const XlaShape& shape, const XlaShape& dims) {
    XlaValue r = fresh(shape, a.kind);
    text_ += r.name + " = stablehlo.broadcast_in_dim " + a.name + ", dims = [" + listOf(dims) + "] : (" + xlaType(a) +
             ") -> " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::reshape(const XlaValue& a, const XlaShape& shape) {
    XlaValue r = fresh(shape, a.kind);
    text_ += r.name + " = stablehlo.reshape " + a.name + " : (" + xlaType(a) + ") -> " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::dot(const XlaValue& a, const XlaValue& b, const XlaShape& overA, const XlaShape& overB,
                         const XlaShape& shape) {
    XlaValue r = fresh(shape, kind_);
    text_ += r.name + " = stablehlo.dot_general " + a.name + ", " + b.name + ", contracting_dims = [" + listOf(overA) +
             "] x [" + listOf(overB) + "], precision = [HIGHEST, HIGHEST] : (" + xlaType(a) + ", " + xlaType(b) +
             ") -> " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::reduced(const char* operation, const char* start, const XlaValue& a, const XlaShape& dims) {
    XlaShape shape;
    for (std::size_t i = 0; i < a.shape.size(); ++i)
        if (std::ranges::find(dims, static_cast<std::int64_t>(i)) == dims.end()) shape.push_back(a.shape[i]);
    const XlaValue first = fresh({}, kind_);
    text_ += first.name + " = stablehlo.constant dense<" + start + "> : " + xlaType(first) + "\n";
    XlaValue r = fresh(shape, kind_);
    text_ += r.name + " = stablehlo.reduce(" + a.name + " init: " + first.name + ") applies stablehlo." + operation +
             " across dimensions = [" + listOf(dims) + "] : (" + xlaType(a) + ", " + xlaType(first) + ") -> " +
             xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::sum(const XlaValue& a, const XlaShape& dims) { return reduced("add", "0.0", a, dims); }

// Not minus infinity, whose spelling depends on the width: no score is below.
XlaValue XlaProgram::max(const XlaValue& a, const XlaShape& dims) { return reduced("maximum", "-3.0e38", a, dims); }

XlaValue XlaProgram::slice(const XlaValue& a, std::size_t dim, std::int64_t from, std::int64_t to) {
    XlaValue r = fresh(a.shape, a.kind);
    r.shape[dim] = to - from;
    std::string ranges;
    for (std::size_t i = 0; i < a.shape.size(); ++i)
        ranges += (i > 0 ? ", " : "") + std::to_string(i == dim ? from : 0) + ":" +
                  std::to_string(i == dim ? to : a.shape[i]);
    text_ +=
        r.name + " = stablehlo.slice " + a.name + " [" + ranges + "] : (" + xlaType(a) + ") -> " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::join(const std::vector<XlaValue>& parts, std::size_t dim) {
    if (parts.size() == 1) return parts.front();
    XlaShape shape = parts.front().shape;
    shape[dim] = 0;
    for (const XlaValue& part : parts) shape[dim] += part.shape[dim];
    XlaValue r = fresh(shape, parts.front().kind);
    text_ += r.name + " = stablehlo.concatenate " + joined(parts, nameOf) + ", dim = " + std::to_string(dim) + " : (" +
             joined(parts, xlaType) + ") -> " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::count(const XlaShape& shape, std::int64_t dim) {
    XlaValue r = fresh(shape, "i32");
    text_ += r.name + " = stablehlo.iota dim = " + std::to_string(dim) + " : " + xlaType(r) + "\n";
    return r;
}

XlaValue XlaProgram::at(const XlaValue& a, const XlaValue& t) {
    const XlaValue zero = integer(0);
    XlaValue r = fresh({1, a.shape[1], a.shape[2]}, a.kind);
    text_ += r.name + " = stablehlo.dynamic_slice " + a.name + ", " + t.name + ", " + zero.name + ", " + zero.name +
             ", sizes = [" + listOf(r.shape) + "] : (" + xlaType(a) + ", tensor<i32>, tensor<i32>, tensor<i32>) -> " +
             xlaType(r) + "\n";
    return reshape(r, {a.shape[1], a.shape[2]});
}

XlaValue XlaProgram::put(const XlaValue& a, const XlaValue& row, const XlaValue& t) {
    const XlaValue zero = integer(0), part = reshape(row, {1, row.shape[0], row.shape[1]});
    XlaValue r = fresh(a.shape, a.kind);
    text_ += r.name + " = stablehlo.dynamic_update_slice " + a.name + ", " + part.name + ", " + t.name + ", " +
             zero.name + ", " + zero.name + " : (" + xlaType(a) + ", " + xlaType(part) +
             ", tensor<i32>, tensor<i32>, tensor<i32>) -> " + xlaType(a) + "\n";
    return r;
}

std::vector<XlaValue> XlaProgram::loop(std::int64_t times, const std::vector<XlaValue>& start, const Body& body) {
    std::vector<XlaValue> all{integer(0)}, inside, after;
    all.insert(all.end(), start.begin(), start.end());
    const std::string base = "%w" + std::to_string(count_++);
    std::string head;
    for (std::size_t i = 0; i < all.size(); ++i) {
        inside.push_back({base + "a" + std::to_string(i), all[i].shape, all[i].kind});
        after.push_back({base + "#" + std::to_string(i), all[i].shape, all[i].kind});
        head += (i > 0 ? ", " : "") + inside[i].name + " = " + all[i].name;
    }
    const std::string types = joined(all, xlaType);
    text_ += base + ":" + std::to_string(all.size()) + " = stablehlo.while(" + head + ") : " + types + "\ncond {\n";
    const XlaValue goesOn = compare("LT", inside.front(), integer(times));
    text_ += "stablehlo.return " + goesOn.name + " : tensor<i1>\n} do {\n";
    const XlaValue next = add(inside.front(), integer(1));
    std::vector<XlaValue> results = body(inside.front(), {inside.begin() + 1, inside.end()});
    results.insert(results.begin(), next);
    text_ += "stablehlo.return " + joined(results, nameOf) + " : " + types + "\n}\n";
    after.erase(after.begin());
    return after;
}

}  // namespace gatelab
