import { dayMs, hashUnit, ports } from '@kianda/geo';
import { fishedSpecies } from '../../world/fisheries/species.ts';
import type { World } from '../../world/types.ts';
import type { SimulatedFile } from '../sftp/server.ts';
import { sampleHeader, sampleRows } from './samples.ts';

const weekMs = 7 * dayMs;
/** Weeks whose files are still in the folder. */
const listedWeeks = 8;
/** Files appear on Mondays at 05:00 UTC. */
const mondayOffsetMs = 4 * dayMs + 5 * 3_600_000;

const codes: Readonly<Record<string, string>> = {
  'Sardinella aurita': 'SAA',
  'Sardinella maderensis': 'SAE',
  'Trachurus trecae': 'HMZ',
  'Trachurus capensis': 'HMC',
  'Sardinops sagax': 'PIA',
  'Scomber colias': 'VMA',
  'Brachydeuterus auritus': 'GRB',
  'Merluccius polli': 'HKB',
  'Merluccius capensis': 'HKK',
  'Dentex macrophthalmus': 'DEL',
  'Dentex angolensis': 'DEA',
  'Parapenaeus longirostris': 'DPS',
  'Aristeus varidens': 'ARV',
  'Chaceon maritae': 'CGE',
  'Thunnus albacares': 'YFT',
  'Thunnus obesus': 'BET',
};
const gears: Readonly<Record<string, string>> = {
  'purse seine': 'cerco',
  'bottom trawl': 'arrasto',
  'pelagic trawl': 'arrasto pelágico',
  longline: 'palangre',
  other: 'gaiola',
};
const segments = ['industrial', 'semi-industrial', 'artesanal'] as const;

/** Files in the institute's folder at an instant: catches and samples of the last weeks, and a cruise every second month. */
export function inipmFiles(world: World, nowMs: number): SimulatedFile[] {
  const last = Math.floor((nowMs - mondayOffsetMs) / weekMs);
  const weeks = Array.from({ length: listedWeeks }, (_, index) => last - index).toReversed();
  return weeks.flatMap((week) => {
    const laidMs = week * weekMs + mondayOffsetMs;
    const name = new Date(laidMs).toISOString().slice(0, 10);
    const files = [
      { name: `capturas-${name}.csv`, bytes: catchFile(world.seed, laidMs), modifiedMs: laidMs },
      { name: `amostragem-${name}.csv`, bytes: sampleFile(world, laidMs), modifiedMs: laidMs },
    ];
    if (week % 8 === 0)
      files.push({ name: `cruzeiro-${name}.csv`, bytes: cruiseFile(world, laidMs), modifiedMs: laidMs });
    return files;
  });
}

/** As a spreadsheet in Portuguese writes it: Windows-1252, `;`, decimal comma, CRLF. */
function encoded(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(`${rows.map((row) => row.join(';')).join('\r\n')}\r\n`, 'latin1');
}

function comma(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', ',');
}

/** Oxygen: millimoles in a cubic metre for a millilitre in a litre. */
const millimolesPerMilliliter = 44.66;

type FishedSpecies = (typeof fishedSpecies)[number];

function catchFile(seed: number, laidMs: number): Buffer {
  const header =
    'data;porto;provincia;segmento;arte;especie;nome_cientifico;codigo_fao;quantidade_t;esforco_dias;embarcacoes;observacoes';
  const days = Array.from({ length: 7 }, (_, index) => laidMs - (7 - index) * dayMs);
  return encoded([header.split(';'), ...days.flatMap((timeMs) => catchRows(seed, timeMs))]);
}

/** Landings of one day in all ports. */
function catchRows(seed: number, timeMs: number): string[][] {
  return ports
    .filter(({ kind }) => kind !== 'energia')
    .flatMap((port, place) =>
      fishedSpecies.flatMap((species, index) =>
        segments.flatMap((segment) => {
          const chance = hashUnit(seed, 'inipm', timeMs, place, index, segment);
          if (chance > 0.08) return [];
          return [[portugueseDate(timeMs), port.name, '', segment, ...catchCells(species, segment, chance)]];
        }),
      ),
    );
}

/** Gear, species, quantity and effort of one landing; `chance` in [0, 0.08] makes it smaller or larger. */
function catchCells(species: FishedSpecies, segment: (typeof segments)[number], chance: number): string[] {
  const share = species.shares.at(-1)?.[1] ?? 0.01;
  const tonnes = (segment === 'industrial' ? 900 : 160) * share * (0.3 + 8 * chance);
  return [
    segment === 'artesanal' ? 'emalhar' : (gears[species.gear] ?? 'outra'),
    species.commonNamePt,
    species.scientificName,
    codes[species.scientificName] ?? 'MZZ',
    comma(tonnes, 2),
    String(1 + Math.floor(chance * 100)),
    String(1 + Math.floor(chance * 60)),
    '',
  ];
}

/** Files of samples by the Monday they were laid: the folder is listed again and again. */
const sampleFiles = new WeakMap<World, Map<number, Buffer>>();

function sampleFile(world: World, laidMs: number): Buffer {
  const made = sampleFiles.get(world) ?? new Map<number, Buffer>();
  sampleFiles.set(world, made);
  const known = made.get(laidMs);
  if (known !== undefined) return known;
  const show = { number: comma, date: portugueseDate };
  const bytes = encoded([sampleHeader.split(';'), ...sampleRows(world, laidMs, show)]);
  made.set(laidMs, bytes);
  return bytes;
}

/** `dd/mm/aaaa`. */
function portugueseDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10).split('-').toReversed().join('/');
}

function cruiseFile(world: World, laidMs: number): Buffer {
  const rows: string[][] = [
    'cruzeiro;estacao;data_hora_utc;lat;lon;profundidade_m;temperatura_c;salinidade;oxigenio_ml_l;clorofila_mg_m3;qc'.split(
      ';',
    ),
  ];
  const cruise = `INIPM-${new Date(laidMs).toISOString().slice(0, 7)}`;
  for (const [index, lat] of [-6.5, -8.9, -10.8, -12.6, -14.4, -15.9].entries()) {
    const lon = 11.6 + 0.25 * hashUnit(world.seed, 'inipm-ctd', laidMs, index);
    const timeMs = laidMs - (10 - index) * dayMs;
    const date = new Date(timeMs).toISOString();
    const shown = `${portugueseDate(timeMs)} ${date.slice(11, 16)}`;
    for (const depth of [2, 5, 10, 20, 30, 50, 75, 100, 150, 200]) {
      const temperature = world.ocean.sample('temperature', [lon, lat], timeMs, depth);
      const salinity = world.ocean.sample('salinity', [lon, lat], timeMs, depth);
      const oxygen = world.ocean.sample('oxygen', [lon, lat], timeMs, depth);
      if (temperature === null || salinity === null || oxygen === null) continue;
      rows.push([
        cruise,
        `E${String(index + 1).padStart(3, '0')}`,
        shown,
        comma(lat, 4),
        comma(lon, 4),
        String(depth),
        comma(temperature, 2),
        comma(salinity, 2),
        comma(oxygen / millimolesPerMilliliter, 2),
        '',
        '1',
      ]);
    }
  }
  return encoded(rows);
}
