/**
 * `npm run bench -- vessels [--only=decoding,storing,map,list,hostile] [--positions=10000000] [--stored=1000000]
 * [--hostile=10000000]`: decoding beside npm's decoders, positions from sentence to table beside COPY, heat tiles, fleet
 * list and archive over a sea of a hundred thousand vessels beside a plain GROUP BY, and ten million mutated sentences.
 * `list` is the list of `map` alone, and is measured where it is named.
 * `--positions=100000000` wants some 40 GB of disk and an hour.
 */
import { parseArgs } from 'node:util';
import { chosenParts } from './shared/chosen-parts.ts';
import { figure, printMachine, printTable } from './shared/table.ts';
import { measureArchive } from './vessels/archive.ts';
import { sentencesOf } from './vessels/corpus.ts';
import { measureDecoders } from './vessels/decoders.ts';
import { measureHostile } from './vessels/hostile.ts';
import {
  measureFleet,
  measureList,
  measureListByHttp,
  measureNaiveTiles,
  measureTiles,
  type Times,
} from './vessels/map.ts';
import { createSea, type Sea, seaDays, vesselCount } from './vessels/sea.ts';
import { measureStoring } from './vessels/storing.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'decoding,storing,map,hostile' },
    positions: { type: 'string', default: '10000000' },
    stored: { type: 'string', default: '1000000' },
    hostile: { type: 'string', default: '10000000' },
  },
});

const head = ['', 'pedidos', 'p50 ms', 'p95 ms', 'máximo ms', 'corpo kB'];

/** So that the 95th of a hundred is ten requests, and not one. */
const requestsPerLine = 200;
/** Clients that ask for the list at once. */
const listClients = 8;

const parts = { decoding, storing, map, list, hostile };
for (const part of chosenParts(values.only, Object.keys(parts))) await parts[part as keyof typeof parts]();
printMachine();

async function decoding(): Promise<void> {
  const sentences = sentencesOf(1_800);
  const rates = await measureDecoders(sentences, Math.ceil(1_000_000 / sentences.length));
  printTable(
    `Descodificação AIS, ${sentences.length} frases diferentes, um núcleo (objetivo: 500 000/s)`,
    ['', 'frases/s', 'mensagens'],
    rates.map(({ name, perSecond, messages }) => [name, figure(Math.round(perSecond)), figure(messages)]),
  );
}

async function storing(): Promise<void> {
  const stored = await measureStoring(Number(values.stored));
  printTable(
    `Da frase à tabela, ${figure(stored.positions)} posições, base de dados por omissão (objetivo: 50 000/s)`,
    ['', 'linhas/s'],
    [
      ['da frase à tabela: descodificar, sem repetições, última posição', figure(Math.round(stored.feedPerSecond))],
      ['as mesmas outra vez: nada muda', figure(Math.round(stored.againPerSecond))],
      ['  teto: COPY de um ficheiro, sem índice', figure(Math.round(stored.copyPerSecond))],
      ['  teto: COPY de um ficheiro, com a mesma chave', figure(Math.round(stored.copyIndexedPerSecond))],
    ],
  );
}

async function map(): Promise<void> {
  const sea = await createSea(Number(values.positions));
  try {
    printTable(
      `Mar de ensaio: ${figure(vesselCount)} embarcações, ${figure(sea.positions)} posições em ${seaDays} dias; ` +
        `escritas em ${figure(Math.round(sea.loadSeconds), 's')}, resumidas em ${figure(Math.round(sea.summariseSeconds), 's')}`,
      ['tabela', 'linhas', 'MB'],
      sea.sizes.map(({ name, rows, bytes }) => [name, figure(rows), figure(Math.round(bytes / 1024 ** 2))]),
    );
    const tileGoal = sea.positions > 20_000_000 ? 150 : 100;
    const tiles = await measureTiles(sea, requestsPerLine);
    printTable(
      `Mosaicos do mapa de calor, zoom 3 a 10, ao acaso (objetivo: p95 < ${tileGoal} ms)`,
      head,
      [...tiles, await measureNaiveTiles(sea, 5)].map(timesRow),
    );
    printTable('A frota num instante', head, (await measureFleet(sea, requestsPerLine)).map(timesRow));
    await printList(sea);
    const archive = await measureArchive(sea, requestsPerLine);
    printTable(
      `Arquivo GeoParquet: ${figure(archive.days)} dias, ${figure(archive.positions)} posições, escritos em ${figure(Math.round(archive.seconds), 's')}`,
      ['', 'MB', 'MB por milhão'],
      archive.sizes.map(({ name, bytes }) => [
        name,
        figure(Math.round(bytes / 1024 ** 2)),
        figure(bytes / 1024 ** 2 / (archive.positions / 1e6)),
      ]),
    );
    printTable('Trajetos de 30 dias e contas, na base de dados e em ficheiros', head, archive.times.map(timesRow));
  } finally {
    await sea.close();
  }
}

/** The list alone, over a sea of its own. */
async function list(): Promise<void> {
  const sea = await createSea(Number(values.positions));
  try {
    await printList(sea);
  } finally {
    await sea.close();
  }
}

async function printList(sea: Sea): Promise<void> {
  const rows = await measureList(sea, requestsPerLine);
  const byHttp = await measureListByHttp(sea, requestsPerLine / 10, listClients);
  printTable('Lista de embarcações (objetivo: p95 < 150 ms)', head, [...rows, ...byHttp].map(timesRow));
}

function timesRow(times: Times): string[] {
  return [
    times.name,
    figure(times.requests),
    figure(times.p50Ms),
    figure(times.p95Ms),
    figure(times.mostMs),
    figure(times.bytes / 1024),
  ];
}

function hostile(): void {
  const found = measureHostile(Number(values.hostile));
  printTable(
    `Frases adulteradas: ${figure(found.sentences)}, nenhuma para o programa, todas contadas`,
    ['', 'frases'],
    [
      ['aceites', figure(found.accepted)],
      ...Object.entries(found.rejected)
        .toSorted(([, a], [, b]) => b - a)
        .map(([reason, count]) => [`recusadas: ${reason}`, figure(count)]),
      ['crescimento da memória', figure(found.heapGrowthMegabytes, 'MB')],
    ],
  );
}
