import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const shark = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Elasmobranchii', group: 'fish' });
const chimaera = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Holocephali', group: 'fish' });
const hagfish = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Myxini', group: 'fish' });

/** Sharks, rays, chimaeras and hagfishes. */
export const cartilaginousFishes: readonly TaxonSeed[] = [
  ...shark('Carcharhiniformes', 'Carcharhinidae', [
    ['Carcharhinus', 'brachyurus', '(Günther, 1870)', 'Tubarão-cobre', 'coastal', 0, 360, -20, -13, 'VU', 13, 22],
    ['Carcharhinus', 'brevipinna', '(Müller & Henle, 1839)', '', 'coastal', 0, 200, -15, 0, 'VU'],
    [
      'Carcharhinus',
      'falciformis',
      '(Müller & Henle, 1839)',
      'Tubarão-luzidio',
      'pelagic',
      0,
      500,
      -17,
      0,
      'VU',
      20,
      30,
    ],
    ['Carcharhinus', 'leucas', '(Müller & Henle, 1839)', 'Tubarão-touro', 'coastal', 0, 150, -13, 0, 'VU'],
    ['Carcharhinus', 'limbatus', '(Müller & Henle, 1839)', '', 'coastal', 0, 100, -15, 0, 'VU'],
    [
      'Carcharhinus',
      'longimanus',
      '(Poey, 1861)',
      'Tubarão-de-pontas-brancas',
      'pelagic',
      0,
      230,
      -18,
      0,
      'CR',
      20,
      29,
    ],
    ['Carcharhinus', 'obscurus', '(Lesueur, 1818)', 'Tubarão-faqueta', 'pelagic', 0, 400, -18, 0, 'EN'],
    ['Carcharhinus', 'plumbeus', '(Nardo, 1827)', '', 'coastal', 0, 280, -15, 0, 'EN'],
    ['Carcharhinus', 'signatus', '(Poey, 1868)', '', 'deep', 0, 600, -19, 0, 'EN'],
    ['Prionace', 'glauca', '(Linnaeus, 1758)', 'Tintureira', 'pelagic', 0, 600, -20, 0, 'NT', 13, 28],
    ['Rhizoprionodon', 'acutus', '(Rüppell, 1837)', '', 'coastal', 0, 200, -16, 0, 'VU'],
  ]),
  ...shark('Carcharhiniformes', 'Galeocerdonidae', [
    ['Galeocerdo', 'cuvier', '(Péron & Lesueur, 1822)', 'Tubarão-tigre', 'pelagic', 0, 800, -16, 0, 'NT', 20, 30],
  ]),
  ...shark('Carcharhiniformes', 'Sphyrnidae', [
    ['Sphyrna', 'lewini', '(Griffith & Smith, 1834)', 'Tubarão-martelo', 'pelagic', 0, 1000, -17, 0, 'CR', 19, 30],
    ['Sphyrna', 'mokarran', '(Rüppell, 1837)', 'Tubarão-martelo-gigante', 'pelagic', 0, 300, -14, 0, 'CR'],
    ['Sphyrna', 'zygaena', '(Linnaeus, 1758)', 'Tubarão-martelo-liso', 'pelagic', 0, 200, -20, 0, 'VU', 15, 27],
  ]),
  ...shark('Carcharhiniformes', 'Triakidae', [
    ['Mustelus', 'mustelus', '(Linnaeus, 1758)', 'Cação-liso', 'demersal', 5, 350, -20, 0, 'EN', 13, 26],
    ['Galeorhinus', 'galeus', '(Linnaeus, 1758)', 'Perna-de-moça', 'demersal', 0, 800, -20, -15, 'CR', 12, 20],
  ]),
  ...shark('Carcharhiniformes', 'Leptochariidae', [
    ['Leptocharias', 'smithii', '(Müller & Henle, 1839)', '', 'demersal', 10, 75, -13, 0, 'VU'],
  ]),
  ...shark('Carcharhiniformes', 'Hemigaleidae', [
    ['Paragaleus', 'pectoralis', '(Garman, 1906)', '', 'coastal', 0, 100, -16, 0, 'EN'],
  ]),
  ...shark('Carcharhiniformes', 'Pentanchidae', [
    ['Galeus', 'polli', 'Cadenat, 1959', '', 'deep', 150, 720, -20, 0, 'VU'],
  ]),
  ...shark('Carcharhiniformes', 'Scyliorhinidae', [
    ['Scyliorhinus', 'cervigoni', 'Maurin & Bonnet, 1970', '', 'demersal', 45, 500, -16, 0, 'DD'],
  ]),
  ...shark('Carcharhiniformes', 'Pseudotriakidae', [
    ['Pseudotriakis', 'microdon', 'de Brito Capello, 1868', '', 'deep', 200, 1900, -18, 0, 'LC'],
  ]),
  ...shark('Lamniformes', 'Lamnidae', [
    ['Carcharodon', 'carcharias', '(Linnaeus, 1758)', 'Tubarão-branco', 'pelagic', 0, 1200, -20, 0, 'VU', 13, 26],
    ['Isurus', 'oxyrinchus', 'Rafinesque, 1810', 'Anequim', 'pelagic', 0, 750, -20, 0, 'EN', 15, 28],
    ['Isurus', 'paucus', 'Guitart, 1966', 'Anequim-de-gadanha', 'pelagic', 0, 760, -18, 0, 'EN', 20, 29],
  ]),
  ...shark('Lamniformes', 'Alopiidae', [
    ['Alopias', 'superciliosus', 'Lowe, 1841', 'Tubarão-raposo-olhudo', 'pelagic', 0, 730, -20, 0, 'VU', 17, 29],
    ['Alopias', 'vulpinus', '(Bonnaterre, 1788)', 'Tubarão-raposo', 'pelagic', 0, 650, -20, 0, 'VU', 14, 27],
  ]),
  ...shark('Lamniformes', 'Pseudocarchariidae', [
    ['Pseudocarcharias', 'kamoharai', '(Matsubara, 1936)', 'Tubarão-crocodilo', 'pelagic', 0, 590, -20, 0, 'LC'],
  ]),
  ...shark('Orectolobiformes', 'Rhincodontidae', [
    ['Rhincodon', 'typus', 'Smith, 1828', 'Tubarão-baleia', 'pelagic', 0, 1900, -17, 0, 'EN', 20, 30],
  ]),
  ...shark('Orectolobiformes', 'Ginglymostomatidae', [
    ['Ginglymostoma', 'cirratum', '(Bonnaterre, 1788)', 'Tubarão-ama', 'reef', 0, 130, -12, 0, 'VU'],
  ]),
  ...shark('Hexanchiformes', 'Hexanchidae', [
    ['Heptranchias', 'perlo', '(Bonnaterre, 1788)', 'Bico-doce', 'deep', 50, 1000, -20, 0, 'NT'],
    ['Hexanchus', 'griseus', '(Bonnaterre, 1788)', 'Albafar', 'deep', 0, 2000, -20, 0, 'NT'],
  ]),
  ...shark('Hexanchiformes', 'Chlamydoselachidae', [
    ['Chlamydoselachus', 'africana', 'Ebert & Compagno, 2009', 'Tubarão-cobra', 'deep', 300, 1400, -20, -8, 'LC'],
  ]),
  ...shark('Squaliformes', 'Centrophoridae', [
    ['Centrophorus', 'granulosus', '(Bloch & Schneider, 1801)', 'Barroso', 'deep', 100, 1200, -20, 0, 'EN'],
    ['Centrophorus', 'squamosus', '(Bonnaterre, 1788)', 'Lixa', 'deep', 230, 2400, -20, 0, 'EN'],
    ['Deania', 'calcea', '(Lowe, 1839)', 'Sapata', 'deep', 70, 1470, -20, -5, 'NT'],
    ['Deania', 'profundorum', '(Smith & Radcliffe, 1912)', '', 'deep', 200, 1800, -20, 0, 'NT'],
  ]),
  ...shark('Squaliformes', 'Somniosidae', [
    [
      'Centroscymnus',
      'coelolepis',
      'Barbosa du Bocage & de Brito Capello, 1864',
      'Carocho',
      'deep',
      270,
      3700,
      -20,
      0,
      'NT',
    ],
    ['Zameus', 'squamulosus', '(Günther, 1877)', '', 'deep', 200, 2200, -20, 0, 'LC'],
  ]),
  ...shark('Squaliformes', 'Etmopteridae', [
    ['Etmopterus', 'polli', 'Bigelow, Schroeder & Springer, 1953', '', 'deep', 300, 1000, -17, 0, 'LC'],
    ['Etmopterus', 'pusillus', '(Lowe, 1839)', 'Lixinha-da-fundura', 'deep', 150, 1000, -20, 0, 'LC'],
  ]),
  ...shark('Squaliformes', 'Dalatiidae', [
    ['Dalatias', 'licha', '(Bonnaterre, 1788)', 'Gata', 'deep', 40, 1800, -20, 0, 'VU'],
    ['Isistius', 'brasiliensis', '(Quoy & Gaimard, 1824)', '', 'pelagic', 0, 1000, -18, 0, 'LC'],
    ['Squaliolus', 'laticaudus', 'Smith & Radcliffe, 1912', '', 'pelagic', 200, 1200, -18, 0, 'LC'],
  ]),
  ...shark('Squaliformes', 'Oxynotidae', [
    ['Oxynotus', 'centrina', '(Linnaeus, 1758)', 'Peixe-porco', 'deep', 40, 780, -20, 0, 'EN'],
  ]),
  ...shark('Squatiniformes', 'Squatinidae', [
    ['Squatina', 'aculeata', 'Cuvier, 1829', 'Anjo', 'benthic', 30, 500, -17, 0, 'CR'],
    ['Squatina', 'oculata', 'Bonaparte, 1840', 'Anjo', 'benthic', 20, 500, -18, 0, 'CR'],
  ]),
  ...shark('Torpediniformes', 'Torpedinidae', [
    ['Tetronarce', 'nobiliana', '(Bonaparte, 1835)', 'Tremelga-negra', 'benthic', 0, 800, -20, 0, 'LC'],
    ['Torpedo', 'bauchotae', 'Cadenat, Capapé & Desoutter, 1978', 'Tremelga', 'benthic', 10, 300, -14, 0],
    ['Torpedo', 'marmorata', 'Risso, 1810', 'Tremelga', 'benthic', 2, 370, -18, 0, 'VU'],
    ['Torpedo', 'torpedo', '(Linnaeus, 1758)', 'Tremelga', 'benthic', 2, 400, -14, 0, 'VU'],
  ]),
  ...shark('Rhinopristiformes', 'Rhinobatidae', [
    ['Rhinobatos', 'albomaculatus', 'Norman, 1930', 'Viola', 'benthic', 10, 35, -13, 0, 'CR'],
    ['Rhinobatos', 'rhinobatos', '(Linnaeus, 1758)', 'Viola', 'benthic', 0, 180, -16, 0, 'CR'],
  ]),
  ...shark('Rhinopristiformes', 'Glaucostegidae', [
    ['Glaucostegus', 'cemiculus', '(Geoffroy Saint-Hilaire, 1817)', 'Viola', 'benthic', 0, 100, -16, 0, 'CR'],
  ]),
  ...shark('Rajiformes', 'Rajidae', [
    ['Leucoraja', 'leucosticta', '(Stehmann, 1971)', 'Raia', 'demersal', 70, 600, -16, 0],
    ['Raja', 'parva', 'Last & Séret, 2016', 'Raia', 'demersal', 15, 300, -17, 0],
    ['Raja', 'straeleni', 'Poll, 1951', 'Raia', 'demersal', 10, 700, -20, 0, 'NT', 13, 26],
    ['Rostroraja', 'alba', '(Lacepède, 1803)', 'Raia-tairoga', 'demersal', 40, 600, -20, 0, 'EN'],
  ]),
  ...shark('Myliobatiformes', 'Dasyatidae', [
    ['Dasyatis', 'marmorata', '(Steindachner, 1892)', 'Uge', 'benthic', 5, 65, -20, 0, 'NT'],
    ['Fontitrygon', 'margarita', '(Günther, 1870)', 'Uge', 'benthic', 0, 60, -13, 0, 'VU'],
    ['Fontitrygon', 'margaritella', '(Compagno & Roberts, 1984)', 'Uge', 'benthic', 0, 40, -13, 0, 'NT'],
    ['Pteroplatytrygon', 'violacea', '(Bonaparte, 1832)', 'Uge-violeta', 'pelagic', 0, 380, -20, 0, 'LC', 18, 29],
  ]),
  ...shark('Myliobatiformes', 'Gymnuridae', [
    ['Gymnura', 'altavela', '(Linnaeus, 1758)', 'Uge-manta', 'benthic', 5, 100, -14, 0, 'EN'],
  ]),
  ...shark('Myliobatiformes', 'Myliobatidae', [
    ['Aetomylaeus', 'bovinus', '(Geoffroy Saint-Hilaire, 1817)', 'Ratão-bispo', 'demersal', 0, 150, -18, 0, 'CR'],
    ['Myliobatis', 'aquila', '(Linnaeus, 1758)', 'Ratão', 'demersal', 0, 300, -20, 0, 'CR'],
  ]),
  ...shark('Myliobatiformes', 'Aetobatidae', [
    ['Aetobatus', 'narinari', '(Euphrasen, 1790)', 'Ratão-pintado', 'coastal', 0, 80, -12, 0, 'EN'],
  ]),
  ...shark('Myliobatiformes', 'Rhinopteridae', [
    ['Rhinoptera', 'marginata', '(Geoffroy Saint-Hilaire, 1817)', '', 'coastal', 0, 100, -14, 0, 'CR'],
  ]),
  ...shark('Myliobatiformes', 'Mobulidae', [
    ['Mobula', 'birostris', '(Walbaum, 1792)', 'Manta', 'pelagic', 0, 1000, -14, 0, 'EN', 20, 30],
    ['Mobula', 'mobular', '(Bonnaterre, 1788)', 'Jamanta', 'pelagic', 0, 700, -17, 0, 'EN'],
    ['Mobula', 'tarapacana', '(Philippi, 1892)', 'Jamanta', 'pelagic', 0, 1900, -14, 0, 'EN'],
    ['Mobula', 'thurstoni', '(Lloyd, 1908)', 'Jamanta', 'pelagic', 0, 100, -14, 0, 'EN'],
  ]),
  ...chimaera('Chimaeriformes', 'Rhinochimaeridae', [
    ['Harriotta', 'raleighana', 'Goode & Bean, 1895', 'Quimera', 'deep', 350, 2600, -20, 0, 'LC'],
    ['Neoharriotta', 'pinnata', '(Schnakenbeck, 1931)', 'Quimera', 'deep', 150, 600, -20, 0, 'NT'],
  ]),
  ...hagfish('Myxiniformes', 'Myxinidae', [
    ['Myxine', 'ios', 'Fernholm, 1981', 'Peixe-bruxa', 'deep', 600, 1600, -20, 0, 'LC'],
  ]),
];
