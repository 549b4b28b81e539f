# Connectivity by igraph, each index anew without each patch and link: the numbers beside which
# packages/science/src/spatial/networks stands. /usr/bin/python3 networks.py <areas.csv> <links.csv: from,to,length> iic|pc
#   <length at which the chance is 0.5> <every: 1 removes each patch and link, 50 each 50th, 0 none> prints one line of JSON.
import json, sys, time
import igraph, numpy as np

areas = np.genfromtxt(sys.argv[1], delimiter=",", skip_header=1)
table = np.genfromtxt(sys.argv[2], delimiter=",", skip_header=1).reshape(-1, 3)
index, half, every = sys.argv[3], float(sys.argv[4]), int(sys.argv[5])
graph = igraph.Graph(n=len(areas), edges=table[:, :2].astype(int).tolist())
graph.es["w"] = np.ones(len(table)) if index == "iic" else np.log(2) * table[:, 2] / half
graph.vs["a"] = areas

def numerator(g):
    d = np.array(g.distances(weights="w"))
    share = 1 / (1 + d) if index == "iic" else np.exp(-d)
    a = np.array(g.vs["a"])
    return float(a @ share @ a)

began = time.process_time()
whole = numerator(graph)
base = time.process_time() - began
def without(delete, count):
    lost = []
    for one in range(0, count, every):
        g = graph.copy()
        delete(g, one)
        lost.append(100 * (whole - numerator(g)) / whole)
    return lost
patches = without(lambda g, one: g.delete_vertices(one), len(areas)) if every else []
links = without(lambda g, one: g.delete_edges(one), len(table)) if every == 1 else []
print(json.dumps({"seconds": time.process_time() - began, "base": base, "numerator": whole, "patches": patches, "links": links}))
