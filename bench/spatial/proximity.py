# Nearest target by a ball tree of scikit-learn and the geodesics of geographiclib: the numbers beside which
# packages/science/src/spatial/proximity stands. /usr/bin/python3 proximity.py <points.csv: lon,lat> <targets.csv> <every>
#   takes each of `every` points and prints one line of JSON.
import json, sys, time
import numpy as np
from geographiclib.geodesic import Geodesic
from sklearn.neighbors import BallTree

points, targets = (np.genfromtxt(f, delimiter=",", skip_header=1) for f in sys.argv[1:3])
points = points[:: int(sys.argv[3])]
began = time.process_time()
tree = BallTree(np.radians(targets[:, ::-1]), metric="haversine")
_, near = tree.query(np.radians(points[:, ::-1]), k=min(6, len(targets)))
def best(point, candidates):
    return min((Geodesic.WGS84.Inverse(point[1], point[0], targets[c, 1], targets[c, 0], Geodesic.DISTANCE)["s12"], int(c))
               for c in candidates)
found = [best(p, c) for p, c in zip(points, near)]
print(json.dumps({"seconds": time.process_time() - began, "distances": [d for d, _ in found], "targets": [t for _, t in found]}))
