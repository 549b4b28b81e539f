# Weights of Saaty's matrices, weighted combination, OWA and TOPSIS by NumPy: the numbers beside which
# packages/science/src/spatial/criteria stands. /usr/bin/python3 criteria.py <criteria.bin: float64, one criterion after the
# other> <count> wlc|owa|topsis <weights,> <order weights, of topsis below 0 for a
# cost,> <out.bin> writes the scores and prints one line of JSON.
import json, sys, time
import numpy as np

count = int(sys.argv[2])
table = np.fromfile(sys.argv[1]).reshape(count, -1)
w, o = (np.array([float(x) for x in a.split(",")]) for a in sys.argv[4:6])
w = w / w.sum()
began = time.process_time()
if sys.argv[3] == "wlc":
    scores = w @ table
elif sys.argv[3] == "owa":
    order = np.argsort(-table, axis=0, kind="stable")
    both = w[order] * (o / o.sum())[:, None]
    scores = (both * np.take_along_axis(table, order, axis=0)).sum(0) / both.sum(0)
else:
    scaled = w[:, None] * table / np.sqrt((table ** 2).sum(1))[:, None]
    high, low = scaled.max(1), scaled.min(1)
    ends = np.where(o > 0, high, low), np.where(o > 0, low, high)
    best, worst = (np.sqrt(((scaled - end[:, None]) ** 2).sum(0)) for end in ends)
    scores = worst / (best + worst)
seconds = time.process_time() - began
scores.tofile(sys.argv[6])
print(json.dumps({"seconds": seconds}))
