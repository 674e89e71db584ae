// SPDX-License-Identifier: GPL-3.0-or-later
// What a person asks in SQL is answered, and changes nothing.
#include "io/database.h"
#include "io/database_query.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

using namespace gatelab;
using gatelab::testing::take;

namespace {

/// Three rows in a database that another connection holds open, as a run's record is.
struct Made {
    QuickFolder folder;
    std::filesystem::path path = folder.path() / "a b.sqlite";
    Database database = take(Database::open(path, Database::Mode::Create));
    Made() {
        if (!database
                 .execute("CREATE TABLE runs(id TEXT, loss REAL, step INTEGER); CREATE INDEX i ON runs(id);"
                          "INSERT INTO runs VALUES('a', 0.5, 10), ('b', NULL, 20), ('c', 0.25, 30);")
                 .ok())
            qFatal("no table");
    }
    std::vector<QueryRow> ask(const std::string& sql) const {
        std::vector<QueryRow> rows;
        const auto done = queryDatabase(path, sql, {{}, [&](const QueryRow& row) -> Result<> {
                                                        rows.push_back(row);
                                                        return {};
                                                    }});
        if (!done.ok()) qFatal("%s", done.error().message.c_str());
        return rows;
    }
    ErrorCode refusal(const std::string& sql) const {
        const auto done = queryDatabase(path, sql, {{}, [](const QueryRow&) { return Result<>(); }});
        return done.ok() ? ErrorCode::Internal : done.error().code;
    }
};

}  // namespace

class TestDatabaseQuery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsComeWithTheirKinds() {
        const Made made;
        const auto rows = made.ask("SELECT id, loss, step FROM runs ORDER BY step DESC; ");
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(std::get<std::string>(rows[0][0]), std::string("c"));
        QCOMPARE(std::get<double>(rows[0][1]), 0.25);
        QCOMPARE(std::get<std::int64_t>(rows[0][2]), std::int64_t{30});
        QVERIFY(std::holds_alternative<std::monostate>(rows[1][1]));
        QCOMPARE(made.ask("WITH t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n FROM t").size(),
                 std::size_t{5});
    }

    void whatWritesIsRefused_data() {
        QTest::addColumn<QString>("sql");
        for (const char* sql : {"INSERT INTO runs VALUES('d', 1, 1)", "UPDATE runs SET loss = 0", "DELETE FROM runs",
                                "DROP TABLE runs", "CREATE TABLE t(x)", "CREATE TEMP TABLE t AS SELECT * FROM runs",
                                "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 7", "ATTACH 'other.sqlite' AS o",
                                "VACUUM", "VACUUM INTO 'copy.sqlite'", "BEGIN", "SELECT load_extension('x')",
                                "SELECT fts3_tokenizer('simple')", "REINDEX", "ALTER TABLE runs ADD COLUMN y"})
            QTest::newRow(sql) << sql;
    }

    void whatWritesIsRefused() {
        QFETCH(QString, sql);
        const Made made;
        const Error error =
            queryDatabase(made.path, sql.toStdString(), {{}, [](const QueryRow&) { return Result<>(); }}).error();
        QCOMPARE(error.code, ErrorCode::InvalidInput);
        // Before it begins, and not by what SQLite would find on the way.
        QVERIFY2(error.message.starts_with("a query reads and does nothing else"), error.message.c_str());
        QCOMPARE(made.ask("SELECT * FROM runs WHERE loss > 0").size(), std::size_t{2});
        QCOMPARE(made.ask("SELECT * FROM sqlite_master").size(), std::size_t{2});
    }

    void mistakesAreSaid() {
        const Made made;
        for (const char* sql : {"", " ;", "SELECT", "SELECT nothing FROM runs", "SELECT 1; SELECT 2"})
            QCOMPARE(made.refusal(sql), ErrorCode::InvalidInput);
        QCOMPARE(queryDatabase(made.folder.path() / "gone.sqlite", "SELECT 1", {}).error().code, ErrorCode::NotFound);
    }

    void endlessQueryIsStopped() {
        const Made made;
        int asked = 0;
        const auto done =
            queryDatabase(made.path, "WITH t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
                          {{}, [](const QueryRow&) { return Result<>(); }, [&] { return ++asked > 3; }});
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
    }

    void tablesAreListed() {
        const Made made;
        const auto tables = take(databaseTables(made.path));
        QCOMPARE(tables.size(), std::size_t{1});
        QCOMPARE(tables[0].columns, (std::vector<std::string>{"id TEXT", "loss REAL", "step INTEGER"}));
    }
};

QTEST_GUILESS_MAIN(TestDatabaseQuery)
#include "tst_database_query.moc"
