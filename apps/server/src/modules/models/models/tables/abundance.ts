import { type Position, ports } from '@kianda/geo';
import { takeValues } from '@kianda/science/models/shared/columns';
import type { LearningCatches } from '../../../sea/fisheries/index.ts';
import type { LearningColumn } from '../training/training.types.ts';
import type { Environment } from './environment.ts';
import { type LearningTable, requireRows } from './learning-table.types.ts';
import { monthColumn, namedNowhere } from './table-parts.ts';

const leastRows = 200;
/** The sea that a port fishes in: half a degree off the coast, where the fields have values. */
const offshoreDegrees = 0.5;

/** Catch per day of effort, by species, gear and port, with the usual sea before the port. */
export function abundanceTable(catches: LearningCatches, environment: Environment): LearningTable {
  const rows = Uint32Array.from(Array.from(catches.tonnesADay, (_, row) => row));
  requireRows(rows.length, leastRows, {
    what: 'desembarques com esforço conhecido',
    remedy: 'Execute o conector do instituto nacional, ou envie os desembarques pela ingestão.',
  });
  const positions = Array.from(catches.port, (port) => seaBefore(catches.ports[port] ?? ''));
  const category = (name: string, label: string, codes: Int32Array, categories: readonly string[]): LearningColumn => ({
    ...{ name, label, unit: null, kind: 'categorical', categories },
    values: Float64Array.from(codes),
  });
  return {
    // No linear method: an answer of one is explained by numbers against their middle, and species, gear and port have none.
    methods: [{ kind: 'boosting' }, { kind: 'forest' }],
    columns: [
      category('species', 'Espécie', catches.catchOf, catches.species),
      category('gear', 'Arte', catches.gear, catches.gears),
      category('port', 'Porto', catches.port, catches.ports),
      monthColumn(Float64Array.from(catches.landedMs, (at) => new Date(at).getUTCMonth() + 1)),
      ...environment.columnsAt(positions),
    ],
    target: {
      ...{ task: 'number', unit: 't por dia de esforço', isLogged: true },
      values: takeValues(catches.tonnesADay, rows).map((rate) => Math.log1p(rate)),
    },
    split: { kind: 'temporal', times: catches.landedMs, gapMs: 0 },
    baseline: { kind: 'mean-of', column: 'species', name: 'Média da espécie' },
    purpose: 'Captura por dia de esforço de uma espécie, com uma arte, num porto e num mês: um índice de abundância.',
    sources: [
      ...catches.sources.map((source) => ({ ...source, name: `Desembarques: ${source.name}`, licence: null })),
      ...environment.sources,
    ],
    leftOut: [...namedNowhere(['Qualidade do habitat']), ...environment.missing],
    limits: [
      'A captura por dia de esforço segue a abundância só enquanto as artes e os lugares de pesca não mudam.',
      'As medidas são do logaritmo da captura: os erros contam em proporção.',
    ],
  };
}

/** Names of ports in the sources differ in accents and capitals. */
const folded = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/** Position of the sea before a port; of an unknown one none, and its sea is missing. */
export function seaBefore(portName: string): Position {
  const port = ports.find(({ name }) => folded(name) === folded(portName));
  return port === undefined ? [Number.NaN, Number.NaN] : [port.position[0] - offshoreDegrees, port.position[1]];
}
