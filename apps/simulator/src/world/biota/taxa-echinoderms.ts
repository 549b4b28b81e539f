import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const urchin = familiesOf({ kingdom: 'Animalia', phylum: 'Echinodermata', class: 'Echinoidea', group: 'echinoderm' });
const seaStar = familiesOf({ kingdom: 'Animalia', phylum: 'Echinodermata', class: 'Asteroidea', group: 'echinoderm' });
const brittleStar = familiesOf({
  kingdom: 'Animalia',
  phylum: 'Echinodermata',
  class: 'Ophiuroidea',
  group: 'echinoderm',
});
const seaCucumber = familiesOf({
  kingdom: 'Animalia',
  phylum: 'Echinodermata',
  class: 'Holothuroidea',
  group: 'echinoderm',
});

/** Sea urchins, sea stars, brittle stars and sea cucumbers. */
export const echinoderms: readonly TaxonSeed[] = [
  ...urchin('Cidaroida', 'Cidaridae', [
    ['Eucidaris', 'tribuloides', '(Lamarck, 1816)', 'Ouriço-lápis', 'reef', 0, 50, -13, 0],
  ]),
  ...urchin('Arbaciida', 'Arbaciidae', [
    ['Arbacia', 'lixula', '(Linnaeus, 1758)', 'Ouriço-negro', 'reef', 0, 50, -16, 0],
  ]),
  ...urchin('Camarodonta', 'Echinometridae', [
    ['Echinometra', 'lucunter', '(Linnaeus, 1758)', 'Ouriço-do-mar', 'reef', 0, 45, -14, 0, '', 19, 30],
  ]),
  ...urchin('Camarodonta', 'Echinidae', [
    ['Echinus', 'gilchristi', 'Bell, 1904', 'Ouriço-do-mar', 'benthic', 30, 700, -20, -15],
  ]),
  ...seaStar('Paxillosida', 'Luidiidae', [
    ['Luidia', 'atlantidea', 'Madsen, 1950', 'Estrela-do-mar', 'benthic', 10, 100, -17, 0],
  ]),
  ...seaStar('Paxillosida', 'Astropectinidae', [
    ['Astropecten', 'aranciacus', '(Linnaeus, 1758)', 'Estrela-do-mar', 'benthic', 1, 180, -16, 0],
    ['Astropecten', 'michaelseni', 'Koehler, 1914', 'Estrela-do-mar', 'benthic', 5, 100, -14, 0],
  ]),
  ...seaStar('Valvatida', 'Chaetasteridae', [
    ['Chaetaster', 'longipes', '(Bruzelius, 1805)', 'Estrela-do-mar', 'benthic', 30, 1140, -14, 0],
  ]),
  ...brittleStar('Amphilepidida', 'Ophiactidae', [
    ['Ophiactis', 'savignyi', '(Müller & Troschel, 1842)', 'Ofiúro', 'reef', 0, 100, -14, 0],
  ]),
  ...brittleStar('Amphilepidida', 'Ophiotrichidae', [
    ['Ophiothrix', 'fragilis', '(Abildgaard in O.F. Müller, 1789)', 'Ofiúro', 'benthic', 0, 350, -20, 0],
  ]),
  ...seaCucumber('Elasipodida', 'Pelagothuriidae', [
    ['Enypniastes', 'eximia', 'Théel, 1882', '', 'deep', 500, 5000, -20, 0],
  ]),
  ...seaCucumber('Elasipodida', 'Psychropotidae', [
    ['Benthodytes', 'typica', 'Théel, 1882', '', 'deep', 1000, 4700, -20, 0],
  ]),
];
