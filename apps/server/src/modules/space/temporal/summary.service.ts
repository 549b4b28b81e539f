import { type Provenance, worstProvenance } from '@kianda/contract';
import type { MigrationTrack, TemporalRecord, TemporalStats } from '@kianda/contract/space/temporal/temporal.contract';
import {
  describeTemporal,
  type TemporalVariableId,
  temporalVariableIds,
} from '@kianda/contract/space/temporal/temporal-variables';
import { dayMs, type Position } from '@kianda/geo';
import type { OceanFrames } from '../../sea/ocean/index.ts';
import { seabedOf } from './seabed.service.ts';
import { originOfFrames, type TemporalContext } from './temporal.context.ts';
import { distancesAlong, habitatOf, resolutionOf } from './temporal.rules.ts';
import { temporalTexts as texts } from './temporal.texts.ts';

/** Fixes of an animal that its distance is measured on, and animals that are shown. */
const [mostFixes, mostAnimals] = [5_000, 60];

type Read = { readonly id: TemporalVariableId; readonly read: OceanFrames | null };
type Animals = Awaited<ReturnType<TemporalContext['tracks']['list']>>;

/** The six variables as they are stored now, their totals, and the tracks of animals. */
export function temporalSummaries(context: TemporalContext) {
  const { frames, tracks, clock } = context;

  async function read(days: number) {
    const to = new Date(clock.nowMs());
    const from = new Date(to.getTime() - days * dayMs);
    const [variables, animals] = await Promise.all([
      Promise.all(
        temporalVariableIds.map(async (id): Promise<Read> => {
          const origin = originOfFrames(describeTemporal(id));
          return { id, read: origin === null ? null : await frames.framesOf(origin, { from, to }) };
        }),
      ),
      tracks.list({
        ...{ west: -180, south: -90, east: 180, north: 90, maxFixes: mostFixes, limit: mostAnimals },
        ...{ from: from.toISOString(), to: to.toISOString() },
      }),
    ]);
    return { variables, animals };
  }

  return {
    async records(days: number) {
      const { variables, animals } = await read(days);
      const { depthAt } = await seabedOf(context);
      const records = variables.map(({ id, read: found }) => recordOf(id, found, animals));
      const value = {
        variables: records,
        tracks: animals.data.features.map((feature) => trackOf(feature, depthAt)),
        stats: statsOf(records, variables),
      };
      return { value, provenance: originOfAll(variables, animals) };
    },

    async summary() {
      const { variables, animals } = await read(366);
      const records = variables.map(({ id, read: found }) => recordOf(id, found, animals));
      const ends = spanOf(records);
      const value = {
        available_datasets: records.filter((one) => one.available_dates.length > 0).map((one) => one.variable_id),
        time_range: ends,
        animation_ready: records.some((one) => one.available_dates.length > 1),
      };
      return { value, provenance: originOfAll(variables, animals) };
    },
  };
}

/** The worst origin of what there is; what is missing says so by itself. */
function originOfAll(variables: readonly Read[], animals: Animals): Provenance {
  const known = [...variables.flatMap(({ read }) => (read === null ? [] : [read.provenance])), animals.provenance];
  const present = known.filter(({ state }) => state !== 'fallback');
  return worstProvenance(present.length === 0 ? known : present);
}

function recordOf(id: TemporalVariableId, found: OceanFrames | null, animals: Animals): TemporalRecord {
  const { name, units, colourScheme, resolution, area } = describeTemporal(id);
  const common = { variable_id: id, name, units, color_scheme: colourScheme };
  if (found === null) return { ...common, ...ofAnimals(animals) };
  const last = found.frames.at(-1);
  const current = last?.mean ?? null;
  const noCells = area === 'land' ? texts.noLand : texts.noZee;
  return {
    ...common,
    data_source: found.provider ?? texts.noSource,
    temporal_resolution: resolutionOf(
      found.frames.map(({ time }) => time.getTime()),
      resolution,
    ),
    available_dates: found.frames.map(({ time }) => time.toISOString()),
    ...{ current_value: current, min_value: last?.min ?? null, max_value: last?.max ?? null },
    coverage: found.frames.map(({ coverage }) => coverage),
    means: found.frames.map(({ mean }) => mean),
    reason: current !== null ? null : last !== undefined ? noCells : reasonOf(found.provenance),
  };
}

const reasonOf = (provenance: Provenance) => (provenance.state === 'fallback' ? provenance.reason : texts.noZee);

const nothing = { current_value: null, min_value: null, max_value: null } as const;

/** Days on which some animal was seen. */
function ofAnimals({ data, provenance }: Animals) {
  const times = data.features.flatMap(({ properties }) => properties.times);
  const days = [...new Set(times.map((time) => `${time.slice(0, 10)}T00:00:00.000Z`))].sort();
  const source = provenance.state === 'fallback' ? texts.noSource : provenance.source;
  return {
    ...{ data_source: source, temporal_resolution: 'variable' as const, ...nothing },
    ...{ available_dates: days, coverage: days.map(() => 1), means: days.map(() => null) },
    reason:
      days.length > 0
        ? texts.noUnitValue
        : reasonOf(provenance.state === 'fallback' ? provenance : { state: 'fallback', reason: texts.noTracks }),
  };
}

function spanOf(records: readonly TemporalRecord[]) {
  const dates = records.flatMap((one) => [one.available_dates[0], one.available_dates.at(-1)]);
  const known = dates.filter((date) => date !== undefined).sort();
  return { start: known[0] ?? null, end: known.at(-1) ?? null };
}

function statsOf(records: readonly TemporalRecord[], variables: readonly Read[]): TemporalStats {
  const { start, end } = spanOf(records);
  const cells = variables.flatMap(({ read }) => read?.frames ?? []);
  return {
    total_variables: records.length,
    active_animations: null,
    date_range_days: start === null || end === null ? null : Math.ceil((Date.parse(end) - Date.parse(start)) / dayMs),
    total_frames: records.reduce((sum, one) => sum + one.available_dates.length, 0),
    data_points: cells.reduce((sum, { coverage, zeeCells }) => sum + Math.round(coverage * zeeCells), 0),
    last_update: end,
  };
}

function trackOf(
  { id, geometry, properties }: Animals['data']['features'][number],
  depthAt: (position: Position) => number | null,
): MigrationTrack {
  const positions: readonly Position[] = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates;
  const kilometers = distancesAlong(positions).at(-1) ?? 0;
  const hours = (Date.parse(properties.lastFixAt) - Date.parse(properties.firstFixAt)) / 3_600_000;
  const habitats = positions.flatMap((position) => {
    const depth = depthAt(position);
    return depth === null ? [] : [habitatOf(depth)];
  });
  const counted = [...Map.groupBy(habitats, (name) => name)].sort(([, a], [, b]) => b.length - a.length);
  return {
    ...{ species_name: properties.taxon ?? '—', track_id: id, total_points: properties.fixes, distance_km: kilometers },
    ...{ start_date: properties.firstFixAt, end_date: properties.lastFixAt },
    average_speed_kmh: hours <= 0 ? null : kilometers / hours,
    habitat_types: counted.map(([name]) => name),
  };
}
