import { confidenceBand, type FilterRule } from '@kianda/contract/models/filters/filter-types';
import {
  type FilterGrid,
  type FilterPoints,
  type FilterRegions,
  type FilterSummary,
  mostPoints,
} from '@kianda/contract/models/filters/filters.contract';
import { formatCount } from '@kianda/format';
import { distanceMeters, type Position, ports } from '@kianda/geo';
import { type CellLattice, cellCentre, regionsOf } from '@kianda/science/planning/cell-regions';
import { countOf, decimal, knownValues, percentText, whole } from './cells.rules.ts';
import type { Outcome } from './compute.types.ts';
import { cellConfidence, confidenceOf } from './confidence.rules.ts';

/** Regions that are drawn at most; of more the smallest stay in the grid alone. */
const mostRegions = 300;
const marker = { least: 4, most: 12 } as const;

export type FilterResult = {
  readonly summary: FilterSummary;
  readonly points: FilterPoints;
  readonly regions: FilterRegions;
  readonly grid: FilterGrid;
};

/** Points, polygons with their area, grid and figures of what a filter found. */
export function resultOf(outcome: Outcome, rule: FilterRule, now: Date): FilterResult {
  const { scored, lattice, asked, value, chosen, threshold, unit, valueName, method } = outcome;
  const confidence = confidenceOf({ scored, asked, value, rule, now });
  const regions = regionsOf(lattice, chosen);
  const { points, left, weak } = pointsOf(outcome, confidence.value, rule, now);
  const known = knownValues(value);
  const notes = [...outcome.notes];
  const extremes = extremesOf(known);
  if (countOf(chosen) === 0 && extremes.max !== null) {
    notes.push(
      `Nenhuma célula entra no resultado: o limiar é ${decimal(threshold, 3)}, e o valor mais alto ${decimal(extremes.max, 3)}.`,
    );
  }
  if (weak > 0) {
    notes.push(
      `${formatCount(weak, 'ponto ficou', 'pontos ficaram')} de fora por confiança abaixo de ${percentText(rule.minConfidence)}; os polígonos e a grelha não perdem nada. A confiança mínima muda-se na regra.`,
    );
  }
  if (left > 0)
    notes.push(
      `${formatCount(left, 'ponto ficou', 'pontos ficaram')} de fora: um resultado tem ${whole(mostPoints)} no máximo.`,
    );
  return {
    points,
    regions: featuresOf(lattice, regions.slice(0, mostRegions), value),
    grid: gridOf(outcome),
    summary: {
      ...{ modelType: scored.type, modelVersion: scored.version, algorithm: scored.algorithm },
      ...{ method, unit, valueName, threshold, confidence, chosenCells: countOf(chosen), regions: regions.length },
      areaKm2: regions.reduce((sum, { areaSquareMeters }) => sum + areaSquareMeters, 0) / 1e6,
      ...{ points: points.features.length, leftOut: left + weak },
      ...extremes,
      ...{ steps: [...outcome.steps], notes, sources: scored.sources.map(({ name }) => name) },
      isSimulated: scored.isSimulated,
    },
  };
}

function extremesOf(known: Float64Array) {
  if (known.length === 0) return { min: null, mean: null, max: null };
  const sum = known.reduce((total, one) => total + one, 0);
  return {
    min: known.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY),
    mean: sum / known.length,
    max: known.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY),
  };
}

function pointsOf(outcome: Outcome, confidence: number, rule: FilterRule, now: Date) {
  const { lattice, value, chosen, scored, noteOf } = outcome;
  const cells =
    outcome.places ??
    [...chosen.keys()].filter((cell) => chosen[cell] === 1).sort((a, b) => (value[b] ?? 0) - (value[a] ?? 0) || a - b);
  const sure = cells
    .map((cell) => ({ cell, confidence: cellConfidence(confidence, scored.novelty?.[cell]) }))
    .filter((one) => one.confidence >= rule.minConfidence);
  const shown = sure.slice(0, mostPoints);
  const values = shown.map(({ cell }) => value[cell] ?? 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const features = shown.map(({ cell, confidence: own }): FilterPoints['features'][number] => {
    const [longitude, latitude] = cellCentre(lattice, cell);
    const prediction = value[cell] ?? 0;
    const size = most > least ? (prediction - least) / (most - least) : 1;
    return {
      type: 'Feature',
      id: String(cell),
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: {
        ...{ point_id: `${scored.type}-${cell}`, prediction, confidence: own, latitude, longitude },
        ...{ area_name: areaName([longitude, latitude]), predicted_at: now.toISOString() },
        marker_size: marker.least + (marker.most - marker.least) * size,
        ...{ confidence_band: confidenceBand(own), note: noteOf?.(cell) ?? null },
      },
    };
  });
  return {
    points: { type: 'FeatureCollection' as const, features },
    left: sure.length - shown.length,
    weak: cells.length - sure.length,
  };
}

/** A place at sea is named after the nearest port. */
export function areaName(position: Position): string {
  const [nearest] = [...ports].sort(
    (a, b) => distanceMeters(a.position, position) - distanceMeters(b.position, position),
  );
  return nearest === undefined ? '' : `Ao largo de ${nearest.name}`;
}

export function featuresOf(
  lattice: CellLattice,
  regions: ReturnType<typeof regionsOf>,
  value: Float32Array,
): FilterRegions {
  return {
    type: 'FeatureCollection',
    features: regions.map(({ cells, geometry, areaSquareMeters }, place) => {
      const values = cells.map((cell) => value[cell] ?? Number.NaN).filter(Number.isFinite);
      const middle = cellCentre(lattice, cells[Math.floor(cells.length / 2)] ?? 0);
      return {
        type: 'Feature',
        id: String(place + 1),
        geometry: structuredClone(geometry) as FilterRegions['features'][number]['geometry'],
        properties: {
          ...{ areaKm2: areaSquareMeters / 1e6, cells: cells.length, area_name: areaName(middle) },
          mean: values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length,
          max: values.length === 0 ? 0 : Math.max(...values),
        },
      };
    }),
  };
}

function gridOf({ lattice, value, chosen }: Outcome): FilterGrid {
  const cells = [...value.keys()]
    .filter((cell) => Number.isFinite(value[cell]) || chosen[cell] === 1)
    .map((cell) => ({ cell, value: known(value[cell]), isChosen: chosen[cell] === 1 }));
  return { ...lattice, cells };
}

/** A cell may be chosen for what it holds although the score has no value there. */
const known = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : 0);
