import type { DataOf } from '@kianda/contract';
import type { ChartId, fieldChart } from '@kianda/contract/ingestion/field/field.contract';
import {
  type Bbox,
  bboxContains,
  bboxIntersects,
  bboxOfGeometry,
  clipLine,
  clipRing,
  fishingSectors,
  fishingZones,
  ports,
  shoreLand,
  zee,
  zeeNotice,
} from '@kianda/geo';
import type { RegistryCopy } from '../../fleet/surveillance/index.ts';

export type Chart = DataOf<typeof fieldChart>;

/** Sea and shore beyond the outermost line of a sector, degrees. */
const margin = 0.2;
/** Decimals of a degree: 11 m, finer than a screen shows. */
const decimals = 4;

/** The chart of a sector, with the areas that the registry has there. */
export function chartOf(id: ChartId, areas: RegistryCopy['areas']): Chart {
  const sector = fishingSectors.find((one) => one.sector === id);
  if (sector === undefined) throw new Error(`no fishing sector ${id}`);
  const zones = fishingZones.filter((zone) => zone.sector === id);
  const bbox = boxOf(zones.map(({ geometry }) => bboxOfGeometry(geometry)));
  const chart = {
    ...{ id, name: sector.label, bbox, notice: zeeNotice },
    land: shoreLand.map((ring) => clipRing(ring, bbox)).filter(({ length }) => length > 0),
    limit: zee.coordinates.flatMap((rings) => rings.flatMap((ring) => clipLine(ring, bbox))),
    zones: zones.map(({ name, geometry }) => ({ name, geometry })),
    areas: areas.filter(({ geometry }) => {
      const box = bboxOfGeometry(geometry);
      return box !== null && bboxIntersects(box, bbox);
    }),
    ports: ports
      .filter(({ position }) => bboxContains(bbox, position))
      .map(({ name, position: [lon, lat] }) => ({ name, lon, lat })),
  };
  return JSON.parse(JSON.stringify(chart, rounded)) as Chart;
}

function boxOf(boxes: readonly (Bbox | null)[]): [number, number, number, number] {
  const known = boxes.filter((box) => box !== null);
  const edge = (of: (box: Bbox) => number, pick: (...values: number[]) => number) => pick(...known.map(of));
  return [
    edge(([west]) => west, Math.min) - margin,
    edge(([, south]) => south, Math.min) - margin,
    edge(([, , east]) => east, Math.max) + margin,
    edge(([, , , north]) => north, Math.max) + margin,
  ];
}

const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(decimals)) : value);

/** Bytes that a phone needs for it. */
export const bytesOf = (chart: Chart): number => Buffer.byteLength(JSON.stringify(chart));
