# Ridge regressions by scikit-learn on standardised columns: the numbers beside which packages/science/src/models/glm stands.
# /usr/bin/python3 ridge.py <mtcars.csv>, written by R: write.csv(mtcars, "mtcars.csv", row.names = FALSE). Prints one line of JSON.
import json, sys
import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge

table = np.genfromtxt(sys.argv[1], delimiter=",", names=True)
x = np.column_stack([table["wt"], table["hp"]])

def fitted(engine, target, weights):
    mean = np.average(x, axis=0, weights=weights)
    deviation = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weights))
    engine.fit((x - mean) / deviation, target, sample_weight=weights)
    slopes = np.ravel(engine.coef_) / deviation
    return [float(np.ravel(engine.intercept_)[0] - slopes @ mean), *map(float, slopes)]

one = np.ones(len(x))
logistic = lambda ridge: LogisticRegression(C=1 / ridge, solver="newton-cholesky", tol=1e-13, max_iter=1000)
print(json.dumps({"linear": fitted(Ridge(alpha=7), table["mpg"], one),
    "linearWeighted": fitted(Ridge(alpha=7), table["mpg"], table["qsec"]),
    "logistic": fitted(logistic(2), table["am"], one),
    "logisticWeighted": fitted(logistic(2), table["am"], table["carb"])}))
