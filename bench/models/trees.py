# The same tables by scikit-learn: HistGradientBoosting and RandomForest. /usr/bin/python3 trees.py data <folder> writes
# the tables that ship with scikit-learn as CSV (column "y" and the variables); trees.py fit <train.csv> <test.csv> <task>
# <engine> <rounds> fits and prints one line of JSON: seconds of processor time, and RMSE or logarithmic loss on the test.
import json, os, sys, time, warnings
import numpy as np
warnings.filterwarnings("ignore")

def data(folder):
    from sklearn import datasets
    sets = {"diabetes": datasets.load_diabetes(), "wine": datasets.load_wine(),
            "breast_cancer": datasets.load_breast_cancer(), "digits": datasets.load_digits()}
    for name, loaded in sets.items():
        table = np.column_stack([loaded.target, loaded.data])
        head = ",".join(["y"] + ["x%d" % i for i in range(loaded.data.shape[1])])
        np.savetxt(os.path.join(folder, name + ".csv"), table, delimiter=",", header=head, comments="", fmt="%.17g")
    print(json.dumps(sorted(sets)))

def fit(train, test, task, engine, rounds):
    from sklearn import ensemble, metrics
    a, b = (np.genfromtxt(f, delimiter=",", skip_header=1) for f in (train, test))
    regression = task == "regression"
    if engine == "boosting":
        kind = ensemble.HistGradientBoostingRegressor if regression else ensemble.HistGradientBoostingClassifier
        model = kind(max_iter=rounds, early_stopping=False)
    else:
        kind = ensemble.RandomForestRegressor if regression else ensemble.RandomForestClassifier
        columns = a.shape[1] - 1
        tried = -(-columns // 3) if regression else int(np.ceil(np.sqrt(columns)))
        # minRows of the kernel's forest counts repeats of the bootstrap, as this does.
        model = kind(n_estimators=rounds, max_features=tried, min_samples_leaf=5 if regression else 1, random_state=1)
    began = time.process_time()
    model.fit(a[:, 1:], a[:, 0])
    seconds = time.process_time() - began
    if regression:
        error = float(np.sqrt(np.mean((model.predict(b[:, 1:]) - b[:, 0]) ** 2)))
    else:
        error = float(metrics.log_loss(b[:, 0], model.predict_proba(b[:, 1:]), labels=np.unique(a[:, 0])))
    print(json.dumps({"seconds": seconds, "error": error}))

if sys.argv[1] == "data":
    data(sys.argv[2])
else:
    fit(*sys.argv[2:6], int(sys.argv[6]))
