/** `node large-case.ts <case> [folder]`: one case on data of the largest size, in a process of its own; prints its seconds. */
import { join } from 'node:path';
import { seededRandom } from '@kianda/geo';
import type { InputData } from '../../apps/server/src/modules/space/spatial/compute/compute.types.ts';
import { runCompute } from '../../apps/server/src/modules/space/spatial/compute/run-compute.ts';
import { storeLayers } from '../../apps/server/src/modules/space/spatial/files/store-layers.ts';
import { readRaster } from '../../apps/server/src/modules/space/spatial/inputs/raster-file.service.ts';
import { setBuilder } from '../../apps/server/src/modules/space/spatial/inputs/set-builder.ts';
import { cog } from '../../apps/server/src/platform/formats/cog.ts';
import { toWkb } from '../../apps/server/src/platform/geometry/wkb.ts';
import { createFolderStorage } from '../../apps/server/src/platform/storage/folder.ts';
import { analysisParameters } from '../../packages/contract/src/space/spatial/analysis-types.ts';
import { getisOrd } from '../../packages/science/src/spatial/clusters/getis-ord.ts';
import { nearestWeights } from '../../packages/science/src/spatial/clusters/weights.ts';
import { leastCost } from '../../packages/science/src/spatial/costs/least-cost.ts';
import { scattered } from '../../packages/science/src/spatial/testing/scattered.ts';

const side = 10_000;
const points = 1_000_000;
const fileKey = 'atrito.tif';
const most = { mostCells: side * side, mostBytes: 2e9 };
/** Cells of 0.005°, the least that an analysis takes: 10,000 of them are 50°. */
const grid = {
  ...{ west: -19.9975, south: -39.9975, lonStepDegrees: 0.005, latStepDegrees: 0.005 },
  ...{ columns: side, rows: side },
};

/** Friction 1–11 in single precision, a tenth of the cells impassable. */
function frictionOf(): Float32Array {
  const random = seededRandom('large');
  const friction = new Float32Array(side * side);
  for (let cell = 0; cell < friction.length; cell += 1) {
    const value = 1 + 10 * random();
    friction[cell] = cell > 0 && random() < 0.1 ? Number.NaN : value;
  }
  return friction;
}

function drawn(...squares: readonly (readonly [lon: number, lat: number, side: number])[]): InputData {
  const builder = setBuilder('Desenho', { features: 10, vertices: 1_000 });
  for (const [lon, lat, length] of squares) {
    const [east, north] = [lon + length, lat + length];
    const ring: [number, number][] = [
      [lon, lat],
      [east, lat],
      [east, north],
      [lon, north],
      [lon, lat],
    ];
    builder.add(toWkb({ type: 'Polygon', coordinates: [ring] }), `${lon}`, {});
  }
  return builder.done().set;
}

const follow = { signal: new AbortController().signal, progress: () => undefined };

async function analysed(
  type: 'corridors' | 'hotspots',
  inputs: Readonly<Record<string, InputData>>,
  { folder, parameters }: { readonly folder: string; readonly parameters: object },
): Promise<void> {
  const task = { type, parameters: analysisParameters[type].parse(parameters), inputs, ...most };
  const moved = Object.values(inputs).flatMap((data) => (data.kind === 'raster' ? [data.values.buffer] : []));
  const computed = await runCompute(task, { ...follow, moved: moved.filter((one) => one instanceof ArrayBuffer) });
  const { layers } = await storeLayers(createFolderStorage({ folder }), 'largest', computed);
  for (const { id, count } of layers) {
    if (count === 0 && id !== 'hotspots') throw new Error(`the layer ${id} is empty`);
  }
}

const cases: Readonly<Record<string, (folder: string) => unknown>> = {
  cost: () => {
    const size = { system: 'planar', width: 1, height: 1 } as const;
    return leastCost({ columns: side, rows: side, friction: frictionOf(), size }, [0]).method;
  },
  hotspots: () => {
    const { x, y, values } = scattered(points, 'large');
    return getisOrd(values, nearestWeights({ system: 'planar', x, y }, 8)).method;
  },
  /** The file that the next case reads. */
  'friction-file': async (folder) => {
    const file = await cog(grid, [{ name: 'atrito', unit: null, values: frictionOf(), kind: 'number' }]);
    await createFolderStorage({ folder }).put(fileKey, file);
  },
  'corridor-analysis': async (folder) => {
    const storage = createFolderStorage({ folder });
    const sizeBytes = (await storage.stat(fileKey))?.sizeBytes ?? 0;
    const read = await readRaster(storage, { key: fileKey, sizeBytes, mostCells: side * side, band: 1 });
    const degrees = side * 0.005;
    const inputs = {
      friction: { kind: 'raster', title: 'Atrito', unit: '', grid: read.grid, values: read.values },
      area: drawn([-20, -40, degrees]),
      habitats: drawn([-20, -36, 0.2], [-20 + degrees - 0.2, -36, 0.2]),
    } as const;
    const parameters = { cell_degrees: 0.005, max_distance: 5_000_000, friction_sense: 'low', friction_max: 11 };
    await analysed('corridors', inputs, { folder, parameters });
  },
  'hotspot-analysis': async (folder) => {
    const builder = setBuilder('Pontos', { features: points, vertices: 100 * points });
    const { x, y, values } = scattered(points, 'large');
    for (let place = 0; place < points; place += 1) {
      const coordinates: [number, number] = [2 + (x[place] ?? 0) / 10, -16 + (y[place] ?? 0) / 10];
      builder.add(toWkb({ type: 'Point', coordinates }), `P${place}`, { valor: values[place] ?? 0 });
    }
    const parameters = { value_attribute: 'valor', neighbourhood: 'nearest', neighbour_count: 8 };
    await analysed('hotspots', { points: builder.done().set }, { folder, parameters });
  },
};

const [name = '', folder = join(import.meta.dirname, 'none')] = process.argv.slice(2);
const run = cases[name];
if (run === undefined) throw new RangeError(`case: received ${name}, expected ${Object.keys(cases).join(', ')}`);
const before = process.cpuUsage();
const begun = performance.now();
await run(folder);
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - begun) / 1000,
    processor: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }),
);
