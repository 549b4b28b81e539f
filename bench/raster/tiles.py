"""PNG tiles of a GeoTIFF by GDAL, as a tile server of GDAL makes them: read by window, warped, scaled, encoded; no HTTP.

Arguments: file, zoom, lowest and highest value, seconds, and the tiles as x,y.
"""
import json
import sys
import time

from osgeo import gdal

gdal.UseExceptions()
path, z, low, high, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])
tiles = [tuple(int(part) for part in tile.split(',')) for tile in sys.argv[6:]]
half = 20037508.342789244
side = 2 * half / 2 ** z
source = gdal.Open(path)


def tile(x, y):
    west, north = -half + x * side, half - y * side
    warped = gdal.Warp(
        '', source, format='MEM', width=256, height=256, dstSRS='EPSG:3857', resampleAlg='near',
        outputBounds=[west, north - side, west + side, north], dstNodata=float('nan'))
    gdal.Translate('/vsimem/tile.png', warped, format='PNG', outputType=gdal.GDT_Byte, scaleParams=[[low, high, 1, 255]])
    return gdal.VSIStatL('/vsimem/tile.png').size


tile(*tiles[0])
times = []
begun, used = time.perf_counter(), time.process_time()
while time.perf_counter() - begun < seconds:
    before = time.perf_counter()
    tile(*tiles[len(times) % len(tiles)])
    times.append(time.perf_counter() - before)
spent, used = time.perf_counter() - begun, time.process_time() - used
times.sort()
print(json.dumps({
    'version': gdal.__version__,
    'perSecond': len(times) / spent,
    'p97Ms': times[int(len(times) * 0.975)] * 1000,
    'processorMs': used / len(times) * 1000,
}))
