/**
 * `npm run bench -- vessels [--positions=1000000] [--hostile=10000000]`: decoding beside npm's decoders, positions from
 * sentence to table beside COPY, and ten million mutated sentences.
 */
import { parseArgs } from 'node:util';
import { figure, printMachine, printTable } from './shared/table.ts';
import { sentencesOf } from './vessels/corpus.ts';
import { measureDecoders } from './vessels/decoders.ts';
import { measureHostile } from './vessels/hostile.ts';
import { measureStoring } from './vessels/storing.ts';

const { values } = parseArgs({
  options: {
    positions: { type: 'string', default: '1000000' },
    hostile: { type: 'string', default: '10000000' },
  },
});

const sentences = sentencesOf(1_800);
const rates = await measureDecoders(sentences, Math.ceil(1_000_000 / sentences.length));
printTable(
  `Descodificação AIS, ${sentences.length} frases diferentes, um núcleo (objetivo: 500 000/s)`,
  ['', 'frases/s', 'mensagens'],
  rates.map(({ name, perSecond, messages }) => [name, figure(Math.round(perSecond)), figure(messages)]),
);

const storing = await measureStoring(Number(values.positions));
printTable(
  `Da frase à tabela, ${figure(storing.positions)} posições, base de dados por omissão (objetivo: 50 000/s)`,
  ['', 'linhas/s'],
  [
    ['da frase à tabela: descodificar, sem repetições, última posição', figure(Math.round(storing.feedPerSecond))],
    ['as mesmas outra vez: nada muda', figure(Math.round(storing.againPerSecond))],
    ['  teto: COPY de um ficheiro, sem índice', figure(Math.round(storing.copyPerSecond))],
    ['  teto: COPY de um ficheiro, com a mesma chave', figure(Math.round(storing.copyIndexedPerSecond))],
  ],
);

const hostile = measureHostile(Number(values.hostile));
printTable(
  `Frases adulteradas: ${figure(hostile.sentences)}, nenhuma para o programa, todas contadas`,
  ['', 'frases'],
  [
    ['aceites', figure(hostile.accepted)],
    ...Object.entries(hostile.rejected)
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, count]) => [`recusadas: ${reason}`, figure(count)]),
    ['crescimento da memória', figure(hostile.heapGrowthMegabytes, 'MB')],
  ],
);
printMachine();
