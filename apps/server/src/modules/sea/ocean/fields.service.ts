import type { Sourced } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import {
  type FieldGrid,
  type FieldSlice,
  type FieldVariable,
  fieldVariables,
} from '@kianda/contract/sea/ocean/ocean.contract';
import { gridIndex, gridNearest, isInZee, type Position } from '@kianda/geo';
import { packInt16 } from '../../../platform/formats/int16.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { FieldStore } from './field-store/field-store.ts';
import { thin } from './grid-thinning.rules.ts';
import { missing, noField, noFields, type OceanContext } from './ocean.context.ts';
import type { SliceRow } from './ocean.types.ts';
import { originOf, withOrigin } from './origins.service.ts';
import { evenlySpread } from './series.rules.ts';
import { gridOf } from './slice-grid.rules.ts';
import type { zeeFigures } from './zee-figures.service.ts';

const dayMs = 86_400_000;
const variableNames = Object.keys(fieldVariables) as FieldVariable[];

type NewestSlices = Pick<ReturnType<typeof zeeFigures>, 'newestSlice'>;

/** Stored fields: their list, their cells, and their values at one position. */
export function fieldReading(context: OceanContext, figures: NewestSlices) {
  const { repository, fields, provenanceOf, providerOf, clock } = context;

  return {
    async fieldList(query: {
      variable?: FieldVariable | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit: number;
    }) {
      const rows = await repository.slices({
        limit: query.limit,
        ...(query.variable === undefined ? {} : { variable: query.variable }),
        ...(query.from === undefined ? {} : { from: new Date(query.from) }),
        ...(query.to === undefined ? {} : { to: new Date(query.to) }),
      });
      return withOrigin(
        rows.filter(isServed).map((row) => sliceOf(row, providerOf)),
        rows,
        provenanceOf,
        () => (query.variable === undefined ? noFields(context) : noField(context, query.variable)),
      );
    },

    /** Grid of the newest field at or before `time`. Throws `not_found` when there is none. */
    async grid(variable: FieldVariable, time: string | undefined, stride: number): Promise<Sourced<FieldGrid>> {
      const row = await repository.sliceAt(variable, time === undefined ? new Date(clock.nowMs()) : new Date(time));
      const values = row === undefined ? null : await fields.read(row);
      if (row === undefined || values === null) {
        throw new AppError('not_found', {
          detail:
            row === undefined && time === undefined
              ? await noField(context, variable)
              : `Não há campo de ${fieldVariables[variable].label} para a data pedida.`,
        });
      }
      const thinned = thin(gridOf(row), values, stride);
      const { scale, offset, base64 } = packInt16(thinned.values);
      return {
        value: {
          slice: sliceOf(row, providerOf),
          ...thinned.grid,
          encoding: 'int16-base64',
          scale,
          offset,
          values: base64,
        },
        provenance: await originOf(row, provenanceOf),
      };
    },

    point: (position: Position, variable: FieldVariable, days: number) =>
      pointValues({ ...context, ...figures }, position, variable, days),
  };
}

/** All variables at a position now, and one of them over the last days. */
async function pointValues(
  context: OceanContext & NewestSlices,
  position: Position,
  variable: FieldVariable,
  days: number,
) {
  const { repository, fields, clock } = context;
  const newest = await Promise.all(variableNames.map(context.newestSlice));
  const values = await Promise.all(
    variableNames.map(async (name, index) => {
      const slice = newest[index];
      const value = slice == null ? null : await cellAt(fields, slice.row, position);
      return {
        variable: name,
        value,
        unit: fieldVariables[name].unit,
        time: slice == null ? null : slice.row.observed_at.toISOString(),
      };
    }),
  );
  const rows = await repository.slices({ variable, from: new Date(clock.nowMs() - days * dayMs), limit: mostInstants });
  const points = await Promise.all(
    evenlySpread(rows, mostPoints)
      .toReversed()
      .map(async (row) => ({ time: row.observed_at.toISOString(), value: await cellAt(fields, row, position) })),
  );
  const value = {
    lon: position[0],
    lat: position[1],
    insideZee: isInZee(position),
    values,
    series: { variable, unit: fieldVariables[variable].unit, points },
  };
  const provenances = newest.filter((slice) => slice !== null).map((slice) => slice.provenance);
  return {
    value,
    provenance: provenances.length === 0 ? missing(await noFields(context)) : worstProvenance(provenances),
  };
}

/** Instants of a year of hours: their rows are small, the cells of each are a file. */
const mostInstants = 9_000;
const mostPoints = 1_000;

async function cellAt(fields: FieldStore, row: SliceRow, position: Position): Promise<number | null> {
  const grid = gridOf(row);
  const cell = gridNearest(grid, position);
  const index = cell === null ? null : gridIndex(grid, cell.column, cell.row);
  if (index === null) return null;
  const value = (await fields.read(row))?.[index];
  return value === undefined || Number.isNaN(value) ? null : value;
}

function isServed(row: SliceRow): boolean {
  return row.variable in fieldVariables;
}

function sliceOf(row: SliceRow, providerOf: (connectorId: string) => string): FieldSlice {
  return {
    variable: row.variable as FieldVariable,
    dataset: row.dataset,
    provider: providerOf(row.connector_id),
    unit: row.unit,
    time: row.observed_at.toISOString(),
    depthMeters: row.depth_meters,
    zeeMean: row.zee_mean,
    zeeMedian: row.zee_median,
    zeeMin: row.zee_min,
    zeeMax: row.zee_max,
    coverage: row.coverage,
  };
}
