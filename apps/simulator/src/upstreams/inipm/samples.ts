import { behaviours, habitats } from '@kianda/connectors/inipm/wire';
import { dayMs, hash32, type Random, randomNormal, seededRandom } from '@kianda/geo';
import { samplings } from '../../world/biota/datasets.ts';
import { depthOf, monthlyMoments, type Place, placeOf } from '../../world/biota/placing.ts';
import type { BiotaTaxon, World } from '../../world/types.ts';

/** Hauls a week that catch a species, and animals of it that are measured in each. */
const haulsAWeek = 2;
const animalsAHaul = 5;

type Body = {
  readonly name: string;
  /** Length of the largest, cm. */
  readonly longest: number;
  /** Grams of a length in cm: `a · lengthᵇ`. */
  readonly a: number;
  readonly b: number;
  readonly lengthKind: 'total' | 'furcal' | 'carapaça';
  readonly gear: string;
};

// Typical of the genera, as the institutes of the region publish them: shaped, not measured.
// biome-ignore format: a table
const bodies: readonly Body[] = [
  { name: 'Sardinella aurita', longest: 36, a: 0.0085, b: 3.03, lengthKind: 'total', gear: 'arrasto pelágico' },
  { name: 'Sardinella maderensis', longest: 33, a: 0.0094, b: 3.02, lengthKind: 'total', gear: 'arrasto pelágico' },
  { name: 'Trachurus trecae', longest: 38, a: 0.0095, b: 2.95, lengthKind: 'total', gear: 'arrasto pelágico' },
  { name: 'Trachurus capensis', longest: 52, a: 0.0082, b: 3.0, lengthKind: 'total', gear: 'arrasto pelágico' },
  { name: 'Sardinops sagax', longest: 29, a: 0.0075, b: 3.06, lengthKind: 'total', gear: 'arrasto pelágico' },
  { name: 'Scomber colias', longest: 45, a: 0.0058, b: 3.18, lengthKind: 'furcal', gear: 'arrasto pelágico' },
  { name: 'Brachydeuterus auritus', longest: 24, a: 0.0125, b: 3.02, lengthKind: 'total', gear: 'arrasto de fundo' },
  { name: 'Merluccius polli', longest: 70, a: 0.0053, b: 3.08, lengthKind: 'total', gear: 'arrasto de fundo' },
  { name: 'Merluccius capensis', longest: 95, a: 0.006, b: 3.05, lengthKind: 'total', gear: 'arrasto de fundo' },
  { name: 'Dentex macrophthalmus', longest: 40, a: 0.0165, b: 2.95, lengthKind: 'total', gear: 'arrasto de fundo' },
  { name: 'Dentex angolensis', longest: 42, a: 0.018, b: 2.94, lengthKind: 'total', gear: 'arrasto de fundo' },
  { name: 'Parapenaeus longirostris', longest: 16, a: 0.006, b: 3.05, lengthKind: 'total', gear: 'arrasto de fundo' },
  { name: 'Aristeus varidens', longest: 20, a: 0.0055, b: 3.05, lengthKind: 'total', gear: 'arrasto de fundo' },
  { name: 'Chaceon maritae', longest: 17, a: 0.35, b: 2.9, lengthKind: 'carapaça', gear: 'gaiola' },
  { name: 'Thunnus albacares', longest: 180, a: 0.019, b: 2.98, lengthKind: 'furcal', gear: 'palangre' },
  { name: 'Thunnus obesus', longest: 190, a: 0.023, b: 2.97, lengthKind: 'furcal', gear: 'palangre' },
];

export const sampleHeader =
  'campanha;estacao;exemplar;data;lat;lon;profundidade_m;arte;nome_cientifico;comprimento_cm;tipo_comprimento;peso_g;sexo;maturacao;habitat;comportamento';

/** Rows of the animals measured in the week before a file was laid: each haul where its species lives, at its depth. */
export function sampleRows(
  { seed, biota }: Pick<World, 'seed' | 'biota'>,
  laidMs: number,
  show: { readonly number: (value: number, digits: number) => string; readonly date: (timeMs: number) => string },
): string[][] {
  const moments = monthlyMoments(seed);
  const [, survey] = samplings;
  if (survey === undefined) throw new RangeError('the simulated sea has no surveys');
  const programme = `INIPM-AB-${new Date(laidMs).toISOString().slice(0, 10)}`;
  let haul = 0;
  return bodies.flatMap((body) => {
    const number = biota.taxa.findIndex(({ scientificName }) => scientificName === body.name);
    const taxon = biota.taxa[number];
    if (taxon === undefined) throw new RangeError(`${body.name} is not among the simulated taxa`);
    return Array.from({ length: haulsAWeek }, () => {
      haul += 1;
      const random = seededRandom(hash32(seed, 'inipm-ab', laidMs, haul));
      const timeMs = laidMs - (1 + Math.floor(6 * random())) * dayMs;
      const moment = moments[new Date(timeMs).getUTCMonth()];
      if (moment === undefined) throw new RangeError(`no month for ${timeMs}`);
      const place = placeOf(random, { taxon, number }, survey, moment);
      const where = [show.date(timeMs), show.number(place.lat, 4), show.number(place.lon, 4)];
      const depth = String(Math.max(1, depthOf(random, taxon, place)));
      return Array.from({ length: animalsAHaul }, (_, animal) => [
        ...[programme, `L${String(haul).padStart(3, '0')}`, String(animal + 1), ...where, depth],
        ...[body.gear, body.name, ...measures(random, body, show.number), ...notes(random, taxon, place)],
      ]);
    }).flat();
  });
}

/** Length, weight, sex and maturity of one animal: most are half grown, few as long as the longest. */
function measures(random: Random, body: Body, show: (value: number, digits: number) => string): string[] {
  const share = Math.min(0.97, Math.max(0.2, 0.52 + 0.15 * randomNormal(random)));
  const length = body.longest * share;
  const weight = body.a * length ** body.b * (1 + 0.06 * randomNormal(random));
  const isGrown = share > 0.45;
  const sex = isGrown ? (random() < 0.5 ? 'F' : 'M') : 'I';
  const maturity = isGrown ? String(2 + Math.floor(5 * random())) : '1';
  // One in twelve is not weighed at sea.
  const weighed = random() < 1 / 12 ? '' : show(weight, 1);
  return [show(length, 1), body.lengthKind, weighed, sex, maturity];
}

/** Habitat by the depth of the sea bed, and what the animal did, where the sampler noted them. */
function notes(random: Random, taxon: BiotaTaxon, { seabedMeters }: Place): string[] {
  const [, shore, , shelf, slope, open] = habitats;
  const habitat = seabedMeters < 30 ? shore : seabedMeters < 200 ? shelf : seabedMeters < 1_200 ? slope : open;
  const [school, surface, bottom, migration, alone] = behaviours;
  const usual = taxon.habitat === 'pelagic' ? school : taxon.habitat === 'deep' ? alone : bottom;
  const seen = random() < 0.75 ? usual : taxon.habitat === 'pelagic' ? surface : migration;
  return [random() < 0.9 ? habitat : '', random() < 0.4 ? seen : ''];
}
