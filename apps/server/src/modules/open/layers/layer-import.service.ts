import type { LayerColumn, LayerFileTable } from '@kianda/contract/open/layers/layers.contract';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { UnreadableFile } from '../../../platform/untrusted/unreadable-file.ts';
import type { LayerContext } from './layers.context.ts';
import type { ImportFigures } from './layers.repository.ts';
import type { FileRow, ImportRow, LayerRow } from './layers.tables.ts';
import type { LayerItem, LayerRow as ParsedRow } from './parse/layer-task.ts';
import { fileRows } from './parse/read-layers.ts';

/** Faulty rows that are named. */
const mostNamed = 100;
const noted = (faults: { row: number; reason: string }[], row: number, reason: string) => {
  if (faults.length < mostNamed) faults.push({ row, reason });
};

type Work = {
  readonly begun: ImportRow;
  readonly layer: LayerRow;
  readonly file: FileRow;
  /** Edition that the rows join; null where they take its place. */
  readonly joins: string | null;
};

type Bounds = { west: number; south: number; east: number; north: number };
type Tally = {
  readonly figures: { -readonly [K in keyof ImportFigures]: ImportFigures[K] };
  table: LayerFileTable | null;
  /** The column of identifiers, where the layer that the rows join has none yet. */
  idColumn: LayerColumn | null;
  bounds: Bounds | null;
  placed: number;
  points: number;
};

/**
 * Does one import from its beginning, whatever an earlier attempt left: rows go into an edition of their own, which nobody
 * reads, and become the layer's in one transaction.
 */
export async function runImport(context: LayerContext, importId: string, job: JobContext): Promise<{ rows: number }> {
  const work = await workOf(context, importId);
  if (work === null) return { rows: 0 };
  const { repository, platform } = context;
  const tally = newTally();
  await repository.begin(importId);
  await repository.clear(importId);
  try {
    await readInto(context, { work, tally, job });
    const isFinished = await repository.finish({
      importId,
      layerId: work.layer.id,
      figures: tally.figures,
      layer: importedLayer(work, tally),
      joins: work.joins,
      at: new Date(platform.clock.nowMs()),
    });
    // The layer was removed while its rows came.
    if (!isFinished) await repository.clear(importId);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await repository.clear(importId);
    await repository.fail(importId, tally.figures, { error: error.message, at: new Date(platform.clock.nowMs()) });
  }
  return { rows: tally.figures.rows_stored };
}

/** Says that an import ended because its job did, for good. */
export async function abandonImport({ repository, platform }: LayerContext, importId: string): Promise<void> {
  const begun = await repository.importOf(importId);
  if (begun === undefined) return;
  await repository.clear(importId);
  const error = 'A importação foi parada antes do fim. A camada ficou como estava.';
  await repository.fail(importId, begun, { error, at: new Date(platform.clock.nowMs()) });
}

async function workOf({ repository }: LayerContext, importId: string): Promise<Work | null> {
  const begun = await repository.importOf(importId);
  // The layer was removed while its rows came, and the process ended before it cleared them away.
  if (begun === undefined) await repository.clear(importId);
  if (begun === undefined || (begun.state !== 'waiting' && begun.state !== 'running')) return null;
  const [layer, file] = await Promise.all([repository.layer(begun.layer_id), repository.file(begun.file_id)]);
  if (layer === undefined || file === undefined) return null;
  return { begun, layer, file, joins: begun.kind === 'append' ? layer.edition : null };
}

const newTally = (): Tally => ({
  figures: { rows_read: 0, rows_stored: 0, rows_refused: 0, rows_doubtful: 0, refused: [], doubtful: [] },
  ...{ table: null, idColumn: null, bounds: null, placed: 0, points: 0 },
});

async function readInto(
  context: LayerContext,
  { work, tally, job }: { readonly work: Work; readonly tally: Tally; readonly job: JobContext },
): Promise<void> {
  const { repository, platform, limits } = context;
  const { begun, file, joins } = work;
  const first = joins === null ? 1 : (await repository.lastFid(joins)) + 1;
  const stored = { key: file.storage_key, name: file.name, format: file.format, sizeBytes: Number(file.size_bytes) };
  const asked = { table: begun.table_name, mostRows: limits.rows };
  for await (const batch of fileRows(platform.storage, stored, asked, job.signal)) {
    job.signal.throwIfAborted();
    const rows = takeBatch(batch, work, tally);
    await repository.store(begun.id, first + tally.figures.rows_stored, rows);
    tally.figures.rows_stored += rows.length;
    await repository.note(begun.id, tally.figures);
    const expected = tally.table?.features ?? null;
    const share = expected === null || expected === 0 ? null : Math.min(1, tally.figures.rows_read / expected);
    await job.progress(
      share,
      tally.figures.rows_read === 1 ? '1 linha lida.' : `${tally.figures.rows_read} linhas lidas.`,
    );
  }
  const { rows_refused: refused, refused: named, rows_stored: kept } = tally.figures;
  if (refused > 0 && !begun.skip_faulty) {
    const [one] = named;
    throw new UnreadableFile(
      `${refused} ${refused === 1 ? 'linha não se guarda' : 'linhas não se guardam'}; a primeira é a ${one?.row}: ${one?.reason}. Corrija o ficheiro, ou peça que fiquem de fora.`,
    );
  }
  if (kept === 0) throw new UnreadableFile('O ficheiro não tem uma única linha que se guarde.');
}

/** The rows of a batch that are stored; the others are counted and named. */
function takeBatch(batch: readonly LayerItem[], { layer, joins }: Work, tally: Tally): readonly ParsedRow[] {
  const taken: ParsedRow[] = [];
  const { figures } = tally;
  for (const item of batch) {
    if (item.kind === 'table') {
      if (joins !== null) tally.idColumn = addedIds(layer.columns, item);
      tally.table = item.table;
      continue;
    }
    figures.rows_read += 1;
    if (item.fault !== null || item.properties === null) {
      figures.rows_refused += 1;
      noted(figures.refused, item.row, item.fault ?? 'sem valores');
      continue;
    }
    if (item.doubt !== null) {
      figures.rows_doubtful += 1;
      noted(figures.doubtful, item.row, item.doubt);
    }
    count(item, tally);
    taken.push(item);
  }
  return taken;
}

function count({ bounds, isPoint }: ParsedRow, tally: Tally): void {
  if (bounds === null) return;
  const [west, south, east, north] = bounds;
  const known = tally.bounds ?? { west, south, east, north };
  tally.bounds = {
    west: Math.min(known.west, west),
    south: Math.min(known.south, south),
    east: Math.max(known.east, east),
    north: Math.max(known.north, north),
  };
  tally.placed += 1;
  if (isPoint) tally.points += 1;
}

/**
 * The column that a file to be appended adds to the layer: identifiers are no property, and those of the file are kept
 * where the layer has none, as of a file that was read before they were. Throws `UnreadableFile` for any other difference.
 */
function addedIds(
  known: readonly LayerColumn[],
  { table, idColumn }: LayerItem & { kind: 'table' },
): LayerColumn | null {
  const isKnown = known.some(({ name }) => name === idColumn);
  const added = isKnown ? undefined : table.columns.find(({ name }) => name === idColumn);
  refuseOtherSchema(
    known,
    table.columns.filter((column) => column !== added),
  );
  return added ?? null;
}

/** A file to be appended has the columns of the layer, in any order, and no others. Throws `UnreadableFile`. */
function refuseOtherSchema(known: readonly LayerColumn[], given: readonly LayerColumn[]): void {
  const types = new Map(given.map(({ name, type }) => [name, type]));
  const missing = known.filter(({ name }) => !types.has(name)).map(({ name }) => name);
  const unknown = given.filter(({ name }) => !known.some((one) => one.name === name)).map(({ name }) => name);
  const other = known.filter(({ name, type }) => types.has(name) && !fits(types.get(name), type));
  const faults = [
    ...(missing.length === 0 ? [] : [`faltam ${missing.slice(0, 10).join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`a camada não tem ${unknown.slice(0, 10).join(', ')}`]),
    ...other.slice(0, 10).map(({ name, type }) => `«${name}» é ${types.get(name)} e na camada ${type}`),
  ];
  if (faults.length === 0) return;
  throw new UnreadableFile(`As colunas não são as da camada: ${faults.join('; ')}. Acerte-as, ou substitua a camada.`);
}

/** A whole number fits among numbers. */
const fits = (given: LayerColumn['type'] | undefined, known: LayerColumn['type']): boolean =>
  given === known || (given === 'integer' && known === 'number');

function importedLayer({ file, begun, layer, joins }: Work, tally: Tally) {
  const { table, placed, points } = tally;
  const kind = placed === 0 ? null : points === placed ? ('point' as const) : ('any' as const);
  const source = {
    ...{ fileName: file.name, sha256: file.sha256, format: file.format, table: begun.table_name },
    crs: table?.crs ?? '',
  };
  if (joins === null) {
    return {
      ...(tally.bounds ?? { west: null, south: null, east: null, north: null }),
      ...{
        columns: table?.columns ?? [],
        time_column: begun.time_column,
        geometry_type: kind,
        feature_count: tally.figures.rows_stored,
        source,
      },
    };
  }
  const { west, south, east, north } = layer;
  const before =
    west === null || south === null || east === null || north === null ? null : { west, south, east, north };
  return {
    ...joined(before, tally.bounds),
    ...{
      columns: [...layer.columns, ...(tally.idColumn === null ? [] : [tally.idColumn])],
      time_column: layer.time_column,
      source,
      feature_count: (layer.feature_count ?? 0) + tally.figures.rows_stored,
    },
    geometry_type:
      layer.geometry_type === null
        ? kind
        : kind === null || kind === layer.geometry_type
          ? layer.geometry_type
          : ('any' as const),
  };
}

function joined(a: Bounds | null, b: Bounds | null) {
  if (a === null || b === null) return a ?? b ?? { west: null, south: null, east: null, north: null };
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
}
