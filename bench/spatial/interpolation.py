# Kernel density and DBSCAN by scikit-learn, Voronoi by SciPy, zones by NumPy: the numbers beside which
# packages/science/src/spatial/interpolation stands. /usr/bin/python3 interpolation.py <points.csv: x,y,value> <targets.csv: x,y>
#   <bandwidth> <radius> <points> prints one line of JSON; areas of the Voronoi cells that are whole within 0–100, others null.
import json, sys, time
import numpy as np
from scipy.spatial import ConvexHull, Voronoi
from sklearn.cluster import DBSCAN
from sklearn.neighbors import KernelDensity

points, targets = (np.genfromtxt(f, delimiter=",", skip_header=1) for f in sys.argv[1:3])
bandwidth, radius, least = float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
began = time.process_time()
kernel = KernelDensity(bandwidth=bandwidth, kernel="gaussian", rtol=1e-15, atol=0).fit(points[:, :2])
density = len(points) * np.exp(kernel.score_samples(targets))
after = time.process_time()
labels = DBSCAN(eps=radius, min_samples=least).fit_predict(points[:, :2])
done = time.process_time()
voronoi = Voronoi(points[:, :2])
def area(region):
    corners = voronoi.vertices[region]
    return ConvexHull(corners).volume if region and -1 not in region and (corners >= 0).all() and (corners <= 100).all() else None
cells = [area(voronoi.regions[r]) for r in voronoi.point_region] if len(points) <= 1000 else []
zone = (points[:, 0] // 25).astype(int)
zones = [[int((zone == z).sum()), points[zone == z, 2].mean(), points[zone == z, 2].std(), float(np.median(points[zone == z, 2]))]
         for z in range(4)]
print(json.dumps({"densitySeconds": after - began, "density": density.tolist(), "clusterSeconds": done - after,
                  "labels": labels.tolist(), "voronoi": cells, "zones": zones}))
