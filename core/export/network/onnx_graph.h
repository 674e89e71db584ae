// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/protobuf.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// Types of a tensor in ONNX (TensorProto.DataType).
enum class OnnxType : std::uint8_t { Float = 1, Int64 = 7, Bool = 9, Double = 11 };

/// A graph of ONNX that grows node by node, in the order in which it is computed; a value's name stands for it.
/// Opset 17, IR version 8: read by every runtime since 2022. Numbers of the fields are those of onnx.proto. One thread.
class OnnxGraph {
public:
    using Names = std::vector<std::string>;
    using Shape = std::vector<std::string>;  ///< numbers, or names of free dimensions

    /// prefix: begins the names of its values, which a graph within another one must not share with it.
    explicit OnnxGraph(std::string name, std::string prefix = {})
        : name_(std::move(name)), prefix_(std::move(prefix)) {}

    std::string input(const std::string& name, OnnxType type, const Shape& shape);
    void output(const std::string& name, OnnxType type, const Shape& shape);
    /// Constants. A name that is given is kept once; an empty one is made up.
    std::string floats(std::span<const float> values, const std::vector<std::int64_t>& shape, std::string name = {});
    std::string doubles(std::span<const double> values, const std::vector<std::int64_t>& shape);
    /// An input that has these values where it is not given; shape: that of what may be given.
    std::string inputWithDefault(const std::string& name, std::span<const double> values,
                                 const std::vector<std::int64_t>& size, const Shape& shape);
    std::string integers(const std::vector<std::int64_t>& values);  ///< of one dimension
    std::string integer(std::int64_t value);                        ///< without a dimension
    std::string number(float value) { return floats({&value, 1}, {}); }

    /// An attribute of a node.
    using Attribute = ProtobufMessage;
    static Attribute attribute(std::string_view name, std::int64_t value);
    static Attribute attribute(std::string_view name, std::string_view value);
    static Attribute attribute(std::string_view name, const std::vector<std::int64_t>& values);
    static Attribute attribute(std::string_view name, const std::vector<std::string>& values);
    static Attribute attribute(std::string_view name, const OnnxGraph& graph);

    /// A node with one output; an empty input is left out.
    std::string node(std::string_view op, const Names& inputs, const std::vector<Attribute>& attributes = {});
    Names nodes(std::string_view op, const Names& inputs, std::size_t outputs,
                const std::vector<Attribute>& attributes = {});
    /// The same value under a name of its own: for outputs.
    void named(const std::string& value, const std::string& name);

    std::string cast(const std::string& value, OnnxType type);
    /// One place along an axis, which goes.
    std::string select(const std::string& value, std::int64_t axis, std::int64_t place);
    /// Places along an axis, which stays.
    std::string gather(const std::string& value, std::int64_t axis, const std::vector<std::int64_t>& places);
    std::string unsqueeze(const std::string& value, std::int64_t axis);
    std::string transpose(const std::string& value, const std::vector<std::int64_t>& order);
    /// 0 copies a dimension, -1 takes what is left.
    std::string reshape(const std::string& value, const std::vector<std::int64_t>& shape);
    std::string concat(const Names& values, std::int64_t axis);

    /// The whole file; `facts`: its metadata_props.
    [[nodiscard]] std::string model(std::string_view producer, std::string_view version,
                                    const std::map<std::string, std::string>& facts) const;

private:
    [[nodiscard]] ProtobufMessage message() const;
    std::string constant(OnnxType type, const std::vector<std::int64_t>& shape, std::string_view bytes,
                         std::string name);
    std::string fresh(std::string_view word);
    std::string name_, prefix_;
    ProtobufMessage nodes_, tensors_, inputs_, outputs_;
    std::map<std::string, std::string> known_;  ///< constants by type, shape and bytes
    std::int64_t count_ = 0;
};

}  // namespace gatelab
