#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the files of this folder with the trackers themselves: tensorboard 2.21.0, mlflow-skinny 3.17.2, wandb 0.31.0, trackio 0.43.0.
# make_fixtures.py FOLDER [tensorboard mlflow_files mlflow_sqlite wandb_offline trackio]
import os, sys, shutil, glob
os.environ.update(MLFLOW_ALLOW_FILE_STORE="true", WANDB_MODE="offline", WANDB_SILENT="true", MLFLOW_ENABLE_ASYNC_LOGGING="false", MLFLOW_DISABLE_TELEMETRY="true", DO_NOT_TRACK="true",
                  WANDB_DISABLE_GIT="true", WANDB_DISABLE_CODE="true", WANDB__DISABLE_STATS="true", WANDB_CONSOLE="off")
out = os.path.abspath(sys.argv[1]); os.makedirs(out, exist_ok=True)
loss = lambda s: 1.0 / (1 + s)
val = lambda s: 0.8 / (1 + s) + 0.1
which = sys.argv[2:]

def tensorboard():
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.plugins.hparams import summary_v2 as hp
    from tensorboard.summary.writer.event_file_writer import EventFileWriter
    import numpy as np
    from tensorboard.util import tensor_util
    from tensorboard.plugins.scalar.metadata import create_summary_metadata
    folder = os.path.join(out, "tensorboard", "run1")
    w = EventFileWriter(folder)
    t = 1764000000.0
    w.add_event(Event(wall_time=t, summary=hp.hparams_pb({"lr": 0.01, "hidden": 32, "cell": "lstm", "bi": True}, trial_id="t1")))
    for s in range(6):
        w.add_event(Event(wall_time=t + s, step=s, summary=Summary(value=[Summary.Value(tag="loss/train", simple_value=loss(s))])))
        # of TensorFlow 2: a tensor with the plugin scalars
        tensor = tensor_util.make_tensor_proto(np.float32(val(s)))
        w.add_event(Event(wall_time=t + s + 0.5, step=s, summary=Summary(value=[Summary.Value(tag="val_loss", tensor=tensor, metadata=create_summary_metadata("val_loss", ""))])))
    w.add_event(Event(wall_time=t + 6, step=5, summary=Summary(value=[Summary.Value(tag="accuracy", simple_value=float("nan"))])))
    w.close()
    f = glob.glob(folder + "/*tfevents*")[0]
    os.rename(f, folder + "/events.out.tfevents.1764000000.host.1.0")

def mlflow_files():
    import mlflow
    from mlflow.tracking import MlflowClient
    store = os.path.join(out, "mlruns")
    fill(MlflowClient("file://" + store), store)
    for path in glob.glob(store + "/**/meta.yaml", recursive=True):
        text = open(path).read().replace(out, "/somewhere")
        open(path, "w").write(text)

def mlflow_sqlite():
    from mlflow.tracking import MlflowClient
    db = os.path.join(out, "mlflow.db")
    fill(MlflowClient("sqlite:///" + db), out)
    import sqlite3
    c = sqlite3.connect(db)
    for t, col in (("runs", "artifact_uri"), ("experiments", "artifact_location")):
        c.execute(f"UPDATE {t} SET {col} = replace({col}, ?, '/somewhere')", (out,))
    slim(c, {"runs", "metrics", "params", "tags", "experiments", "latest_metrics", "alembic_version"})

def slim(c, keep):
    # what a reader needs; the forty other tables would be half a megabyte
    c.execute("PRAGMA foreign_keys=OFF")
    for kind, n in c.execute("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite_%'").fetchall():
        if n not in keep: c.execute(f'DROP {kind} IF EXISTS "{n}"')
    c.commit(); c.execute("PRAGMA journal_mode=DELETE"); c.execute("PRAGMA page_size=512"); c.execute("VACUUM"); c.close()

def fill(client, place):
    e = client.create_experiment("series", artifact_location="/somewhere/mlruns/1")
    for name, lr, end in (("good", 0.01, "FINISHED"), ("bad", 10.0, "FAILED")):
        r = client.create_run(e, start_time=1764000000000, run_name=name, tags={"mlflow.note.content": "first try", "stage": "dev"})
        i = r.info.run_id
        client.log_param(i, "lr", lr); client.log_param(i, "hidden", 32); client.log_param(i, "text", "two words\nand lines")
        for s in range(6):
            client.log_metric(i, "train_loss", loss(s) * (1 if name == "good" else 9), timestamp=1764000000000 + s * 1000, step=s)
            client.log_metric(i, "val/loss", val(s), timestamp=1764000000500 + s * 1000, step=s)
        client.log_metric(i, "system/gpu_0_power", float("nan"), timestamp=1764000000500, step=0)
        client.set_terminated(i, status=end, end_time=1764000010000)

def wandb_offline():
    import wandb
    folder = os.path.join(out, "wandb_home"); os.makedirs(folder)
    run = wandb.init(project="series", name="calm-sun-1", id="abc12345", dir=folder, config={"lr": 0.01, "hidden": 32, "model": {"cell": "lstm", "layers": 2}}, tags=["paper"], notes="first try",
                     settings=wandb.Settings(x_disable_stats=True, console="off", disable_git=True, x_disable_meta=True, x_disable_machine_info=True))
    for s in range(6):
        run.log({"train/loss": loss(s), "val": {"loss": val(s)}, "epoch": s})
    run.finish()
    found = glob.glob(folder + "/wandb/offline-run-*")[0]
    target = os.path.join(out, "wandb", "offline-run-20251124_160000-abc12345"); os.makedirs(target)
    for f in glob.glob(found + "/*.wandb"): shutil.copy(f, target)
    for f in glob.glob(found + "/files/config.yaml"): os.makedirs(target + "/files", exist_ok=True); shutil.copy(f, target + "/files")
    shutil.rmtree(folder)

def trackio():
    os.environ["TRACKIO_DIR"] = os.path.join(out, "trackio_home")
    import trackio
    run = trackio.init(project="series", name="calm-sea-1", config={"lr": 0.01, "hidden": 32, "model": {"cell": "lstm"}}, embed=False)
    for s in range(6): trackio.log({"train/loss": loss(s), "val/loss": val(s), "epoch": s})
    trackio.finish()
    import sqlite3
    for f in glob.glob(os.environ["TRACKIO_DIR"] + "/*.db"):
        slim(sqlite3.connect(f), {"metrics", "configs", "system_metrics"})
        os.makedirs(os.path.join(out, "trackio"), exist_ok=True); shutil.copy(f, os.path.join(out, "trackio"))
for w in which: globals()[w]()
