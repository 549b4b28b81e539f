import { recordReasons } from '@kianda/contract/models/studies/study-parameters';
import type { StudyRecord } from '@kianda/contract/models/studies/study-results';
import { gridPosition } from '@kianda/geo';
import { createCache } from '../../../platform/cache/cache.ts';
import { packInt16 } from '../../../platform/formats/int16.ts';
import { readBands } from '../../../platform/formats/read-bands.ts';
import type { Download } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { createPreviews } from './preparation/previews.service.ts';
import { createReports } from './report/report.service.ts';
import type { StudyActor, StudyContext } from './studies.context.ts';
import type { Studies } from './studies.service.ts';
import type { RunRow, StudyMapRow } from './studies.tables.ts';

const hourMs = 3_600_000;
/** Two layers of the ZEE are 64 kB. */
const heldRasters = 20;
const digits = 6;

type Parts = { readonly studies: Studies; readonly previews: ReturnType<typeof createPreviews> };

/** Files of studies: maps, models, records and tables. */
export function createStudyFiles(context: StudyContext, { studies, previews }: Parts) {
  const { repository, platform } = context;
  const rasters = createCache<readonly Float32Array[]>({
    ...{ name: 'studies/maps', clock: platform.clock, maxEntries: heldRasters },
    ...{ ttlMs: hourMs, maxStaleMs: hourMs },
  });

  async function rowOf(id: string): Promise<StudyMapRow> {
    const row = await repository.map(id);
    if (row === undefined) throw new AppError('not_found', { detail: 'Não existe este mapa.' });
    return row;
  }

  async function stored(key: string): Promise<Uint8Array> {
    const bytes = await platform.storage.get(key);
    if (bytes === null)
      throw new AppError('unavailable', { detail: 'O ficheiro deste mapa não está no armazenamento.' });
    return bytes;
  }

  const bandsOf = async (row: StudyMapRow) =>
    (await rasters.get(row.id, async () => readBands(await stored(row.file_key)))).value;
  const report = createReports(context, { studies, previews, bandsOf });

  return {
    /** A layer for the screen, and whether it came from a simulator. */
    async grid(id: string, band: 'value' | 'novelty') {
      const row = await rowOf(id);
      const [value, novelty] = await bandsOf(row);
      const { base64, scale, offset } = packInt16((band === 'value' ? value : novelty) ?? new Float32Array(0));
      const packed = { encoding: 'int16-base64' as const, scale, offset, values: base64 };
      return { isSimulated: row.is_simulated, grid: { ...gridOf(row), ...packed } };
    },

    async map(id: string, format: 'tif' | 'csv' | 'geojson' | 'model'): Promise<Download> {
      const row = await rowOf(id);
      const study = await studies.find(row.study_id);
      const fileName = `${fileStem(study.species)}-mapa.${format === 'model' ? 'json' : format}`;
      if (format === 'tif') return { bytes: await stored(row.file_key), contentType: 'image/tiff', fileName };
      if (format === 'model') return { bytes: await stored(row.model_key), contentType: 'application/json', fileName };
      const cells = cellsOf(row, await bandsOf(row));
      return format === 'csv'
        ? { bytes: csv(['longitude', 'latitude', 'suitability', 'novelty'], cells), contentType: csvType, fileName }
        : { bytes: cellFeatures(cells), contentType: geoJsonType, fileName };
    },

    async study(
      id: string,
      format: 'records.csv' | 'records.geojson' | 'results.csv' | 'report.html' | 'report.pdf',
      actor: StudyActor,
    ): Promise<Download> {
      const { species } = await studies.find(id);
      const stem = fileStem(species);
      if (format === 'results.csv') {
        const [run] = await repository.runs(id);
        if (run === undefined) throw noRun();
        return { bytes: resultsCsv(run), contentType: csvType, fileName: `${stem}-resultados.csv` };
      }
      if (format === 'report.html' || format === 'report.pdf') {
        return report(id, format === 'report.pdf' ? 'pdf' : 'html', actor);
      }
      const { records } = await previews.records(id);
      return format === 'records.csv'
        ? { bytes: recordsCsv(records), contentType: csvType, fileName: `${stem}-registos.csv` }
        : { bytes: recordFeatures(records), contentType: geoJsonType, fileName: `${stem}-registos.geojson` };
    },
  };
}

export const noRun = () =>
  new AppError('conflict', { detail: 'O estudo ainda não tem resultados: corra a afinação primeiro.' });

const csvType = 'text/csv; charset=utf-8';
const geoJsonType = 'application/geo+json';
const fileStem = (species: string) => species.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const gridOf = ({ west, south, columns, rows, cell_degrees }: StudyMapRow) => ({
  ...{ west, south, columns, rows, lonStepDegrees: cell_degrees, latStepDegrees: cell_degrees },
});

type Cell = readonly [longitude: number, latitude: number, value: number, novelty: number | null];

function cellsOf(row: StudyMapRow, [values, novelty]: readonly Float32Array[]): readonly Cell[] {
  const grid = gridOf(row);
  const short = (value: number) => Number(value.toPrecision(digits));
  return Array.from(values?.keys() ?? []).flatMap((cell): readonly Cell[] => {
    const value = values?.[cell] ?? Number.NaN;
    const unlike = novelty?.[cell] ?? Number.NaN;
    if (Number.isNaN(value)) return [];
    const [lon, lat] = gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
    return [[short(lon), short(lat), short(value), Number.isNaN(unlike) ? null : short(unlike)]];
  });
}

type Value = string | number | null;

function csv(header: readonly string[], rows: readonly (readonly Value[])[]): Uint8Array {
  const written = (value: Value) => {
    if (value === null) return '';
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return Buffer.from(`${[header, ...rows].map((row) => row.map(written).join(',')).join('\n')}\n`);
}

const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
const collection = (features: readonly unknown[]) =>
  Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));

const cellFeatures = (cells: readonly Cell[]) =>
  collection(
    cells.map(([lon, lat, suitability, novelty]) => ({
      ...{ type: 'Feature', geometry: point(lon, lat), properties: { suitability, novelty } },
    })),
  );

function recordsCsv(records: readonly StudyRecord[]): Uint8Array {
  const header = ['source', 'occurrenceID', 'decimalLongitude', 'decimalLatitude', 'eventDate', 'license'];
  return csv(
    [...header, 'kept', 'reason', 'detail', 'fold'],
    records.map(({ source, sourceId, longitude, latitude, date, licence, reason, detail, fold }) => [
      ...[source, sourceId, longitude, latitude, date, licence],
      ...[reason === null ? 1 : 0, reason === null ? null : recordReasons[reason], detail, fold],
    ]),
  );
}

const recordFeatures = (records: readonly StudyRecord[]) =>
  collection(
    records.map(({ longitude, latitude, ...properties }) => ({
      type: 'Feature',
      geometry: longitude === null || latitude === null ? null : point(longitude, latitude),
      properties,
    })),
  );

function resultsCsv({ candidates, proposed }: RunRow): Uint8Array {
  const names = [
    ...(['features', 'beta', 'aucTest', 'aucDeviation', 'aucTrain', 'aucDifference', 'tss', 'boyce'] as const),
    ...(['omission10', 'aicc', 'deltaAicc', 'coefficients'] as const),
  ];
  return csv(
    [...names, 'proposed'],
    candidates.map((one, place) => [...names.map((name) => one[name]), place === proposed ? 1 : 0]),
  );
}
