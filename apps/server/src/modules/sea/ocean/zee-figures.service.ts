import type { Provenance, Sourced } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { noField, type OceanContext, unknownFigure } from './ocean.context.ts';
import type { OceanRepository } from './ocean.repository.ts';
import type { SliceRow } from './ocean.types.ts';
import { originOf, withOrigin } from './origins.service.ts';
import { gridOf } from './slice-grid.rules.ts';
import { fieldSources, landVariables } from './sources.rules.ts';
import { zeeCurrent } from './zee-statistics.rules.ts';

const dayMs = 86_400_000;
const seaVariables = Object.keys(fieldVariables).filter((variable) => !landVariables.includes(variable));

/** Figures of fields over the ZEE, each with its origin. */
export function zeeFigures(context: OceanContext) {
  const { repository, fields, provenanceOf, clock } = context;

  async function newestSlice(variable: FieldVariable): Promise<{ row: SliceRow; provenance: Provenance } | null> {
    const row = await repository.sliceAt(variable, new Date(clock.nowMs()));
    return row === undefined ? null : { row, provenance: await originOf(row, provenanceOf) };
  }

  /** Area-weighted mean (or median) of the newest field over the ZEE. */
  async function zeeFigure(variable: FieldVariable, statistic: 'mean' | 'median'): Promise<Sourced<number | null>> {
    const slice = await newestSlice(variable);
    if (slice === null) return unknownFigure(await noField(context, variable));
    const value = statistic === 'mean' ? slice.row.zee_mean : slice.row.zee_median;
    const clouded = 'Sem células válidas na ZEE nesta data (nuvens ou falha do satélite).';
    return { value, provenance: slice.provenance, ...(value === null ? { missingReason: clouded } : {}) };
  }

  /**
   * Over the ZEE, the mean speed (m/s), and the mean vector by its length (m/s) and direction (degrees towards): currents
   * that run against each other are fast, and yet carry nothing away.
   */
  async function current(): Promise<Readonly<Record<'speed' | 'vectorSpeed' | 'direction', Sourced<number | null>>>> {
    const pair = await newestCurrents(repository, new Date(clock.nowMs()));
    if (pair === null) {
      const none = unknownFigure(
        await context.absenceOf({ subject: 'Sem campos de correntes', sources: [fieldSources.currentEast] }),
      );
      return { speed: none, vectorSpeed: none, direction: none };
    }
    const { east, north } = pair;
    const provenance = worstProvenance(await Promise.all([east, north].map((row) => originOf(row, provenanceOf))));
    const [u, v] = await Promise.all([fields.read(east), fields.read(north)]);
    const mean = u === null || v === null ? null : zeeCurrent(gridOf(east), u, v);
    const missingReason =
      u === null || v === null
        ? 'O ficheiro do campo de correntes não está no armazenamento.'
        : 'Sem células válidas na ZEE nesta data.';
    const sourced = (value: number | null): Sourced<number | null> => ({
      value,
      provenance,
      ...(value === null ? { missingReason } : {}),
    });
    return {
      speed: sourced(mean?.speed ?? null),
      vectorSpeed: sourced(mean?.vectorSpeed ?? null),
      direction: sourced(mean?.directionDegrees ?? null),
    };
  }

  return {
    zeeFigure,
    current,
    newestSlice,

    async zeeSeries(variable: FieldVariable, days: number) {
      const rows = await repository.slices({ variable, from: new Date(clock.nowMs() - days * dayMs), limit: 4000 });
      const points = rows.toReversed().map((row) => ({
        time: row.observed_at.toISOString(),
        mean: row.zee_mean,
        median: row.zee_median,
        min: row.zee_min,
        max: row.zee_max,
      }));
      return withOrigin({ variable, unit: fieldVariables[variable].unit, points }, rows, provenanceOf, () =>
        noField(context, variable),
      );
    },

    ...coverageOfDays(repository, clock),
  };
}

/** How much of the last days there is of a variable. */
function coverageOfDays(repository: OceanRepository, clock: OceanContext['clock']) {
  return {
    /** Variables of the sea with a field of the last `days` days, of all that have any. */
    variablesSince: (days: number) => {
      const now = clock.nowMs();
      return repository.variablesIn(seaVariables, new Date(now - days * dayMs), new Date(now));
    },

    /** Share (0–100) of the values that the last `days` should have over the ZEE: a day without a field has none of its own. */
    async completeness(variable: FieldVariable, days: number): Promise<number> {
      const rows = await repository.slices({ variable, from: new Date(clock.nowMs() - days * dayMs), limit: 4000 });
      const best = new Map<string, number>();
      for (const row of rows) {
        const day = row.observed_at.toISOString().slice(0, 10);
        best.set(day, Math.max(best.get(day) ?? 0, row.coverage));
      }
      return Math.min(100, (100 * [...best.values()].reduce((sum, share) => sum + share, 0)) / days);
    },

    /** Share (0–100) of the last `days` that have a field of the variable. */
    async temporalCoverage(variable: FieldVariable, days: number): Promise<number> {
      const rows = await repository.slices({ variable, from: new Date(clock.nowMs() - days * dayMs), limit: 4000 });
      const found = new Set(rows.map((row) => row.observed_at.toISOString().slice(0, 10)));
      return Math.min(100, (100 * found.size) / days);
    },
  };
}

/** Newest eastward and northward components of one instant; null when there is no such pair. */
async function newestCurrents(
  repository: OceanRepository,
  now: Date,
): Promise<{ east: SliceRow; north: SliceRow } | null> {
  let notAfter = now;
  // One component may have come without the other: the second look is at the older instant of the two.
  for (let look = 0; look < 2; look += 1) {
    const [east, north] = await Promise.all([
      repository.sliceAt('currentEast', notAfter),
      repository.sliceAt('currentNorth', notAfter),
    ]);
    if (east === undefined || north === undefined) return null;
    if (east.observed_at.getTime() === north.observed_at.getTime()) return { east, north };
    notAfter = new Date(Math.min(east.observed_at.getTime(), north.observed_at.getTime()));
  }
  return null;
}
