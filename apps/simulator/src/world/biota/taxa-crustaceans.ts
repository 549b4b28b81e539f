import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const malacostracan = familiesOf({
  kingdom: 'Animalia',
  phylum: 'Arthropoda',
  class: 'Malacostraca',
  group: 'crustacean',
});
const copepod = familiesOf({ kingdom: 'Animalia', phylum: 'Arthropoda', class: 'Copepoda', group: 'crustacean' });
const barnacle = familiesOf({ kingdom: 'Animalia', phylum: 'Arthropoda', class: 'Thecostraca', group: 'crustacean' });
const waterFlea = familiesOf({ kingdom: 'Animalia', phylum: 'Arthropoda', class: 'Branchiopoda', group: 'crustacean' });

/** Prawns, lobsters, crabs, krill, copepods and barnacles. */
export const crustaceans: readonly TaxonSeed[] = [
  ...malacostracan('Decapoda', 'Penaeidae', [
    ['Parapenaeus', 'longirostris', '(Lucas, 1846)', 'Gamba', 'demersal', 50, 700, -17, 0, '', 15, 27],
    ['Penaeus', 'kerathurus', '(Forskål, 1775)', 'Gamba-manchada', 'coastal', 0, 90, -16, 0],
    ['Penaeus', 'monodon', 'Fabricius, 1798', 'Camarão-tigre-gigante', 'mangrove', 0, 110, -12, 0],
    ['Penaeus', 'notialis', 'Pérez Farfante, 1967', 'Camarão-rosado', 'coastal', 3, 100, -15, 0, '', 20, 30],
  ]),
  ...malacostracan('Decapoda', 'Aristeidae', [
    ['Aristaeopsis', 'edwardsiana', '(Johnson, 1868)', 'Carabineiro', 'deep', 200, 1850, -17, 0],
    ['Aristeus', 'varidens', 'Holthuis, 1952', 'Alistado', 'deep', 300, 1100, -18, 0],
  ]),
  ...malacostracan('Decapoda', 'Solenoceridae', [
    ['Solenocera', 'africana', 'Stebbing, 1917', '', 'demersal', 20, 600, -20, 0],
  ]),
  ...malacostracan('Decapoda', 'Sicyoniidae', [
    ['Sicyonia', 'galeata', 'Holthuis, 1952', '', 'benthic', 10, 80, -14, 0],
  ]),
  ...malacostracan('Decapoda', 'Nematocarcinidae', [
    ['Nematocarcinus', 'africanus', 'Crosnier & Forest, 1973', '', 'deep', 200, 700, -18, 0],
  ]),
  ...malacostracan('Decapoda', 'Pandalidae', [
    ['Heterocarpus', 'ensifer', 'A. Milne-Edwards, 1881', '', 'deep', 150, 900, -17, 0],
    ['Plesionika', 'heterocarpus', '(A. Costa, 1871)', '', 'demersal', 35, 700, -18, 0],
    ['Plesionika', 'martia', '(A. Milne-Edwards, 1883)', '', 'deep', 165, 2100, -20, 0],
  ]),
  ...malacostracan('Decapoda', 'Pasiphaeidae', [
    ['Glyphus', 'marsupialis', 'Filhol, 1884', '', 'deep', 200, 1500, -17, 0],
  ]),
  ...malacostracan('Decapoda', 'Acanthephyridae', [
    ['Acanthephyra', 'pelagica', '(Risso, 1816)', '', 'deep', 200, 2500, -20, -5],
  ]),
  ...malacostracan('Decapoda', 'Oplophoridae', [
    ['Systellaspis', 'debilis', '(A. Milne-Edwards, 1881)', '', 'deep', 100, 1500, -20, 0],
  ]),
  ...malacostracan('Decapoda', 'Palaemonidae', [
    ['Nematopalaemon', 'hastatus', '(Aurivillius, 1898)', 'Camarão', 'coastal', 0, 50, -12, 0],
  ]),
  ...malacostracan('Decapoda', 'Lysmatidae', [
    ['Exhippolysmata', 'hastatoides', '(Balss, 1914)', '', 'coastal', 5, 60, -14, 0],
  ]),
  ...malacostracan('Decapoda', 'Palinuridae', [
    ['Panulirus', 'regius', 'de Brito Capello, 1864', 'Lagosta-verde', 'reef', 0, 55, -16, 0, 'DD', 18, 29],
  ]),
  ...malacostracan('Decapoda', 'Scyllaridae', [
    ['Scyllarides', 'herklotsii', '(Herklots, 1851)', 'Cavaco', 'reef', 5, 200, -14, 0, 'LC'],
    ['Scyllarus', 'caparti', 'Holthuis, 1952', '', 'benthic', 20, 250, -14, 0, 'LC'],
  ]),
  ...malacostracan('Decapoda', 'Nephropidae', [
    ['Nephropsis', 'atlantica', 'Norman, 1882', '', 'deep', 450, 1400, -20, 0, 'LC'],
  ]),
  ...malacostracan('Decapoda', 'Polychelidae', [
    ['Polycheles', 'typhlops', 'Heller, 1862', '', 'deep', 80, 2200, -18, 0],
  ]),
  ...malacostracan('Decapoda', 'Lithodidae', [['Lithodes', 'ferox', 'Filhol, 1885', '', 'deep', 160, 1000, -20, 0]]),
  ...malacostracan('Decapoda', 'Diogenidae', [
    ['Clibanarius', 'africanus', 'Aurivillius, 1898', 'Casa-alugada', 'coastal', 0, 5, -12, 0],
    ['Dardanus', 'arrosor', '(Herbst, 1796)', 'Casa-alugada', 'benthic', 5, 500, -20, 0],
  ]),
  ...malacostracan('Decapoda', 'Geryonidae', [
    ['Chaceon', 'maritae', '(Manning & Holthuis, 1981)', 'Caranguejo-de-profundidade', 'deep', 100, 1000, -20, 0],
  ]),
  ...malacostracan('Decapoda', 'Homolidae', [['Paromola', 'cuvieri', '(Risso, 1816)', '', 'deep', 80, 1200, -18, 0]]),
  ...malacostracan('Decapoda', 'Calappidae', [
    ['Calappa', 'pelii', 'Herklots, 1851', '', 'benthic', 30, 400, -16, 0],
    ['Calappa', 'rubroguttata', 'Herklots, 1851', '', 'benthic', 5, 150, -16, 0],
  ]),
  ...malacostracan('Decapoda', 'Portunidae', [
    ['Callinectes', 'amnicola', '(de Rochebrune, 1883)', '', 'mangrove', 0, 30, -13, 0, '', 21, 31],
    ['Callinectes', 'marginatus', '(A. Milne-Edwards, 1861)', '', 'coastal', 0, 30, -12, 0],
    ['Callinectes', 'pallidus', '(de Rochebrune, 1883)', '', 'coastal', 0, 40, -14, 0],
    ['Sanquerus', 'validus', '(Herklots, 1851)', '', 'coastal', 0, 60, -14, 0],
  ]),
  ...malacostracan('Decapoda', 'Menippidae', [['Menippe', 'nodifrons', 'Stimpson, 1859', '', 'reef', 0, 10, -14, 0]]),
  ...malacostracan('Decapoda', 'Panopeidae', [
    ['Panopeus', 'africanus', 'A. Milne-Edwards, 1867', '', 'mangrove', 0, 10, -14, 0],
  ]),
  ...malacostracan('Decapoda', 'Grapsidae', [
    ['Goniopsis', 'pelii', '(Herklots, 1851)', '', 'mangrove', 0, 2, -12.5, 0],
    ['Grapsus', 'adscensionis', '(Osbeck, 1765)', '', 'reef', 0, 3, -14, 0],
    ['Pachygrapsus', 'transversus', '(Gibbes, 1850)', '', 'reef', 0, 5, -16, 0],
  ]),
  ...malacostracan('Decapoda', 'Percnidae', [
    ['Percnon', 'gibbesi', '(H. Milne Edwards, 1853)', '', 'reef', 0, 20, -13, 0],
  ]),
  ...malacostracan('Decapoda', 'Gecarcinidae', [
    ['Cardisoma', 'armatum', 'Herklots, 1851', '', 'mangrove', 0, 1, -12.5, 0],
  ]),
  ...malacostracan('Decapoda', 'Ocypodidae', [
    ['Afruca', 'tangeri', '(Eydoux, 1835)', 'Caranguejo-violinista', 'mangrove', 0, 1, -13, 0, '', 19, 31],
    ['Ocypode', 'africana', 'De Man, 1881', 'Caranguejo-fantasma', 'coastal', 0, 1, -15, 0],
    ['Ocypode', 'cursor', '(Linnaeus, 1758)', 'Caranguejo-fantasma', 'coastal', 0, 1, -18, 0],
  ]),
  ...malacostracan('Stomatopoda', 'Squillidae', [
    ['Squilla', 'cadenati', 'Manning, 1970', '', 'benthic', 10, 250, -14, 0],
    ['Squilla', 'mantis', '(Linnaeus, 1758)', 'Zagaia', 'benthic', 5, 250, -15, 0],
  ]),
  ...malacostracan('Amphipoda', 'Hyperiidae', [
    ['Themisto', 'gaudichaudii', 'Guérin, 1825', '', 'pelagic', 0, 400, -20, -15],
  ]),
  ...malacostracan('Amphipoda', 'Phronimidae', [
    ['Phronima', 'sedentaria', '(Forskål, 1775)', '', 'pelagic', 0, 1000, -20, 0],
  ]),
  ...malacostracan('Euphausiacea', 'Euphausiidae', [
    ['Euphausia', 'americana', 'Hansen, 1911', '', 'pelagic', 0, 400, -17, 0],
    ['Euphausia', 'hanseni', 'Zimmer, 1915', '', 'pelagic', 0, 500, -20, 0],
    ['Euphausia', 'lucens', 'Hansen, 1905', '', 'pelagic', 0, 500, -20, -17, '', 10, 18],
    ['Euphausia', 'recurva', 'Hansen, 1905', '', 'pelagic', 0, 500, -20, -10],
    ['Euphausia', 'tenera', 'Hansen, 1905', '', 'pelagic', 0, 400, -18, 0],
    ['Nematobrachion', 'flexipes', '(Ortmann, 1893)', '', 'pelagic', 50, 600, -20, 0],
    ['Nematoscelis', 'megalops', 'G.O. Sars, 1883', '', 'pelagic', 0, 600, -20, -13],
    ['Nyctiphanes', 'capensis', 'Hansen, 1911', '', 'pelagic', 0, 200, -20, -14, '', 11, 19],
    ['Stylocheiron', 'carinatum', 'G.O. Sars, 1883', '', 'pelagic', 0, 200, -18, 0],
    ['Thysanoessa', 'gregaria', 'G.O. Sars, 1883', '', 'pelagic', 0, 300, -20, -12],
  ]),
  ...copepod('Calanoida', 'Calanidae', [
    ['Calanoides', 'natalis', 'Brady, 1914', '', 'pelagic', 0, 800, -20, 0, '', 12, 25],
    ['Mesocalanus', 'tenuicornis', '(Dana, 1849)', '', 'pelagic', 0, 500, -20, 0],
    ['Nannocalanus', 'minor', '(Claus, 1863)', '', 'pelagic', 0, 500, -20, 0],
    ['Undinula', 'vulgaris', '(Dana, 1849)', '', 'pelagic', 0, 200, -17, 0],
  ]),
  ...copepod('Calanoida', 'Rhincalanidae', [
    ['Rhincalanus', 'cornutus', '(Dana, 1849)', '', 'pelagic', 0, 1000, -18, 0],
    ['Rhincalanus', 'nasutus', 'Giesbrecht, 1888', '', 'pelagic', 0, 1500, -20, 0],
  ]),
  ...copepod('Calanoida', 'Eucalanidae', [['Eucalanus', 'hyalinus', '(Claus, 1866)', '', 'pelagic', 0, 1000, -20, 0]]),
  ...copepod('Calanoida', 'Paracalanidae', [['Paracalanus', 'parvus', '(Claus, 1863)', '', 'pelagic', 0, 200, -20, 0]]),
  ...copepod('Calanoida', 'Clausocalanidae', [
    ['Clausocalanus', 'arcuicornis', '(Dana, 1849)', '', 'pelagic', 0, 300, -20, 0],
    ['Clausocalanus', 'furcatus', '(Brady, 1883)', '', 'pelagic', 0, 200, -18, 0],
    ['Ctenocalanus', 'vanus', 'Giesbrecht, 1888', '', 'pelagic', 0, 400, -20, -5],
  ]),
  ...copepod('Calanoida', 'Euchaetidae', [
    ['Euchaeta', 'marina', '(Prestandrea, 1833)', '', 'pelagic', 0, 400, -18, 0],
  ]),
  ...copepod('Calanoida', 'Metridinidae', [
    ['Metridia', 'lucens', 'Boeck, 1865', '', 'pelagic', 0, 800, -20, -12],
    ['Pleuromamma', 'abdominalis', '(Lubbock, 1856)', '', 'pelagic', 0, 1000, -20, 0],
    ['Pleuromamma', 'gracilis', '(Claus, 1863)', '', 'pelagic', 0, 800, -20, 0],
  ]),
  ...copepod('Calanoida', 'Centropagidae', [
    ['Centropages', 'brachiatus', '(Dana, 1849)', '', 'pelagic', 0, 100, -20, -12, '', 11, 20],
    ['Centropages', 'furcatus', '(Dana, 1849)', '', 'pelagic', 0, 100, -15, 0],
  ]),
  ...copepod('Calanoida', 'Temoridae', [
    ['Temora', 'stylifera', '(Dana, 1849)', '', 'pelagic', 0, 150, -17, 0],
    ['Temora', 'turbinata', '(Dana, 1849)', '', 'pelagic', 0, 100, -15, 0],
  ]),
  ...copepod('Calanoida', 'Augaptilidae', [
    ['Haloptilus', 'longicornis', '(Claus, 1863)', '', 'pelagic', 50, 600, -20, 0],
  ]),
  ...copepod('Cyclopoida', 'Oithonidae', [
    ['Oithona', 'plumifera', 'Baird, 1843', '', 'pelagic', 0, 300, -20, 0],
    ['Oithona', 'similis', 'Claus, 1866', '', 'pelagic', 0, 300, -20, -5],
  ]),
  ...copepod('Cyclopoida', 'Oncaeidae', [['Oncaea', 'venusta', 'Philippi, 1843', '', 'pelagic', 0, 400, -20, 0]]),
  ...copepod('Harpacticoida', 'Tachidiidae', [
    ['Euterpina', 'acutifrons', '(Dana, 1847)', '', 'pelagic', 0, 50, -20, 0],
  ]),
  ...waterFlea('Ctenopoda', 'Sididae', [['Penilia', 'avirostris', 'Dana, 1849', '', 'pelagic', 0, 50, -17, 0]]),
  ...barnacle('Balanomorpha', 'Balanidae', [
    ['Amphibalanus', 'amphitrite', '(Darwin, 1854)', 'Craca', 'reef', 0, 10, -16, 0],
    ['Megabalanus', 'tintinnabulum', '(Linnaeus, 1758)', 'Craca', 'reef', 0, 30, -16, 0],
  ]),
  ...barnacle('Balanomorpha', 'Chthamalidae', [
    ['Chthamalus', 'dentatus', 'Krauss, 1848', 'Craca', 'reef', 0, 1, -17, 0],
  ]),
  ...barnacle('Balanomorpha', 'Chelonibiidae', [
    ['Chelonibia', 'testudinaria', '(Linnaeus, 1758)', '', 'pelagic', 0, 50, -18, 0],
  ]),
];
