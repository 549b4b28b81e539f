# Least cost by scikit-image and GRASS, circuits by SciPy: the numbers beside which packages/science/src/spatial/costs stands.
# /usr/bin/python3 costs.py <friction.bin: float64 by rows, NaN impassable> <columns> <rows> <from> <to>
#   skimage 4|8 | grass 8|16 | circuit 4|8 <out.bin> writes float64 by cell and prints one line of JSON.
import json, os, subprocess, sys, tempfile, time
import numpy as np

file, columns, rows, start, end, program, neighbours, out = sys.argv[1:9]
columns, rows, start, end, neighbours = (int(x) for x in (columns, rows, start, end, neighbours))
friction = np.fromfile(file).reshape(rows, columns)

def skimage():
    from skimage.graph import MCP_Geometric
    began = time.process_time()
    costs, _ = MCP_Geometric(np.where(np.isnan(friction), -1, friction), fully_connected=neighbours == 8).find_costs(
        [divmod(start, columns)])
    return costs, time.process_time() - began, {}

def grass():
    with tempfile.TemporaryDirectory() as folder:
        np.where(np.isnan(friction), -9999, friction).tofile(folder + "/in.bin")
        knight = "-k" if neighbours == 16 else ""
        row, column = divmod(start, columns)
        # Rows of GRASS run from north to south, as the file does; its cells are 1 wide.
        script = f"""set -e
g.region n={rows} s=0 e={columns} w=0 res=1 -o 2>/dev/null || g.region n={rows} s=0 e={columns} w=0 res=1
r.in.bin -d input={folder}/in.bin output=f bytes=8 north={rows} south=0 east={columns} west=0 rows={rows} cols={columns} anull=-9999 --q
t=$(date +%s.%N)
r.cost {knight} input=f output=c start_coordinates={column + .5},{rows - row - .5} memory=4000 --q
echo $(date +%s.%N) $t > {folder}/time
r.out.bin input=c output={folder}/out.bin bytes=8 null=-1 --q
"""
        open(folder + "/run.sh", "w").write(script)
        subprocess.run(["grass", "--text", "-c", "XY", folder + "/loc", "--exec", "sh", folder + "/run.sh"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after, before = open(folder + "/time").read().split()
        costs = np.fromfile(folder + "/out.bin").reshape(rows, columns)
        return np.where(costs < 0, np.inf, costs), float(after) - float(before), {}

def circuit():
    from scipy.sparse import coo_matrix
    from scipy.sparse.linalg import spsolve
    began = time.process_time()
    index = np.arange(rows * columns).reshape(rows, columns)
    pairs = [(index[:, :-1], index[:, 1:], 1), (index[:-1], index[1:], 1)]
    if neighbours == 8:
        pairs += [(index[:-1, :-1], index[1:, 1:], 2 ** .5), (index[:-1, 1:], index[1:, :-1], 2 ** .5)]
    flat, a, b, g = friction.ravel(), [], [], []
    for one, other, length in pairs:
        one, other = one.ravel(), other.ravel()
        known = ~np.isnan(flat[one] + flat[other])
        a.append(one[known]); b.append(other[known]); g.append(2 / (length * (flat[one] + flat[other])[known]))
    a, b, g = (np.concatenate(x) for x in (a, b, g))
    n = rows * columns
    from scipy.sparse.csgraph import connected_components
    graph = coo_matrix((g, (a, b)), (n, n))
    _, label = connected_components(graph, directed=False)
    inside = np.flatnonzero((label == label[start]) & (np.arange(n) != end))
    laplacian = coo_matrix((np.concatenate([g, g, -g, -g]), (np.concatenate([a, b, a, b]), np.concatenate([a, b, b, a]))), (n, n)).tocsc()
    right = np.zeros(n); right[start] = 1
    volts = np.zeros(n)
    volts[inside] = spsolve(laplacian[inside][:, inside], right[inside])
    flow = np.abs(g * (volts[a] - volts[b])) / 2
    current = np.bincount(a, flow, n) + np.bincount(b, flow, n)
    current[[start, end]] += .5
    current[label != label[start]] = np.nan
    return current, time.process_time() - began, {"resistance": volts[start]}

values, seconds, more = {"skimage": skimage, "grass": grass, "circuit": circuit}[program]()
np.asarray(values, float).tofile(out)
print(json.dumps({"seconds": seconds, **more}))
