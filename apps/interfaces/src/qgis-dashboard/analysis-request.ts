import { type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { type AnalysisInputs, type InputReference, inputRolesOf } from '@kianda/contract/space/spatial/analysis-inputs';
import { type AnalysisType, usualCriteria } from '@kianda/contract/space/spatial/analysis-types';
import { angolaBbox, type Bbox } from '@kianda/geo';

/** Box of a region within the waters of Angola. */
export function regionBox(region: OceanRegion): Bbox {
  const [west, south, east, north] = angolaBbox;
  const { south: from, north: to } = oceanRegions[region];
  return [west, Math.max(south, from), east, Math.min(north, to)];
}

/**
 * Inputs that keep an analysis to a region: the box on each collection that it usually takes, and the area that it is
 * computed in. Null where a kind of analysis takes neither, and is always of all there is.
 */
export function inputsFor(type: AnalysisType, region: OceanRegion): AnalysisInputs | null {
  if (region === 'zee') return {};
  const box = regionBox(region);
  const roles = Object.entries(inputRolesOf(type, criteriaOf(type)));
  const inputs = roles.flatMap(([role, { usual }]): [string, InputReference][] => {
    // A buffer's area is only for cutting its outline: its places are chosen by the box.
    if (role === 'area' && type !== 'buffer') return [[role, drawnBox(box)]];
    return usual?.kind === 'collection' ? [[role, { ...usual, bbox: [...box] }]] : [];
  });
  return inputs.length === 0 ? null : Object.fromEntries(inputs);
}

const criteriaOf = (type: AnalysisType) =>
  type === 'mcda' ? usualCriteria.map(({ input, label, measure = 'value' }) => ({ input, label, measure })) : [];

function drawnBox([west, south, east, north]: Bbox): InputReference {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as [number, number][];
  return {
    kind: 'drawing',
    geojson: {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} }],
    },
  };
}

/** A file name as a person wrote it, without what no file system takes, and with its ending. */
export function fileNameOf(written: string, ending: string): string {
  const plain = written
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  const name = plain === '' ? 'kianda' : plain;
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
}
