import { dayMs, destination, hashUnit, hourMs, interpolateGreatCircle, type Position } from '@kianda/geo';

/** A simulated study: its animals are tagged anew each year and follow one route. */
export type Study = {
  /** Above 90,000,000,000, where no study of the real register is. */
  readonly id: number;
  readonly name: string;
  readonly taxon: string;
  readonly sensor: { readonly typeId: number; readonly listed: string };
  readonly animals: number;
  /** First tagging of a year: month from 0, and day. */
  readonly season: readonly [month: number, day: number];
  readonly transmitDays: number;
  readonly fixEveryHours: number;
  readonly route: readonly Position[];
  readonly mainLocation: Position;
  readonly licenceType: string;
  readonly licenceTerms: string;
  readonly citation: string;
  readonly contact: string;
  /** Terms must be accepted before the first download of a session. */
  readonly licenceGate: boolean;
  readonly downloadable: boolean;
};

const gps = { typeId: 653, listed: 'GPS' } as const;
const argos = { typeId: 82_798, listed: 'Argos Doppler Shift' } as const;

/** Studies around Angola. Species and routes are those of published work; the animals and their fixes are made up. */
export const studies: readonly Study[] = [
  {
    id: 90_000_000_001,
    name: 'Tartarugas-de-couro do Gabão (simulado)',
    taxon: 'Dermochelys coriacea',
    sensor: argos,
    animals: 6,
    season: [0, 10],
    transmitDays: 240,
    fixEveryHours: 8,
    route: [
      [9.3, -0.5],
      [8.2, -5.5],
      [9.8, -10.5],
      [10.6, -15.2],
      [9.4, -19.5],
      [4.5, -25],
      [-4, -29.5],
    ],
    mainLocation: [9.3, -0.5],
    licenceType: 'CUSTOM',
    licenceTerms: 'Uso não comercial, com citação do estudo e aviso prévio aos autores.',
    citation:
      'Estudo simulado segundo as rotas descritas em Witt MJ et al. 2011, <i>Proc R Soc B</i> 278.<br>"Tracking leatherback turtles from the world\'s largest rookery"',
    contact: 'simulado (Simulador Kianda)',
    licenceGate: true,
    downloadable: true,
  },
  {
    id: 90_000_000_002,
    name: 'Tartarugas-oliváceas de Pongara e Palmeirinhas (simulado)',
    taxon: 'Lepidochelys olivacea',
    sensor: gps,
    animals: 5,
    season: [9, 15],
    transmitDays: 180,
    fixEveryHours: 6,
    route: [
      [13.05, -9.15],
      [12.7, -8.2],
      [12.1, -7.1],
      [11.7, -6.2],
      [12.2, -8.4],
      [12.9, -10.2],
      [13.2, -11.4],
    ],
    mainLocation: [13.05, -9.15],
    licenceType: 'CC_BY_NC',
    licenceTerms: '',
    citation:
      'Estudo simulado segundo Dawson TM et al. 2017, Frontiers in Marine Science 4:312, doi:10.3389/fmars.2017.00312',
    contact: 'simulado (Simulador Kianda)',
    licenceGate: false,
    downloadable: true,
  },
  {
    id: 90_000_000_003,
    name: 'Baleias-de-bossa ao largo de Angola (simulado)',
    taxon: 'Megaptera novaeangliae',
    sensor: argos,
    animals: 4,
    season: [5, 20],
    transmitDays: 130,
    fixEveryHours: 6,
    route: [
      [11.2, -17],
      [11.7, -14.2],
      [12.9, -11.8],
      [12.6, -9],
      [11.6, -6.4],
      [8.8, -2],
      [8.2, -6],
      [10.2, -13.5],
      [11, -19],
    ],
    mainLocation: [11.5, -13],
    licenceType: 'CC_0',
    licenceTerms: '',
    citation: 'Estudo simulado: migração de Megaptera novaeangliae entre junho e novembro',
    contact: 'simulado (Simulador Kianda)',
    licenceGate: false,
    downloadable: true,
  },
  {
    id: 90_000_000_004,
    name: 'Alcatrazes-do-cabo (simulado, sem autorização)',
    taxon: 'Morus capensis',
    sensor: gps,
    animals: 3,
    season: [8, 1],
    transmitDays: 60,
    fixEveryHours: 6,
    route: [
      [14.9, -26.6],
      [12.5, -18],
      [14.9, -26.6],
    ],
    mainLocation: [14.9, -26.6],
    licenceType: 'CUSTOM',
    licenceTerms: 'Dados a pedido.',
    citation: '',
    contact: 'simulado (Simulador Kianda)',
    licenceGate: false,
    downloadable: false,
  },
];

export type Fix = {
  readonly individual: string;
  readonly tag: string;
  readonly timeMs: number;
  /** Arrival in the register. */
  readonly updatedMs: number;
  readonly position: Position;
  readonly visible: boolean;
};

/** Time from a fix to its arrival in the register. */
const delayMs = 12 * hourMs;
const firstYear = 2024;

/** Fixes of a study made in [fromMs, toMs] and arrived by `nowMs`, animal by animal, ascending. */
export function fixesOf(
  study: Study,
  seed: number,
  { fromMs, toMs, nowMs }: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
): Fix[] {
  const fixes: Fix[] = [];
  const lastMs = Math.min(toMs, nowMs - delayMs);
  for (let year = firstYear; year <= new Date(lastMs).getUTCFullYear(); year += 1)
    for (let animal = 0; animal < study.animals; animal += 1)
      fixes.push(...animalFixes(study, seed, { year, animal }, { fromMs, lastMs }));
  return fixes;
}

/** Fixes of one of the animals tagged in a year. */
function* animalFixes(
  study: Study,
  seed: number,
  { year, animal }: { readonly year: number; readonly animal: number },
  { fromMs, lastMs }: { readonly fromMs: number; readonly lastMs: number },
): Generator<Fix> {
  const individual = `${study.taxon.split(' ')[0]?.slice(0, 3).toUpperCase() ?? 'ANI'}-${year}-${String(animal + 1).padStart(2, '0')}`;
  const key = `${seed}:${study.id}:${individual}`;
  const startMs = Date.UTC(year, study.season[0], study.season[1]) + animal * 4 * dayMs;
  const endMs = startMs + study.transmitDays * (0.7 + 0.3 * hashUnit(key, 'life')) * dayMs;
  const stepMs = study.fixEveryHours * hourMs;
  const first = Math.max(0, Math.ceil((fromMs - startMs) / stepMs));
  for (let step = first; startMs + step * stepMs <= Math.min(endMs, lastMs); step += 1) {
    // Animals under water do not transmit: some fixes never come.
    if (hashUnit(key, step, 'gap') < 0.2) continue;
    const timeMs = startMs + step * stepMs + Math.floor(hashUnit(key, step, 'jitter') * hourMs);
    const share = (timeMs - startMs) / (study.transmitDays * dayMs);
    const wrong = hashUnit(key, step, 'outlier') < 0.01;
    const position = along(study.route, share, key);
    yield {
      individual,
      tag: String(100_000 + Math.floor(hashUnit(key, 'tag') * 900_000)),
      timeMs,
      updatedMs: timeMs + delayMs,
      position: wrong ? destination(position, 360 * hashUnit(key, step, 'to'), 900_000) : position,
      visible: !wrong,
    };
  }
}

/** Position after a share of the route, with the wandering of each animal about it (up to ~60 km). */
function along(route: readonly Position[], share: number, key: string): Position {
  const legs = route.length - 1;
  const place = Math.min(legs - 1e-9, Math.max(0, share) * legs);
  const leg = Math.floor(place);
  const from = route[leg] ?? [0, 0];
  const to = route[leg + 1] ?? from;
  const wander = [5, 11, 23].reduce(
    (sum, waves) => sum + Math.sin(2 * Math.PI * (share * waves + hashUnit(key, waves))) / 3,
    0,
  );
  // Out to sea from the route, never towards the coast: swimmers would walk.
  return destination(interpolateGreatCircle(from, to, place - leg), 265, 30_000 * (1 + wander));
}
