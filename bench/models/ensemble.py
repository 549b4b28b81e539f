# Weighted means and deviations by statsmodels: the numbers beside which packages/science/src/models/ensemble stands.
# /usr/bin/python3 ensemble.py prints one line of JSON.
import json
import numpy as np
from statsmodels.stats.weightstats import DescrStatsW

predictions = np.array([[0.1, 0.55, 0.9], [0.3, 0.45, 0.7], [0.25, 0.8, 1.0]])
weighted = DescrStatsW(predictions, weights=[0.62, 0.35, 0.48], ddof=0)
print(json.dumps({"mean": weighted.mean.tolist(), "deviation": weighted.std.tolist()}))
