import type { QueryOf } from '@kianda/contract';
import {
  type exportTemporal,
  mostExportedCells,
  type TemporalFileFormat,
} from '@kianda/contract/space/temporal/temporal.contract';
import {
  describeTemporal,
  type TemporalVariableDescription,
  type TemporalVariableId,
} from '@kianda/contract/space/temporal/temporal-variables';
import { dayMs, type Grid, gridPosition } from '@kianda/geo';
import { cog } from '../../../platform/formats/cog.ts';
import { netcdf } from '../../../platform/formats/netcdf.ts';
import type { Download } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { creditLines } from '../../ingestion/connectors/index.ts';
import type { OceanFrame } from '../../sea/ocean/index.ts';
import { framesRequired, periodOf, type TemporalContext } from './temporal.context.ts';
import { temporalTexts as texts } from './temporal.texts.ts';

/** Content of a file: the instants of one grid, oldest first, and what its sources ask for. */
type Stack = {
  readonly id: TemporalVariableId;
  readonly description: TemporalVariableDescription;
  readonly grid: Grid;
  readonly times: readonly Date[];
  readonly fields: readonly Float32Array[];
  /** Lines about the source, its state, licence and citation. */
  readonly notes: readonly string[];
};

const writers: Readonly<Record<TemporalFileFormat, (stack: Stack) => Uint8Array | Promise<Uint8Array>>> = {
  netcdf: netcdfOf,
  csv: csvOf,
  geotiff: geotiffOf,
};
const kinds = {
  netcdf: { contentType: 'application/x-netcdf', extension: 'nc' },
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv' },
  geotiff: { contentType: 'image/tiff; application=geotiff', extension: 'tif' },
} as const;

/** Dates of a variable in a file of the reader's choice. Throws `not_found` without dates, `export_too_large` for too many. */
export function temporalFiles({ frames, creditOf, clock }: TemporalContext) {
  return async (variable: TemporalVariableId, query: QueryOf<typeof exportTemporal>): Promise<Download> => {
    const description = describeTemporal(variable);
    const found = await frames.framesOf(framesRequired(description), periodOf(query, clock.nowMs()));
    const last = found.frames.at(-1);
    if (last === undefined) throw new AppError('not_found', { detail: `${description.name}: sem datas no período.` });
    // A provider may have changed its grid: a file has one.
    const alike = found.frames.filter(({ grid }) => JSON.stringify(grid) === JSON.stringify(last.grid));
    const cells = alike.length * last.grid.columns * last.grid.rows;
    const most = mostExportedCells[query.format];
    if (cells > most) throw new AppError('export_too_large', { detail: texts.tooLarge(cells, most) });
    const read: { frame: OceanFrame; values: Float32Array }[] = [];
    for (const frame of alike) {
      const values = await frames.cellsOf(frame);
      if (values !== null) read.push({ frame, values });
    }
    const origin = found.provenance.state === 'fallback' ? found.provenance.reason : found.provenance.source;
    const credits = found.connectorIds.map(creditOf).filter((credit) => credit !== null);
    const bytes = await writers[query.format]({
      ...{ id: variable, description, grid: last.grid },
      times: read.map(({ frame }) => frame.time),
      fields: read.map(({ values }) => values),
      notes: [
        `Origem: ${origin}${found.provenance.state === 'simulated' ? ' (SIMULADO)' : ''}`,
        ...creditLines(credits),
        `Exportado pela Kianda: ${new Date(clock.nowMs()).toISOString()}`,
      ],
    });
    const { contentType, extension } = kinds[query.format];
    const [first] = alike;
    const days = [first?.time, last.time].map((time) => time?.toISOString().slice(0, 10));
    return { bytes, contentType, fileName: `${variable}_${[...new Set(days)].join('_')}.${extension}` };
  };
}

const axisOf = (first: number, step: number, count: number) =>
  Float64Array.from({ length: count }, (_, index) => Number((first + index * step).toFixed(9)));

/** Units as the CF conventions read them. */
const standardUnits: Readonly<Record<string, string>> = {
  '°C': 'degree_Celsius',
  'mg/m³': 'mg m-3',
  'm/s': 'm s-1',
  'mg C/m²/dia': 'mg m-2 day-1',
};
const standardNames: Readonly<Partial<Record<TemporalVariableId, string>>> = {
  sst: 'sea_surface_temperature',
  chl_a: 'mass_concentration_of_chlorophyll_a_in_sea_water',
  npp: 'net_primary_productivity_of_biomass_expressed_as_carbon',
  wind: 'wind_speed',
};

function netcdfOf({ id, description, grid, times, fields, notes }: Stack): Uint8Array {
  const standardName = standardNames[id];
  const axis = { latitude: 'degrees_north', longitude: 'degrees_east' } as const;
  return netcdf({
    dimensions: { time: times.length, latitude: grid.rows, longitude: grid.columns },
    attributes: { Conventions: 'CF-1.10', title: description.name, institution: 'Kianda', source: notes.join('\n') },
    variables: [
      {
        ...{ name: 'time', dimensions: ['time'], values: Float64Array.from(times, (time) => time.getTime() / dayMs) },
        attributes: { units: 'days since 1970-01-01 00:00:00', calendar: 'standard', standard_name: 'time', axis: 'T' },
      },
      {
        ...{ name: 'latitude', dimensions: ['latitude'] },
        attributes: { units: axis.latitude, standard_name: 'latitude', axis: 'Y' },
        values: axisOf(grid.south, grid.latStepDegrees, grid.rows),
      },
      {
        ...{ name: 'longitude', dimensions: ['longitude'] },
        attributes: { units: axis.longitude, standard_name: 'longitude', axis: 'X' },
        values: axisOf(grid.west, grid.lonStepDegrees, grid.columns),
      },
      {
        ...{ name: id, dimensions: ['time', 'latitude', 'longitude'], values: fields },
        attributes: {
          units: standardUnits[description.units] ?? description.units,
          long_name: description.name,
          ...(standardName === undefined ? {} : { standard_name: standardName }),
          _FillValue: Number.NaN,
        },
      },
    ],
  });
}

/** One line a cell that has a value, its instant first. */
async function csvOf({ id, description, grid, times, fields, notes }: Stack): Promise<Uint8Array> {
  const head = [`${description.name} (${description.units})`, ...notes].map(
    (line) => `# ${line.replaceAll(/\s+/g, ' ')}`,
  );
  const places = Array.from({ length: grid.columns * grid.rows }, (_, index) => {
    const [lon, lat] = gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns));
    return `${Number(lon.toFixed(6))},${Number(lat.toFixed(6))}`;
  });
  const parts = [Buffer.from(`${[...head, `tempo,longitude,latitude,${id}`].join('\r\n')}\r\n`)];
  for (const [index, time] of times.entries()) {
    const instant = time.toISOString();
    const lines: string[] = [];
    fields[index]?.forEach((value, cell) => {
      if (!Number.isNaN(value)) lines.push(`${instant},${places[cell]},${Number(value.toPrecision(7))}\r\n`);
    });
    parts.push(Buffer.from(lines.join('')));
    // Other requests come between two dates.
    await new Promise((resume) => setImmediate(resume));
  }
  return Buffer.concat(parts);
}

function geotiffOf({ description, grid, times, fields }: Stack): Promise<Uint8Array> {
  const bands = times.map((time, index) => ({
    ...{ name: time.toISOString(), unit: description.units, kind: 'number' as const },
    values: fields[index] ?? new Float32Array(grid.columns * grid.rows).fill(Number.NaN),
  }));
  return cog(grid, bands);
}
