// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/kubernetes_job.h"

#include <QTest>

#include <map>
#include <set>
#include <sstream>

using namespace gatelab;

namespace {

/// Fields of batch/v1 Job and of what it is made of (Kubernetes API 1.31), by the field that they lie in; "" is the
/// top.
const std::map<std::string, std::set<std::string>> kFields{
    {"", {"apiVersion", "kind", "metadata", "spec", "status"}},
    {"metadata", {"name", "generateName", "namespace", "labels", "annotations"}},
    {"labels", {"app"}},
    {"spec",  // of a job, and of a pod
     {"activeDeadlineSeconds", "backoffLimit", "completionMode", "completions", "parallelism", "podFailurePolicy",
      "suspend", "template", "ttlSecondsAfterFinished", "containers", "restartPolicy", "terminationGracePeriodSeconds",
      "volumes", "nodeSelector"}},
    {"podFailurePolicy", {"rules"}},
    {"rules", {"action", "onExitCodes", "onPodConditions"}},
    {"onExitCodes", {"containerName", "operator", "values"}},
    {"onPodConditions", {"type", "status"}},
    {"template", {"metadata", "spec"}},
    {"containers", {"name", "image", "command", "args", "env", "resources", "volumeMounts", "workingDir"}},
    {"volumeMounts", {"name", "mountPath", "subPath", "readOnly"}},
    {"resources", {"limits", "requests"}},
    {"requests", {"cpu", "memory"}},
    {"limits", {"cpu", "memory"}},
    {"volumes", {"name", "persistentVolumeClaim"}},
    {"persistentVolumeClaim", {"claimName", "readOnly"}},
};

/// Every key of the block style, with that which it lies in; the first that is not known.
std::string unknownField(const std::string& yaml) {
    std::vector<std::pair<std::size_t, std::string>> open;
    std::istringstream in(yaml);
    for (std::string line; std::getline(in, line);) {
        std::size_t at = line.find_first_not_of(' ');
        if (at == std::string::npos || line[at] == '#') continue;
        if (line[at] == '-') at += 2;
        const auto colon = line.find(':', at);
        if (line[at] == '"' || line[at] == '[' || colon == std::string::npos) continue;  // an item that is a text
        while (!open.empty() && open.back().first >= at) open.pop_back();
        const std::string in_ = open.empty() ? "" : open.back().second, key = line.substr(at, colon - at);
        const auto known = kFields.find(in_);
        if (known == kFields.end()) continue;  // items that are numbers
        if (!known->second.contains(key)) return in_ + "." + key;
        open.emplace_back(at, key);
    }
    return {};
}

ClusterProfile profile() { return {"Fast_1", "gpu", "2:00:00", 1, 1, 8, "16G"}; }

}  // namespace

/// The manifest of a job for Kubernetes, against the fields that there are.
class TestKubernetesJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hasKnownFieldsOnly() {
        ExperimentConfig config;
        config.dataPath = "/data/it's.csv";
        config.hiddenSize = 17;
        const auto text = kubernetesJob(profile(), config, {"example.org/gatelab:1", "mine", "/runs/space"});
        QVERIFY(text.ok());
        QCOMPARE(unknownField(*text), std::string());
        QCOMPARE(unknownField(*text + "specs:\n"), std::string(".specs"));  // the check can fail
        for (const char* line :
             {"apiVersion: \"batch/v1\"", "kind: \"Job\"", "generateName: \"gatelab-fast-1-\"",
              "activeDeadlineSeconds: 7200", "image: \"example.org/gatelab:1\"", "cpu: \"8\"", "memory: \"16Gi\"",
              "claimName: \"mine\"", "mountPath: \"/runs/space\"", "mountPath: \"/data\"", "restartPolicy: \"Never\"",
              "--hidden-size 17", "exec gatelab-worker train --no-suggest ", "exec gatelab-worker resume last "})
            QVERIFY2(text->find(line) != std::string::npos, line);
        QVERIFY(text->starts_with("# ") && text->find("Untried") != std::string::npos);
        QVERIFY(text->find('\t') == std::string::npos);
    }

    void whatIsNotSaidIsLeftOut() {
        const auto text = kubernetesJob({"a"}, {}, {"i", "c", "/w"});
        QVERIFY(text.ok());
        QCOMPARE(unknownField(*text), std::string());
        for (const char* none : {"activeDeadlineSeconds", "resources", "\"data\""})
            QVERIFY2(text->find(none) == std::string::npos, none);
        ClusterProfile bare = profile();
        bare.memory = "500";
        QVERIFY(kubernetesJob(bare, {}, {"i", "c", "/w"})->find("\"500Mi\"") != std::string::npos);
    }

    void whatCannotBeIsSaid() {
        QCOMPARE(kubernetesJob(profile(), {}, {"", "c", "/w"}).error().code, ErrorCode::InvalidInput);
        ClusterProfile wide = profile();
        wide.nodes = 2;
        QCOMPARE(kubernetesJob(wide, {}, {"i", "c", "/w"}).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestKubernetesJob)
#include "tst_kubernetes_job.moc"
