import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const mammal = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Mammalia', group: 'mammal' });

/** Whales, dolphins, the Cape fur seal and the African manatee. */
export const mammals: readonly TaxonSeed[] = [
  ...mammal('Cetartiodactyla', 'Balaenidae', [
    [
      'Eubalaena',
      'australis',
      '(Desmoulins, 1822)',
      'Baleia-franca-austral',
      'coastal',
      0,
      200,
      -20,
      -12,
      'LC',
      10,
      20,
    ],
  ]),
  ...mammal('Cetartiodactyla', 'Balaenopteridae', [
    ['Balaenoptera', 'acutorostrata', 'Lacépède, 1804', 'Baleia-anã', 'pelagic', 0, 150, -20, 0, 'LC'],
    ['Balaenoptera', 'bonaerensis', 'Burmeister, 1867', 'Baleia-anã-antártica', 'pelagic', 0, 150, -20, 0, 'NT'],
    ['Balaenoptera', 'borealis', 'Lesson, 1828', 'Baleia-sardinheira', 'pelagic', 0, 300, -20, 0, 'EN'],
    ['Balaenoptera', 'edeni', 'Anderson, 1879', 'Baleia-de-Bryde', 'pelagic', 0, 300, -20, 0, 'LC', 15, 29],
    ['Balaenoptera', 'musculus', '(Linnaeus, 1758)', 'Baleia-azul', 'pelagic', 0, 500, -20, 0, 'EN'],
    ['Balaenoptera', 'physalus', '(Linnaeus, 1758)', 'Baleia-comum', 'pelagic', 0, 470, -20, -2, 'VU'],
    ['Megaptera', 'novaeangliae', '(Borowski, 1781)', 'Baleia-de-bossa', 'pelagic', 0, 300, -20, 0, 'LC', 14, 28],
  ]),
  ...mammal('Cetartiodactyla', 'Physeteridae', [
    ['Physeter', 'macrocephalus', 'Linnaeus, 1758', 'Cachalote', 'deep', 0, 2000, -20, 0, 'VU', 14, 29],
  ]),
  ...mammal('Cetartiodactyla', 'Kogiidae', [
    ['Kogia', 'breviceps', '(Blainville, 1838)', 'Cachalote-pigmeu', 'deep', 0, 1000, -20, 0, 'LC'],
    ['Kogia', 'sima', '(Owen, 1866)', 'Cachalote-anão', 'deep', 0, 1000, -20, 0, 'LC'],
  ]),
  ...mammal('Cetartiodactyla', 'Ziphiidae', [
    ['Mesoplodon', 'densirostris', '(Blainville, 1817)', 'Baleia-de-bico-de-Blainville', 'deep', 0, 1500, -20, 0, 'LC'],
    ['Ziphius', 'cavirostris', 'Cuvier, 1823', 'Zífio', 'deep', 0, 2990, -20, 0, 'LC'],
  ]),
  ...mammal('Cetartiodactyla', 'Delphinidae', [
    [
      'Cephalorhynchus',
      'heavisidii',
      '(Gray, 1828)',
      'Golfinho-de-Heaviside',
      'coastal',
      0,
      100,
      -20,
      -16,
      'NT',
      10,
      18,
    ],
    ['Delphinus', 'delphis', 'Linnaeus, 1758', 'Golfinho-comum', 'pelagic', 0, 260, -20, 0, 'LC', 13, 28],
    ['Feresa', 'attenuata', 'Gray, 1874', 'Orca-pigmeia', 'pelagic', 0, 400, -18, 0, 'LC'],
    ['Globicephala', 'macrorhynchus', 'Gray, 1846', 'Baleia-piloto-tropical', 'pelagic', 0, 1000, -18, 0, 'LC', 19, 29],
    ['Grampus', 'griseus', '(Cuvier, 1812)', 'Grampo', 'pelagic', 0, 500, -20, 0, 'LC', 15, 29],
    ['Lagenodelphis', 'hosei', 'Fraser, 1956', 'Golfinho-de-Fraser', 'pelagic', 0, 600, -18, 0, 'LC'],
    ['Orcinus', 'orca', '(Linnaeus, 1758)', 'Orca', 'pelagic', 0, 1000, -20, 0, 'DD'],
    ['Peponocephala', 'electra', '(Gray, 1846)', 'Golfinho-cabeça-de-melão', 'pelagic', 0, 500, -18, 0, 'LC'],
    ['Pseudorca', 'crassidens', '(Owen, 1846)', 'Falsa-orca', 'pelagic', 0, 600, -20, 0, 'NT'],
    ['Sousa', 'teuszii', '(Kükenthal, 1892)', 'Golfinho-corcunda-do-Atlântico', 'coastal', 0, 30, -17, 0, 'CR', 16, 30],
    ['Stenella', 'attenuata', '(Gray, 1846)', 'Golfinho-malhado-pantropical', 'pelagic', 0, 340, -18, 0, 'LC', 20, 30],
    ['Stenella', 'clymene', '(Gray, 1850)', 'Golfinho-de-Clymene', 'pelagic', 0, 400, -16, 0, 'LC', 20, 30],
    ['Stenella', 'coeruleoalba', '(Meyen, 1833)', 'Golfinho-riscado', 'pelagic', 0, 700, -20, 0, 'LC', 16, 29],
    [
      'Stenella',
      'frontalis',
      '(Cuvier, 1829)',
      'Golfinho-malhado-do-Atlântico',
      'pelagic',
      0,
      60,
      -18,
      0,
      'LC',
      18,
      29,
    ],
    ['Stenella', 'longirostris', '(Gray, 1828)', 'Golfinho-rotador', 'pelagic', 0, 600, -17, 0, 'LC', 20, 30],
    ['Steno', 'bredanensis', '(Cuvier in Lesson, 1828)', 'Caldeirão', 'pelagic', 0, 400, -18, 0, 'LC', 19, 30],
    ['Tursiops', 'truncatus', '(Montagu, 1821)', 'Roaz', 'coastal', 0, 500, -20, 0, 'LC', 13, 30],
  ]),
  ...mammal('Carnivora', 'Otariidae', [
    ['Arctocephalus', 'pusillus', '(Schreber, 1775)', 'Otária-do-Cabo', 'coastal', 0, 200, -20, -11, 'LC', 10, 20],
  ]),
  ...mammal('Sirenia', 'Trichechidae', [
    ['Trichechus', 'senegalensis', 'Link, 1795', 'Manatim-africano', 'mangrove', 0, 20, -10, 0, 'VU', 20, 31],
  ]),
];
