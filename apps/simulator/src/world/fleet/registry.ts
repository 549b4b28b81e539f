import { dayMs, hash32, type Random, randomInteger, randomPick, seededRandom } from '@kianda/geo';
import type { Vessel } from '../types.ts';
import { type FleetClass, fleetClasses } from './fleet-classes.ts';

type FlagFacts = {
  /** Maritime identification digits of the flag (ITU). */
  readonly mids: readonly string[];
  /** Beginnings of its call signs (ITU). */
  readonly callsigns: readonly string[];
  readonly names: readonly string[];
  readonly owners: readonly string[];
};

/** The names are made up in the manner of each fleet; a real vessel of the same name is chance. */
// biome-ignore format: a table
const flagFacts: Readonly<Record<string, FlagFacts>> = {
  AGO: { mids: ['603'], callsigns: ['D2', 'D3'], names: ['ESTRELA DO CUNENE', 'MAR DE BENGUELA', 'BAIA AZUL', 'PALANCA NEGRA', 'KWANZA MAR', 'PONTA BRANCA', 'CABO NEGRO', 'WELWITSCHIA', 'SAO TIAGO', 'LUA DO MUSSULO', 'NZINGA', 'CATUMBELA', 'ILHA DOS TIGRES', 'MUXIMA', 'SANTA MARIA', 'BENTIABA', 'CHILOANGO', 'LUCIRA', 'MENSAGEIRO DO SUL', 'ALVORADA'], owners: ['Pescas do Cunene, Lda', 'Mar Austral, SA', 'Armadores do Namibe, Lda', 'Sociedade de Pesca da Baía Farta, Lda', 'Atlântico Sul Pescas, SA', 'Cooperativa Estrela do Mar'] },
  CHN: { mids: ['412', '413'], callsigns: ['BY', 'BZ'], names: ['XIN LAN HAI', 'DONG FENG YU', 'HAI YUN', 'LIAN HE YU'], owners: ['Xin Lan Fisheries Co.', 'Dong Feng Ocean Co.'] },
  ESP: { mids: ['224', '225'], callsigns: ['EA', 'EB', 'EC'], names: ['NUEVO AMANECER', 'PLAYA SERENA', 'COSTA DEL SOL', 'MONTE ALTO', 'RIA ABIERTA'], owners: ['Pesquerías Ría Abierta, SL', 'Atuneros del Norte, SA'] },
  PRT: { mids: ['263'], callsigns: ['CQ', 'CR', 'CS'], names: ['MAR PROFUNDO', 'SENHORA DA GUIA', 'PRAIA LONGA', 'VENTO NORTE'], owners: ['Pescas da Foz, Lda'] },
  JPN: { mids: ['431', '432'], callsigns: ['JA', 'JD'], names: ['KAIYO MARU', 'SHIN NAMI MARU', 'AOUMI MARU'], owners: ['Aoumi Suisan KK'] },
  TWN: { mids: ['416'], callsigns: ['BH', 'BI'], names: ['JIN HAI FENG', 'SHUN LI', 'YUNG SHENG'], owners: ['Jin Hai Fishery Co.'] },
  FRA: { mids: ['226', '227'], callsigns: ['FG', 'FI'], names: ['CAP LOINTAIN', 'VENT DU LARGE'], owners: ['Armement du Large SAS'] },
  GHA: { mids: ['627'], callsigns: ['9G'], names: ['VOLTA STAR', 'GOLDEN ANCHOR'], owners: ['Volta Star Fishing Ltd'] },
  CPV: { mids: ['617'], callsigns: ['D4'], names: ['MORABEZA', 'MONTE CARA'], owners: ['Pescas do Barlavento, SA'] },
  NAM: { mids: ['659'], callsigns: ['V5'], names: ['SKELETON BAY', 'OMURAMBA', 'SOUTHERN KELP'], owners: ['Omuramba Fishing (Pty) Ltd'] },
  RUS: { mids: ['273'], callsigns: ['UB', 'UC'], names: ['SEVERNY VETER', 'BALTIYSKAYA ZVEZDA'], owners: ['Severny Veter Fleet'] },
  BLZ: { mids: ['312'], callsigns: ['V3'], names: ['GREY HERON', 'PACIFIC ORCHID'], owners: ['Grey Heron Marine SA'] },
  PAN: { mids: ['351', '352', '353', '370', '371'], callsigns: ['3E', '3F', 'HO'], names: ['FRIO AUSTRAL', 'REEFER MERIDIAN', 'OCEAN SUPPLY', 'GULF PROVIDER'], owners: ['Meridian Reefers Inc.', 'Gulf Provider SA'] },
  LBR: { mids: ['636'], callsigns: ['5L', 'A8', 'D5'], names: ['POLAR TRADER', 'COOL ESTUARY', 'SEA TENDER'], owners: ['Polar Trader Shipping Corp.'] },
  CYP: { mids: ['209', '210', '212'], callsigns: ['5B', 'C4'], names: ['FRIO MERIDIONAL'], owners: ['Frio Meridional Ltd'] },
};

/** Check digit of an IMO number: the last digit of 7a+6b+5c+4d+3e+2f. */
export function imoWithCheckDigit(sixDigits: string): string {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += Number(sixDigits[i]) * (7 - i);
  return `${sixDigits}${sum % 10}`;
}

function pickWeighted(random: Random, list: readonly (readonly [string, number])[]): string {
  const total = list.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = random() * total;
  for (const [name, weight] of list) {
    rest -= weight;
    if (rest < 0) return name;
  }
  return list[list.length - 1]?.[0] ?? '';
}

function vesselIdOf(seed: number, number: number): string {
  const hex = [0, 1, 2, 3, 4]
    .map((part) => hash32(seed, 'vessel', number, part).toString(16).padStart(8, '0'))
    .join('');
  return [hex.slice(0, 9), hex.slice(9, 13), hex.slice(13, 17), hex.slice(17, 21), hex.slice(21, 33)].join('-');
}

function between(random: Random, [low, high]: readonly [number, number]): number {
  return low + (high - low) * random();
}

export type RegisteredVessel = { readonly vessel: Vessel; readonly fleetClass: FleetClass };

/** The fleet of a seed. MMSI end in 99 and a running number, IMO begin with 59: ranges no real vessel was seen to use. */
export function registerFleet(seed: number): readonly RegisteredVessel[] {
  const fleet: RegisteredVessel[] = [];
  const used = new Map<string, number>();
  for (const fleetClass of fleetClasses) {
    for (let i = 0; i < fleetClass.count; i++)
      fleet.push({ fleetClass, vessel: register(seed, fleetClass, fleet.length, used) });
  }
  return fleet;
}

function register(seed: number, fleetClass: FleetClass, number: number, used: Map<string, number>): Vessel {
  const random = seededRandom(`fleet/${seed}/${number}`);
  const flag = pickWeighted(random, fleetClass.flags);
  const facts = flagFacts[flag];
  if (facts === undefined) throw new RangeError(`no facts for flag ${flag}`);
  const base = randomPick(random, facts.names);
  const times = (used.get(base) ?? 0) + 1;
  used.set(base, times);
  const lengthMeters = Number(between(random, fleetClass.lengthMeters).toFixed(1));
  const serial = String(number).padStart(4, '0');
  const hasImo = flag !== 'AGO' || (lengthMeters >= 24 && random() < 0.8);
  const firstTransmissionMs =
    Date.UTC(2013, 0, 1) + Math.floor(random() * 3_800) * dayMs + randomInteger(random, 0, dayMs - 1);
  const letters = () => String.fromCharCode(65 + randomInteger(random, 0, 25));
  return {
    vesselId: vesselIdOf(seed, number),
    ssvid: `${randomPick(random, facts.mids)}99${serial}`,
    shipname: times === 1 ? base : `${base} ${times}`,
    flag,
    callsign: `${randomPick(random, facts.callsigns)}${letters()}${letters()}${randomInteger(random, 2, 9)}`,
    imo: hasImo ? imoWithCheckDigit(`59${serial}`) : null,
    shiptype: fleetClass.shiptype,
    geartype: fleetClass.geartype,
    lengthMeters,
    tonnageGt: Number((0.0105 * lengthMeters ** 2.85).toFixed(1)),
    builtYear: randomInteger(random, 1982, 2019),
    homePortId: pickWeighted(random, fleetClass.homePorts),
    owner: { name: randomPick(random, facts.owners), flag },
    former: formerNames(random, flag, firstTransmissionMs),
    firstTransmissionMs,
  };
}

/** One vessel in twelve had another name, some under another flag: the case identity rules must find. */
function formerNames(random: Random, flag: string, firstTransmissionMs: number): Vessel['former'] {
  if (random() >= 1 / 12) return [];
  const previousFlag = random() < 0.5 ? flag : randomPick(random, ['PAN', 'BLZ', 'LBR', 'ESP', 'CHN']);
  const names = flagFacts[previousFlag]?.names ?? [];
  const untilMs = firstTransmissionMs + randomInteger(random, 90, 500) * dayMs;
  return [{ shipname: `${randomPick(random, names)} ${randomInteger(random, 20, 90)}`, flag: previousFlag, untilMs }];
}
