import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const polychaete = familiesOf({ kingdom: 'Animalia', phylum: 'Annelida', class: 'Polychaeta', group: 'annelid' });

/** Polychaete worms of the shelf, of the open water and of the cold seeps of the Congo fan. */
export const annelids: readonly TaxonSeed[] = [
  ...polychaete('Eunicida', 'Onuphidae', [
    ['Diopatra', 'neapolitana', 'Delle Chiaje, 1841', 'Casulo', 'benthic', 0, 150, -20, 0],
    ['Onuphis', 'eremita', 'Audouin & Milne Edwards, 1833', '', 'benthic', 0, 100, -17, 0],
  ]),
  ...polychaete('Phyllodocida', 'Goniadidae', [
    ['Glycinde', 'kameruniana', 'Augener, 1918', '', 'benthic', 5, 150, -20, 0],
  ]),
  ...polychaete('Phyllodocida', 'Nereididae', [
    ['Platynereis', 'dumerilii', '(Audouin & Milne Edwards, 1833)', '', 'benthic', 0, 50, -20, 0],
  ]),
  ...polychaete('Phyllodocida', 'Pilargidae', [['Sigambra', 'parva', '(Day, 1963)', '', 'benthic', 20, 200, -20, -15]]),
  ...polychaete('Phyllodocida', 'Tomopteridae', [
    ['Tomopteris', 'helgolandica', '(Greeff, 1879)', '', 'pelagic', 0, 500, -20, 0],
    ['Tomopteris', 'septentrionalis', 'Steenstrup, 1849', '', 'pelagic', 0, 500, -20, 0],
  ]),
  ...polychaete('Spionida', 'Spionidae', [
    ['Paraprionospio', 'pinnata', '(Ehlers, 1901)', '', 'benthic', 10, 300, -20, 0],
    ['Prionospio', 'ehlersi', 'Fauvel, 1928', '', 'benthic', 20, 350, -18, 0],
  ]),
  ...polychaete('Sabellida', 'Serpulidae', [['Hydroides', 'elegans', '(Haswell, 1883)', '', 'benthic', 0, 20, -16, 0]]),
  ...polychaete('Sabellida', 'Siboglinidae', [
    [
      'Escarpia',
      'southwardae',
      'Andersen, Hourdez, Marie, Jollivet, Lallier & Sibuet, 2004',
      '',
      'deep',
      3000,
      3200,
      -8,
      -4.5,
    ],
  ]),
];
