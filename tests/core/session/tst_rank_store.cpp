// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of ranks: what is asked and answered, line by line, and what is too much.
#include "session/rank_store.h"

#include <QtTest>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

/// A rank that says lines as they are.
class Speaker {
public:
    explicit Speaker(int channel) : channel_(channel) {}
    ~Speaker() { leave(); }
    Speaker(Speaker&& other) noexcept : channel_(std::exchange(other.channel_, -1)) {}
    void say(const std::string& text) const {
        for (std::size_t sent = 0; sent < text.size();) {
            const ssize_t size = ::send(channel_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
            if (size <= 0) return;
            sent += static_cast<std::size_t>(size);
        }
    }
    /// The next line; "closed" at the end of the channel.
    std::string hear() {
        while (heard_.find('\n') == std::string::npos) {
            char bytes[4096];
            const ssize_t size = ::recv(channel_, bytes, sizeof bytes, 0);
            if (size <= 0) return "closed";
            heard_.append(bytes, static_cast<std::size_t>(size));
        }
        const std::string line = heard_.substr(0, heard_.find('\n'));
        heard_.erase(0, line.size() + 1);
        return line;
    }
    std::string ask(const std::string& question) {
        say(question + "\n");
        return hear();
    }
    void leave() {
        if (channel_ >= 0) ::close(std::exchange(channel_, -1));
    }

private:
    int channel_;
    std::string heard_;
};

struct Talk {
    explicit Talk(int ranks) {
        std::vector<int> channels;
        for (int rank = 0; rank < ranks; ++rank) {
            int ends[2] = {-1, -1};
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) qFatal("no sockets");
            channels.push_back(ends[0]);
            rank_.emplace_back(ends[1]);
        }
        store = std::make_unique<RankStore>(channels, std::map<std::string, std::string>{{"config", "7b7d"}});
    }
    Speaker& operator[](std::size_t rank) { return rank_[rank]; }
    std::vector<Speaker> rank_;
    std::unique_ptr<RankStore> store;
};

}  // namespace

class TestRankStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersEachVerb() {
        Talk talk(2);
        Speaker &a = talk[0], &b = talk[1];
        QCOMPARE(a.ask("get\tconfig"), std::string("=7b7d"));
        QCOMPARE(a.ask("get\tnone"), std::string("-"));
        QCOMPARE(a.ask("set\tk\t0a"), std::string("1"));
        QCOMPARE(b.ask("get\tk"), std::string("=0a"));
        QCOMPARE(b.ask("has\tk"), std::string("1"));
        QCOMPARE(b.ask("num"), std::string("2"));
        QCOMPARE(b.ask("del\tk"), std::string("1"));
        QCOMPARE(b.ask("del\tk"), std::string("0"));
        QCOMPARE(a.ask("has\tk"), std::string("0"));
        QCOMPARE(a.ask("add\tn\t3"), std::string("3"));
        QCOMPARE(b.ask("add\tn\t-5"), std::string("-2"));
        QCOMPARE(b.ask("add\tn\t9223372036854775807"), std::string("9223372036854775805"));
        QCOMPARE(b.ask("add\tn\t9"), std::string("!no number"));
        QCOMPARE(b.ask("add\tn\tx"), std::string("!no number"));
        QCOMPARE(b.ask("what"), std::string("!no such question"));
        QCOMPARE(b.ask("wait\tk\tsoon"), std::string("!no such question"));
    }

    void aWaitEndsWithTheKeyItsTimeOrARank() {
        Talk talk(3);
        talk[0].say("wait\tk\t600000\n");
        QCOMPARE(talk[1].ask("set\tk\t00"), std::string("1"));
        QCOMPARE(talk[0].hear(), std::string("1"));
        QCOMPARE(talk[0].ask("wait\tother\t1"), std::string("0"));
        talk[0].say("wait\tother\t600000\n");
        talk[2].leave();
        QCOMPARE(talk[0].hear(), std::string("0"));
    }

    void whoIsStillConnectingIsNotDropped() {
        Talk talk(3);
        for (std::size_t rank = 0; rank < 3; ++rank) talk[rank].say("join\t600000\t600000\n");
        for (std::size_t rank = 0; rank < 3; ++rank)
            QCOMPARE(talk[rank].hear(), "1 " + std::to_string(rank) + " 0,1,2");
        QCOMPARE(talk[2].ask("in\t1"), std::string("1"));
        QCOMPARE(talk[2].ask("seats"), std::string("3"));
        // Rank 1 connects still, while the others want the next group at once.
        for (const std::size_t rank : {0, 2}) talk[rank].say("join\t1\t600000\n");
        QElapsedTimer since;
        since.start();
        while (since.elapsed() < 50) QCOMPARE(talk[1].ask("num"), std::string("1"));
        talk[1].say("join\t1\t600000\n");
        for (std::size_t rank = 0; rank < 3; ++rank)
            QCOMPARE(talk[rank].hear(), "2 " + std::to_string(rank) + " 0,1,2");
        // Now it is connected, and silent.
        QCOMPARE(talk[1].ask("in\t1"), std::string("1"));  // an older one
        QCOMPARE(talk[1].ask("in\t2"), std::string("1"));
        for (const std::size_t rank : {0, 2}) talk[rank].say("join\t1\t600000\n");
        QCOMPARE(talk[1].hear(), std::string("closed"));
        QCOMPARE(talk[0].hear(), std::string("3 0 0,2"));
        QCOMPARE(talk[2].hear(), std::string("3 1 0,2"));
        // So is one whose time to connect is over.
        for (const std::size_t rank : {0, 2}) talk[rank].say("join\t600000\t1\n");
        QCOMPARE(talk[0].hear(), std::string("4 0 0,2"));
        QCOMPARE(talk[2].hear(), std::string("4 1 0,2"));
        talk[0].say("join\t1\t600000\n");
        QCOMPARE(talk[0].hear(), std::string("5 0 0"));
        QCOMPARE(talk[2].hear(), std::string("closed"));
    }

    void whoWaitsForOneThatLeftWaitsInVain() {
        Talk talk(2);
        for (std::size_t rank = 0; rank < 2; ++rank) talk[rank].say("join\t600000\t600000\n");
        for (std::size_t rank = 0; rank < 2; ++rank) QCOMPARE(talk[rank].hear(), "1 " + std::to_string(rank) + " 0,1");
        talk[0].say("wait\taddress\t600000\n");
        talk[1].say("join\t600000\t600000\n");
        QCOMPARE(talk[0].hear(), std::string("0"));
    }

    void whoLivesFormsTheNextGroup() {
        Talk talk(4);
        for (std::size_t rank = 0; rank < 4; ++rank) talk[rank].say("join\t600000\n");
        for (std::size_t rank = 0; rank < 4; ++rank)
            QCOMPARE(talk[rank].hear(), "1 " + std::to_string(rank) + " 0,1,2,3");
        talk[1].leave();
        for (const std::size_t rank : {3, 0, 2}) talk[rank].say("join\t600000\n");
        QCOMPARE(talk[0].hear(), std::string("2 0 0,2,3"));
        QCOMPARE(talk[2].hear(), std::string("2 1 0,2,3"));
        QCOMPARE(talk[3].hear(), std::string("2 2 0,2,3"));
        // One that does not ask in time is dropped; rank 0 may take as long as it wants.
        talk[3].say("join\t1\n");
        talk[0].say("join\t1\n");
        QCOMPARE(talk[2].hear(), std::string("closed"));
        QCOMPARE(talk[0].hear(), std::string("3 0 0,3"));
        QCOMPARE(talk[3].hear(), std::string("3 1 0,3"));
        talk[3].say("join\t1\n");
        QCOMPARE(talk[0].ask("has\tconfig"), std::string("1"));
        QCOMPARE(talk[0].ask("join\t1"), std::string("4 0 0,3"));
    }

    void aRankThatNeverBeginsIsNamed() {
        Talk talk(3);
        talk[0].say("join\t600000\n");
        talk[1].leave();
        QCOMPARE(talk[2].ask("join\t600000"), std::string("!1"));
        QCOMPARE(talk[0].hear(), std::string("!1"));
    }

    void tooMuchIsRefused() {
        Talk talk(2);
        const std::string large(1 << 20, 'a');
        std::string last = "1";
        for (int i = 0; i < 40 && last == "1"; ++i) last = talk[0].ask("set\tk" + std::to_string(i) + "\t" + large);
        QCOMPARE(last, std::string("!too many bytes"));
        QCOMPARE(talk[0].ask("set\tk0\t00"), std::string("1"));  // less than before
        last = "1";
        for (int i = 0; i < 5000 && last == "1"; ++i) last = talk[1].ask("set\ts" + std::to_string(i) + "\t");
        QCOMPARE(last, std::string("!too many keys"));
        talk[1].say(std::string(RankStore::kLongestLine + (1 << 17), 'x'));
        QCOMPARE(talk[1].hear(), std::string("closed"));
        QCOMPARE(talk[0].ask("has\tk0"), std::string("1"));
        talk[0].say("wait\tnone\t600000\nhas\tk0\n");  // two questions at a time
        QCOMPARE(talk[0].hear(), std::string("closed"));
    }

    void itsEndEndsTheChannels() {
        Talk talk(2);
        talk[1].say("wait\tk\t600000\n");
        talk.store.reset();
        QCOMPARE(talk[0].hear(), std::string("closed"));
        QCOMPARE(talk[1].hear(), std::string("closed"));
    }
};

QTEST_GUILESS_MAIN(TestRankStore)
#include "tst_rank_store.moc"
