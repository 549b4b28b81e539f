import { createHash } from 'node:crypto';
import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import type { Position } from '@kianda/geo';
import { takeRows } from '@kianda/science/models/shared/columns';
import type { SpeciesOccurrence } from '../../../sea/biodiversity/index.ts';
import type { LearningColumn, TableSource } from '../../models/index.ts';
import type { StudyContext } from '../studies.context.ts';
import { backgroundCells } from './background.rules.ts';
import { cleanRecords, type JudgedRecord } from './cleaning.rules.ts';
import { foldsOf } from './folds.rules.ts';

/** Presences that a model is made of at least. */
export const leastPresences = 8;
const leastBackground = 50;

/** All that a study learns from, as its parameters say. Rows are the presences, then the background. */
export type Prepared = {
  readonly judged: readonly JudgedRecord[];
  readonly presences: readonly Position[];
  readonly background: readonly Position[];
  readonly columns: readonly LearningColumn[];
  readonly presence: Uint8Array;
  /** Empty where there is nothing to hold out. */
  readonly folds: Int32Array;
  readonly sources: readonly TableSource[];
  /** Why no model can be made of these rows, and what to do; null where one can. */
  readonly absence: string | null;
  readonly dataSha256: string;
};

export type Subject = { readonly species: string; readonly parameters: StudyParameters };

/** Cleans the records of a species, draws its background and holds rows out. The same stores give the same rows. */
export async function prepare(context: StudyContext, { species, parameters }: Subject): Promise<Prepared> {
  const { cleaning, background: wanted, variables, partition, seed } = parameters;
  const { stores } = context;
  const records = await stores.species.occurrences(species);
  const { environment, cells } = await context.sea(variables);
  const { columnsAt } = environment;
  const judged = cleanRecords(records, { cleaning, seed, columnsAt });
  const presences = judged.flatMap(({ record, reason }): Position[] =>
    reason === null ? [[record.longitude, record.latitude]] : [],
  );
  const needsAll = wanted.kind === 'target_group' || wanted.kind === 'bias_layer';
  const occurrences = needsAll ? await stores.occurrences() : null;
  const area = { cells: cells.positions, cellOf: cells.cellOf, presences, occurrences };
  const chosen = backgroundCells(area, wanted, seed);
  const background = chosen.map((cell) => cells.positions[cell] as Position);
  const columns = joined(columnsAt(presences), takeRows(cells.columns, chosen));
  const presence = Uint8Array.from([...presences, ...background], (_, row) => Number(row < presences.length));
  const positions = [...presences, ...background];
  const absence = absenceOf({ records: records.length, presences: presences.length, background, columns });
  return {
    ...{ judged, presences, background, columns, presence, absence },
    folds: absence === null ? foldsOf({ positions, columns, presence }, partition, seed) : new Int32Array(0),
    sources: [...sourcesOf(records, judged), ...environment.sources.filter((_, place) => isChosen(place))],
    dataSha256: digestOf(columns, presence),
  };

  function isChosen(place: number): boolean {
    const name = environment.sources[place]?.name ?? '';
    return columns.some(({ label }) => name.startsWith(`${label}:`));
  }
}

function joined(above: readonly LearningColumn[], below: readonly { readonly values: Float64Array }[]) {
  return above.map((column, place): LearningColumn => {
    const values = new Float64Array(column.values.length + (below[place]?.values.length ?? 0));
    values.set(column.values);
    values.set(below[place]?.values ?? new Float64Array(0), column.values.length);
    return { ...column, values };
  });
}

function absenceOf(found: {
  readonly records: number;
  readonly presences: number;
  readonly background: readonly Position[];
  readonly columns: readonly LearningColumn[];
}): string | null {
  const { records, presences, background, columns } = found;
  if (records === 0) return 'Não há registos desta espécie. Execute os conectores OBIS e GBIF.';
  if (columns.length === 0)
    return 'Não há variáveis escolhidas com campos guardados. Escolha outras, ou execute os conectores oceânicos.';
  if (presences < leastPresences)
    return `Ficam ${presences} registos, e são precisos ${leastPresences}. Torne a limpeza ou o desbaste menos exigente.`;
  if (background.length < leastBackground)
    return `O fundo tem ${background.length} pontos, e são precisos ${leastBackground}. Alargue a área.`;
  return null;
}

function sourcesOf(records: readonly SpeciesOccurrence[], judged: readonly JudgedRecord[]): TableSource[] {
  const kept = judged.flatMap(({ record, reason }) => (reason === null ? [record] : []));
  const of = kept.length === 0 ? records : kept;
  const groups = Map.groupBy(of, ({ source, licence }) => `${source} ${licence ?? ''}`);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const times = rows.flatMap(({ start }) => (start === null ? [] : [start.getTime()]));
    return {
      ...{ name: `Ocorrências: ${first.source.toUpperCase()}`, rows: rows.length, licence: first.licence },
      from: times.length === 0 ? null : new Date(Math.min(...times)),
      to: times.length === 0 ? null : new Date(Math.max(...times)),
      isSimulated: rows.some(({ isSimulated }) => isSimulated),
    };
  });
}

/** Digest of the values that are learned from, with the names of their columns. */
function digestOf(columns: readonly LearningColumn[], presence: Uint8Array): string {
  const hash = createHash('sha256');
  for (const { name, values } of columns) {
    hash.update(name).update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  return hash.update(presence).digest('hex');
}
