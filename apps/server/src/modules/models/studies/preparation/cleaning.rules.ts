import type { RecordReason, StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import { distanceMeters, isAtSea, isInZee, type Position, seededRandom } from '@kianda/geo';
import { quantileOfSorted } from '@kianda/science/models/shared/statistics';
import type { SpeciesOccurrence } from '../../../sea/biodiversity/index.ts';
import type { LearningColumn } from '../../models/index.ts';
import { areaCentres } from './area-centres.ts';

type Cleaning = StudyParameters['cleaning'];

/** A record with the first filter that took it; null: kept. */
export type JudgedRecord = {
  readonly record: SpeciesOccurrence;
  readonly reason: RecordReason | null;
  readonly detail: string | null;
};

export type Surroundings = {
  readonly cleaning: Cleaning;
  readonly seed: number;
  /** The chosen variables at positions. */
  columnsAt(positions: readonly Position[]): readonly LearningColumn[];
};

/** Quartiles of fewer values say nothing of what is usual. */
const leastForOutliers = 10;
const metresPerKilometre = 1_000;

const at = ({ longitude, latitude }: SpeciesOccurrence): Position => [longitude, latitude];
const written = (value: number) => value.toLocaleString('pt-PT', { maximumFractionDigits: 2 });

type Taken = { readonly reason: RecordReason; readonly detail: string };

/** All records, each with the first filter that took it: those of single records first, then outliers, then thinning. */
export function cleanRecords(records: readonly SpeciesOccurrence[], around: Surroundings): readonly JudgedRecord[] {
  const seen = new Map<string, string>();
  const taken: (Taken | null)[] = records.map((record) => judgedAlone(record, seen, around.cleaning));
  const left = () =>
    records
      .keys()
      .filter((place) => taken[place] === null)
      .toArray();
  takeByEnvironment(records, taken, { places: left(), around });
  takeByThinning(records, taken, { places: left(), around });
  return records.map((record, place) => {
    const { reason, detail } = taken[place] ?? { reason: null, detail: null };
    return { record, reason, detail };
  });
}

function judgedAlone(record: SpeciesOccurrence, seen: Map<string, string>, cleaning: Cleaning): Taken | null {
  const position = at(record);
  const [lon, lat] = position;
  const isNowhere = !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90) || (lon === 0 && lat === 0);
  if (isNowhere) return { reason: 'no_coordinate', detail: `Coordenadas ${written(lon)}, ${written(lat)}` };
  if (cleaning.duplicates) {
    const twin = twinOf(record, seen);
    if (twin !== null) return { reason: 'duplicate', detail: `A mesma observação que ${twin}` };
  }
  if (cleaning.land && (record.flags.includes('ON_LAND') || !isAtSea(position))) {
    const who = isAtSea(position) ? 'A fonte assinala-o em terra' : 'A leste da linha de costa';
    return { reason: 'on_land', detail: who };
  }
  if (!isInZee(position)) return { reason: 'outside', detail: 'Fora dos limites da ZEE' };
  const decimals = Math.max(decimalsOf(lon), decimalsOf(lat));
  if (decimals < cleaning.leastDecimals) {
    return { reason: 'imprecise', detail: `${decimals} casas decimais; são precisas ${cleaning.leastDecimals}` };
  }
  const reach = cleaning.centroidKilometres * metresPerKilometre;
  const centre = areaCentres.find((one) => reach > 0 && distanceMeters(position, one.position) <= reach);
  return centre === undefined
    ? null
    : { reason: 'centroid', detail: `A menos de ${written(cleaning.centroidKilometres)} km de ${centre.name}` };
}

/** The record of the same observation that counts already; this one counts from now on where there is none. */
function twinOf(record: SpeciesOccurrence, seen: Map<string, string>): string | null {
  const { duplicateOf, longitude, latitude, date, depth, source, sourceId } = record;
  if (duplicateOf !== null) return duplicateOf;
  const key = [longitude.toFixed(5), latitude.toFixed(5), date ?? '', depth ?? ''].join(' ');
  const twin = seen.get(key);
  if (twin === undefined) seen.set(key, `${source.toUpperCase()} ${sourceId}`);
  return twin ?? null;
}

function decimalsOf(value: number): number {
  const text = String(value);
  // Such a small number has more decimals than anyone asks for.
  if (text.includes('e')) return 9;
  return text.split('.')[1]?.length ?? 0;
}

type Choice = { readonly places: readonly number[]; readonly around: Surroundings };

/** Takes records without values of the sea, and those whose values lie far from the others'. */
function takeByEnvironment(
  records: readonly SpeciesOccurrence[],
  taken: (Taken | null)[],
  { places, around }: Choice,
): void {
  const columns = around.columnsAt(places.flatMap((place) => records[place] ?? []).map(at));
  const known: number[] = [];
  places.forEach((place, row) => {
    const missing = columns.find(({ values }) => !Number.isFinite(values[row] ?? Number.NaN));
    if (missing === undefined) known.push(row);
    else taken[place] = { reason: 'no_environment', detail: `${missing.label}: sem valor neste lugar` };
  });
  const { outlierRanges } = around.cleaning;
  if (outlierRanges === 0 || known.length < leastForOutliers) return;
  for (const { label, unit, values } of columns) {
    const sorted = Float64Array.from(known, (row) => values[row] ?? 0).sort();
    const [low, high] = [quantileOfSorted(sorted, 0.25), quantileOfSorted(sorted, 0.75)];
    const reach = outlierRanges * (high - low);
    for (const row of known) {
      const [value, place] = [values[row] ?? 0, places[row] ?? 0];
      if (taken[place] !== null || (value >= low - reach && value <= high + reach)) continue;
      const told = `${label} ${written(value)}${unit === null ? '' : ` ${unit}`}`;
      taken[place] = {
        reason: 'outlier',
        detail: `${told}; o usual é ${written(low - reach)} a ${written(high + reach)}`,
      };
    }
  }
}

/** Takes records that stand too near another one that is kept; which stays is drawn by the seed. */
function takeByThinning(records: readonly SpeciesOccurrence[], taken: (Taken | null)[], { places, around }: Choice) {
  const { thinning, thinningCellDegrees, thinningKilometres } = around.cleaning;
  if (thinning === 'none') return;
  const kept: Position[] = [];
  const cells = new Set<string>();
  const cellOf = ([lon, lat]: Position) =>
    `${Math.floor(lon / thinningCellDegrees)} ${Math.floor(lat / thinningCellDegrees)}`;
  const reach = thinningKilometres * metresPerKilometre;
  for (const place of drawn(places, around.seed)) {
    const record = records[place];
    if (record === undefined) continue;
    const position = at(record);
    const isTaken =
      thinning === 'cell' ? cells.has(cellOf(position)) : kept.some((one) => distanceMeters(one, position) < reach);
    if (!isTaken) {
      kept.push(position);
      cells.add(cellOf(position));
      continue;
    }
    const detail =
      thinning === 'cell'
        ? `Há outro registo na célula de ${written(thinningCellDegrees)}°`
        : `Há outro registo a menos de ${written(thinningKilometres)} km`;
    taken[place] = { reason: 'thinned', detail };
  }
}

/** The same places in an order that the seed draws. */
export function drawn<T>(places: readonly T[], seed: number | string): T[] {
  const random = seededRandom(seed);
  const order = [...places];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const place = Math.floor(random() * (last + 1));
    const kept = order[last] as T;
    order[last] = order[place] as T;
    order[place] = kept;
  }
  return order;
}
