// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of libgatelab_arrow: Parquet and Arrow files by the libraries of the pinned pyarrow wheel. No Arrow type
// leaves it, so that another library could stand in its place.
#include <arrow/c/bridge.h>
#include <arrow/io/file.h>
#include <arrow/ipc/feather.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/util/thread_pool.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>
#include <parquet/file_reader.h>
#include <parquet/properties.h>

#include "io/arrow_stream.h"

#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace {

constexpr int kThreads = 4;
constexpr std::int64_t kBatchRows = 65'536;

/// A pool that gives at most `memory` bytes at a time. It is there for ever: threads of Arrow let go of buffers when
/// the file they are of is closed already.
arrow::MemoryPool* poolOf(std::int64_t memory) {
    static std::mutex once;
    static auto& pools = *new std::map<std::int64_t, arrow::CappedMemoryPool>;
    const std::lock_guard<std::mutex> lock(once);
    return &pools.try_emplace(memory, arrow::system_memory_pool(), memory).first->second;
}

/// Batches of a file with all that they need; each is checked before it is given out.
class CheckedBatches : public arrow::RecordBatchReader {
public:
    explicit CheckedBatches(std::int64_t memory) : pool_(poolOf(memory)) {}

    arrow::Status open(const char* path, int format, std::int64_t& rows) {
        // Not memory-mapped: a file that is cut while it is read must be an error, no signal.
        ARROW_ASSIGN_OR_RAISE(file_, arrow::io::ReadableFile::Open(path, pool_));
        if (format == kGatelabParquet) return openParquet(rows);
        arrow::ipc::IpcReadOptions options;
        options.memory_pool = pool_;
        if (format == kGatelabArrowStream) {
            ARROW_ASSIGN_OR_RAISE(inner_, arrow::ipc::RecordBatchStreamReader::Open(file_, options));
            return arrow::Status::OK();
        }
        ARROW_ASSIGN_OR_RAISE(auto reader, arrow::ipc::RecordBatchFileReader::Open(file_, options));
        ARROW_ASSIGN_OR_RAISE(rows, reader->CountRows());
        whole_ = std::move(reader);
        return arrow::Status::OK();
    }

    std::shared_ptr<arrow::Schema> schema() const override { return whole_ ? whole_->schema() : inner_->schema(); }

    arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override try {
        batch->reset();
        if (whole_) {
            if (next_ < whole_->num_record_batches()) {
                ARROW_ASSIGN_OR_RAISE(*batch, whole_->ReadRecordBatch(next_++));
            }
        } else {
            ARROW_RETURN_NOT_OK(inner_->ReadNext(batch));
        }
        return *batch ? (*batch)->ValidateFull() : arrow::Status::OK();
    } catch (const std::exception& problem) {  // parquet throws
        return arrow::Status::Invalid(problem.what());
    }

private:
    arrow::Status openParquet(std::int64_t& rows) {
        parquet::arrow::FileReaderBuilder builder;
        parquet::ReaderProperties checked(pool_);
        checked.set_page_checksum_verification(true);
        ARROW_RETURN_NOT_OK(builder.Open(file_, checked));
        parquet::ArrowReaderProperties properties(/*use_threads=*/true);
        properties.set_batch_size(kBatchRows);
        ARROW_ASSIGN_OR_RAISE(parquet_, builder.memory_pool(pool_)->properties(properties)->Build());
        rows = parquet_->parquet_reader()->metadata()->num_rows();
        ARROW_ASSIGN_OR_RAISE(inner_, parquet_->GetRecordBatchReader());
        return arrow::Status::OK();
    }

    arrow::MemoryPool* pool_;
    std::shared_ptr<arrow::io::ReadableFile> file_;
    std::unique_ptr<parquet::arrow::FileReader> parquet_;
    std::shared_ptr<arrow::ipc::RecordBatchFileReader> whole_;
    std::shared_ptr<arrow::RecordBatchReader> inner_;
    int next_ = 0;
};

arrow::Status openInto(const char* path, int format, std::int64_t memory, ArrowArrayStream* out, std::int64_t* rows) {
    (void)arrow::SetCpuThreadPoolCapacity(kThreads);
    *rows = -1;
    auto batches = std::make_shared<CheckedBatches>(memory);
    ARROW_RETURN_NOT_OK(batches->open(path, format, *rows));
    return arrow::ExportRecordBatchReader(batches, out);
}

arrow::Status writeAll(const char* path, int format, ArrowArrayStream* in) {
    ARROW_ASSIGN_OR_RAISE(auto batches, arrow::ImportRecordBatchReader(in));
    ARROW_ASSIGN_OR_RAISE(auto file, arrow::io::FileOutputStream::Open(path));
    if (format != kGatelabParquet) {
        ARROW_ASSIGN_OR_RAISE(auto writer, arrow::ipc::MakeFileWriter(file, batches->schema()));
        for (std::shared_ptr<arrow::RecordBatch> batch;;) {
            ARROW_RETURN_NOT_OK(batches->ReadNext(&batch));
            if (!batch) break;
            ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(*batch));
        }
        ARROW_RETURN_NOT_OK(writer->Close());
        return file->Close();
    }
    auto properties =
        parquet::WriterProperties::Builder().compression(arrow::Compression::ZSTD)->enable_page_checksum()->build();
    ARROW_ASSIGN_OR_RAISE(auto writer, parquet::arrow::FileWriter::Open(*batches->schema(), arrow::system_memory_pool(),
                                                                        file, properties));
    for (std::shared_ptr<arrow::RecordBatch> batch;;) {
        ARROW_RETURN_NOT_OK(batches->ReadNext(&batch));
        if (!batch) break;
        ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(*batch));
    }
    ARROW_RETURN_NOT_OK(writer->Close());
    return file->Close();
}

/// 0, or 1 with the reason; whatever is thrown stops here.
template <class Work>
int done(char* error, std::size_t size, Work&& work) {
    std::string why;
    try {
        const arrow::Status status = work();
        if (status.ok()) return 0;
        why = status.message();
    } catch (const std::exception& problem) {
        why = problem.what();
    }
    std::strncpy(error, why.c_str(), size - 1);
    error[size - 1] = '\0';
    return 1;
}

}  // namespace

extern "C" int gatelab_arrow_open(const char* path, int format, std::int64_t memory, ArrowArrayStream* out,
                                  std::int64_t* rows, char* error, std::size_t errorSize) {
    return done(error, errorSize, [&] { return openInto(path, format, memory, out, rows); });
}

extern "C" int gatelab_arrow_write(const char* path, int format, ArrowArrayStream* in, char* error,
                                   std::size_t errorSize) {
    return done(error, errorSize, [&] { return writeAll(path, format, in); });
}
