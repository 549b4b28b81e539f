import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const bony = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Teleostei', group: 'fish' });

/** Bony fishes, third part: gobies, groupers, rockfishes, sea breams, croakers, reef fishes and puffers. */
export const bonyFishesThree: readonly TaxonSeed[] = [
  ...bony('Gobiiformes', 'Gobiidae', [
    ['Bathygobius', 'soporator', '(Valenciennes, 1837)', '', 'coastal', 0, 16, -13, 0, 'LC'],
  ]),
  ...bony('Gobiiformes', 'Oxudercidae', [
    ['Periophthalmus', 'barbarus', '(Linnaeus, 1766)', 'Saltador-do-lodo', 'mangrove', 0, 2, -13, 0, 'LC', 22, 31],
  ]),
  ...bony('Kurtiformes', 'Apogonidae', [['Apogon', 'imberbis', '(Linnaeus, 1758)', '', 'reef', 10, 200, -14, 0, 'LC']]),
  ...bony('Acropomatiformes', 'Synagropidae', [
    ['Synagrops', 'bellus', '(Goode & Bean, 1896)', '', 'deep', 60, 910, -17, 0, 'LC'],
  ]),
  ...bony('Acropomatiformes', 'Epigonidae', [
    ['Epigonus', 'constanciae', '(Giglioli, 1880)', '', 'deep', 100, 700, -17, 0, 'LC'],
    ['Epigonus', 'denticulatus', 'Dieuzeide, 1950', '', 'deep', 200, 830, -20, 0, 'LC'],
    ['Epigonus', 'telescopus', '(Risso, 1810)', '', 'deep', 75, 1200, -20, -10],
  ]),
  ...bony('Perciformes', 'Serranidae', [
    ['Serranus', 'accraensis', '(Norman, 1931)', '', 'demersal', 25, 120, -14, 0, 'LC'],
    ['Serranus', 'cabrilla', '(Linnaeus, 1758)', 'Garoupa-do-alto', 'demersal', 5, 500, -20, -4, 'LC'],
  ]),
  ...bony('Perciformes', 'Epinephelidae', [
    ['Epinephelus', 'aeneus', '(Geoffroy Saint-Hilaire, 1817)', 'Garoupa', 'demersal', 20, 200, -17, 0, 'NT', 17, 29],
    ['Epinephelus', 'goreensis', '(Valenciennes, 1830)', 'Garoupa', 'demersal', 5, 100, -15, 0],
    ['Epinephelus', 'marginatus', '(Lowe, 1834)', 'Mero', 'reef', 8, 300, -18, 0, 'VU', 15, 28],
    ['Epinephelus', 'itajara', '(Lichtenstein, 1822)', 'Mero-gigante', 'reef', 0, 100, -10, 0, 'VU'],
    ['Epinephelus', 'adscensionis', '(Osbeck, 1765)', '', 'reef', 1, 120, -13, 0, 'LC'],
    ['Epinephelus', 'costae', '(Steindachner, 1878)', '', 'reef', 4, 300, -15, 0],
    ['Hyporthodus', 'haifensis', '(Ben-Tuvia, 1953)', '', 'demersal', 90, 220, -17, 0],
    ['Cephalopholis', 'nigri', '(Günther, 1859)', '', 'reef', 3, 100, -13, 0, 'LC'],
    ['Cephalopholis', 'taeniops', '(Valenciennes, 1828)', '', 'reef', 20, 200, -15, 0, 'LC'],
    ['Mycteroperca', 'rubra', '(Bloch, 1793)', 'Badejo', 'reef', 15, 200, -15, 0, 'LC'],
  ]),
  ...bony('Perciformes', 'Scorpaenidae', [
    ['Scorpaena', 'angolensis', 'Norman, 1935', 'Rascasso', 'demersal', 20, 300, -16, 0, 'LC'],
    ['Scorpaena', 'elongata', 'Cadenat, 1943', 'Rascasso', 'demersal', 75, 800, -19, 0, 'LC'],
    ['Scorpaena', 'normani', 'Cadenat, 1943', 'Rascasso', 'demersal', 25, 400, -17, 0, 'LC'],
    ['Scorpaena', 'stephanica', 'Cadenat, 1943', 'Rascasso', 'demersal', 10, 200, -14, 0, 'LC'],
    ['Pontinus', 'accraensis', 'Norman, 1935', '', 'deep', 60, 500, -16, 0, 'LC'],
    ['Pontinus', 'kuhlii', '(Bowdich, 1825)', 'Cantarilho-requeime', 'deep', 90, 600, -17, 0, 'LC'],
  ]),
  ...bony('Perciformes', 'Setarchidae', [
    ['Setarches', 'guentheri', 'Johnson, 1862', '', 'deep', 150, 780, -18, 0, 'LC'],
  ]),
  ...bony('Perciformes', 'Sebastidae', [
    ['Helicolenus', 'dactylopterus', '(Delaroche, 1809)', 'Cantarilho', 'deep', 50, 1100, -20, 0, 'LC', 12, 24],
  ]),
  ...bony('Perciformes', 'Triglidae', [
    ['Chelidonichthys', 'capensis', '(Cuvier, 1829)', 'Ruivo-do-Cabo', 'demersal', 10, 390, -20, -16, '', 12, 20],
    ['Chelidonichthys', 'gabonensis', '(Poll & Roux, 1955)', 'Ruivo', 'demersal', 15, 200, -16, 0, 'LC'],
    ['Lepidotrigla', 'cadmani', 'Regan, 1915', 'Ruivo', 'demersal', 50, 150, -16, 0, 'LC'],
    ['Lepidotrigla', 'carolae', 'Richards, 1968', 'Ruivo', 'demersal', 40, 200, -14, 0, 'LC'],
    ['Trigla', 'lyra', 'Linnaeus, 1758', 'Cabra-lira', 'demersal', 100, 700, -20, 0, 'LC'],
  ]),
  ...bony('Perciformes', 'Peristediidae', [
    ['Peristedion', 'cataphractum', '(Linnaeus, 1758)', 'Cabra-de-casca', 'deep', 50, 850, -16, 0, 'LC'],
  ]),
  ...bony('Perciformes', 'Uranoscopidae', [
    ['Uranoscopus', 'albesca', 'Regan, 1915', '', 'benthic', 20, 350, -17, 0, 'LC'],
    ['Uranoscopus', 'polli', 'Cadenat, 1951', '', 'benthic', 15, 100, -14, 0, 'LC'],
  ]),
  ...bony('Perciformes', 'Trachinidae', [
    ['Trachinus', 'armatus', 'Bleeker, 1861', 'Peixe-aranha', 'benthic', 10, 150, -14, 0, 'LC'],
  ]),
  ...bony('Centrarchiformes', 'Kyphosidae', [
    ['Kyphosus', 'sectatrix', '(Linnaeus, 1758)', '', 'reef', 1, 30, -13, 0, 'LC'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Sparidae', [
    ['Dentex', 'macrophthalmus', '(Bloch, 1791)', 'Cachucho', 'demersal', 30, 500, -20, 0, 'LC', 14, 26],
    ['Dentex', 'angolensis', 'Poll & Maul, 1953', 'Dentão-angolano', 'demersal', 15, 300, -17, 0, '', 17, 28],
    ['Dentex', 'barnardi', 'Cadenat, 1970', 'Dentão-de-Barnard', 'demersal', 20, 200, -17, 0, 'LC', 16, 27],
    ['Dentex', 'canariensis', 'Steindachner, 1881', 'Dentão-das-Canárias', 'demersal', 0, 450, -17, 0, 'LC', 17, 28],
    ['Dentex', 'congoensis', 'Poll, 1954', 'Dentão-do-Congo', 'demersal', 20, 200, -16, 0, 'LC', 18, 28],
    ['Dentex', 'gibbosus', '(Rafinesque, 1810)', 'Capatão', 'demersal', 20, 220, -16, 0, 'LC'],
    ['Pagellus', 'bellottii', 'Steindachner, 1882', 'Bica', 'demersal', 10, 250, -17, 0, 'LC', 16, 28],
    ['Pagrus', 'africanus', 'Akazaki, 1962', 'Pargo-africano', 'demersal', 20, 200, -18, 0, 'LC'],
    ['Pagrus', 'auriga', 'Valenciennes, 1843', 'Pargo-sêmola', 'demersal', 0, 170, -15, 0, 'LC'],
    ['Pagrus', 'caeruleostictus', '(Valenciennes, 1830)', 'Pargo-ruço', 'demersal', 10, 200, -15, 0, 'LC', 18, 29],
    ['Diplodus', 'capensis', '(Smith, 1844)', 'Sargo-do-Cabo', 'reef', 0, 60, -20, -12, 'LC'],
    ['Diplodus', 'cervinus', '(Lowe, 1838)', 'Sargo-veado', 'reef', 1, 100, -20, 0, 'LC'],
    ['Diplodus', 'puntazzo', '(Walbaum, 1792)', 'Sargo-bicudo', 'reef', 0, 60, -16, 0, 'LC'],
    ['Diplodus', 'vulgaris', '(Geoffroy Saint-Hilaire, 1817)', 'Safia', 'reef', 0, 160, -17, 0, 'LC'],
    ['Lithognathus', 'aureti', 'Smith, 1962', '', 'coastal', 0, 30, -20, -15, 'NT', 12, 21],
    ['Lithognathus', 'mormyrus', '(Linnaeus, 1758)', 'Ferreira', 'coastal', 0, 80, -20, 0, 'LC', 15, 28],
    ['Rhabdosargus', 'globiceps', '(Valenciennes, 1830)', '', 'coastal', 0, 80, -20, -15, 'VU'],
    ['Boops', 'boops', '(Linnaeus, 1758)', 'Boga', 'pelagic', 0, 350, -16, 0, 'LC', 15, 27],
    ['Sarpa', 'salpa', '(Linnaeus, 1758)', 'Salema', 'coastal', 0, 70, -20, 0, 'LC'],
    ['Spondyliosoma', 'cantharus', '(Linnaeus, 1758)', 'Choupa', 'demersal', 5, 300, -18, 0, 'LC'],
    ['Spicara', 'alta', '(Osório, 1917)', '', 'demersal', 20, 200, -14, 0, 'LC'],
    ['Spicara', 'nigricauda', '(Norman, 1931)', '', 'demersal', 40, 250, -16, 0, 'LC'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Lethrinidae', [
    ['Lethrinus', 'atlanticus', 'Valenciennes, 1830', '', 'reef', 0, 50, -10, 0, 'LC'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Lutjanidae', [
    ['Apsilus', 'fuscus', 'Valenciennes, 1830', '', 'reef', 15, 300, -13, 0, 'LC'],
    ['Lutjanus', 'agennes', 'Bleeker, 1863', 'Luciano', 'reef', 2, 100, -12, 0, 'DD'],
    ['Lutjanus', 'dentatus', '(Duméril, 1861)', 'Luciano', 'reef', 1, 50, -10, 0, 'DD'],
    ['Lutjanus', 'endecacanthus', 'Bleeker, 1863', 'Luciano', 'reef', 1, 50, -10, 0, 'DD'],
    ['Lutjanus', 'fulgens', '(Valenciennes, 1830)', 'Luciano', 'demersal', 10, 200, -12, 0, 'LC'],
    ['Lutjanus', 'goreensis', '(Valenciennes, 1830)', 'Luciano', 'reef', 2, 50, -12, 0, 'DD'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Haemulidae', [
    ['Brachydeuterus', 'auritus', '(Valenciennes, 1832)', 'Marionga', 'demersal', 10, 100, -16, 0, 'NT', 19, 29],
    ['Parakuhlia', 'macrophthalmus', '(Osório, 1893)', '', 'coastal', 0, 50, -14, 0, 'LC'],
    ['Parapristipoma', 'humile', '(Bowdich, 1825)', '', 'reef', 10, 100, -13, 0, 'LC'],
    ['Parapristipoma', 'octolineatum', '(Valenciennes, 1833)', '', 'reef', 10, 60, -17, 0, 'LC'],
    ['Plectorhinchus', 'macrolepis', '(Boulenger, 1899)', '', 'coastal', 0, 40, -12, 0, 'LC'],
    ['Plectorhinchus', 'mediterraneus', '(Guichenot, 1850)', 'Pombo', 'demersal', 10, 180, -16, 0, 'LC'],
    ['Pomadasys', 'incisus', '(Bowdich, 1825)', 'Roncador', 'demersal', 10, 100, -16, 0, 'LC', 18, 28],
    ['Pomadasys', 'jubelini', '(Cuvier, 1830)', 'Roncador', 'coastal', 0, 80, -15, 0, 'LC'],
    ['Pomadasys', 'perotaei', '(Cuvier, 1830)', 'Roncador', 'demersal', 10, 100, -14, 0, 'LC'],
    ['Pomadasys', 'rogerii', '(Cuvier, 1830)', 'Roncador', 'demersal', 10, 100, -16, 0, 'LC'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Sciaenidae', [
    ['Argyrosomus', 'coronus', 'Griffiths & Heemstra, 1995', 'Corvina', 'demersal', 0, 200, -20, -9, '', 14, 25],
    ['Argyrosomus', 'inodorus', 'Griffiths & Heemstra, 1995', 'Corvina', 'demersal', 1, 120, -20, -17, 'VU', 12, 20],
    ['Atractoscion', 'aequidens', '(Cuvier, 1830)', 'Corvina', 'demersal', 15, 200, -20, -9],
    ['Miracorvina', 'angolensis', '(Norman, 1935)', 'Corvina', 'demersal', 50, 300, -14, 0, 'LC'],
    ['Pentheroscion', 'mbizi', '(Poll, 1950)', 'Corvina', 'demersal', 30, 400, -15, 0, 'LC'],
    ['Pseudotolithus', 'elongatus', '(Bowdich, 1825)', 'Corvina', 'coastal', 0, 50, -15, 0, 'LC', 22, 30],
    ['Pseudotolithus', 'epipercus', '(Bleeker, 1863)', 'Corvina', 'coastal', 15, 60, -10, 0],
    [
      'Pseudotolithus',
      'senegalensis',
      '(Valenciennes, 1833)',
      'Corvina-do-Senegal',
      'coastal',
      5,
      70,
      -16,
      0,
      'EN',
      20,
      30,
    ],
    ['Pseudotolithus', 'senegallus', '(Cuvier, 1830)', 'Corvina', 'coastal', 0, 150, -12, 0, 'VU'],
    ['Pseudotolithus', 'typus', 'Bleeker, 1863', 'Corvina', 'coastal', 0, 150, -13, 0, '', 20, 30],
    ['Pteroscion', 'peli', '(Bleeker, 1863)', 'Corvina', 'demersal', 5, 200, -17, 0, 'LC', 18, 29],
    ['Umbrina', 'canariensis', 'Valenciennes, 1843', 'Calafate', 'demersal', 30, 300, -20, 0, 'LC', 14, 26],
    ['Umbrina', 'ronchus', 'Valenciennes, 1843', 'Roncadeira', 'demersal', 20, 200, -16, 0],
  ]),
  ...bony('Eupercaria incertae sedis', 'Gerreidae', [
    ['Eucinostomus', 'melanopterus', '(Bleeker, 1863)', '', 'coastal', 0, 25, -13, 0, 'LC'],
    ['Gerres', 'nigri', 'Günther, 1859', '', 'coastal', 0, 60, -12, 0, 'LC'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Priacanthidae', [
    ['Priacanthus', 'arenatus', 'Cuvier, 1829', '', 'reef', 15, 250, -16, 0, 'LC'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Monodactylidae', [
    ['Monodactylus', 'sebae', '(Cuvier, 1829)', '', 'mangrove', 0, 10, -10, 0, 'LC', 23, 30],
  ]),
  ...bony('Eupercaria incertae sedis', 'Emmelichthyidae', [
    ['Erythrocles', 'monodi', 'Poll & Cadenat, 1954', '', 'demersal', 100, 300, -14, 0, 'LC'],
  ]),
  ...bony('Eupercaria incertae sedis', 'Labridae', [
    ['Bodianus', 'speciosus', '(Bowdich, 1825)', '', 'reef', 10, 90, -14, 0, 'DD'],
    ['Coris', 'atlantica', 'Günther, 1862', '', 'reef', 5, 50, -9, 0, 'LC'],
    ['Thalassoma', 'newtoni', '(Osório, 1891)', '', 'reef', 1, 30, -9, 0, 'LC'],
    ['Xyrichtys', 'novacula', '(Linnaeus, 1758)', '', 'benthic', 1, 90, -13, 0, 'LC'],
  ]),
  ...bony('Acanthuriformes', 'Chaetodontidae', [
    ['Chaetodon', 'hoefleri', 'Steindachner, 1881', 'Peixe-borboleta', 'reef', 5, 150, -14, 0, 'LC'],
    ['Prognathodes', 'marcellae', '(Poll, 1950)', 'Peixe-borboleta', 'reef', 20, 100, -14, 0, 'LC'],
  ]),
  ...bony('Acanthuriformes', 'Pomacanthidae', [
    ['Holacanthus', 'africanus', 'Cadenat, 1951', 'Peixe-anjo', 'reef', 1, 40, -9, 0, 'LC'],
  ]),
  ...bony('Acanthuriformes', 'Acanthuridae', [
    ['Acanthurus', 'monroviae', 'Steindachner, 1876', 'Peixe-cirurgião', 'reef', 5, 60, -15, 0, 'LC'],
  ]),
  ...bony('Acanthuriformes', 'Ephippidae', [
    ['Chaetodipterus', 'lippei', 'Steindachner, 1895', '', 'reef', 5, 60, -12, 0, 'LC'],
    ['Ephippus', 'goreensis', 'Cuvier, 1831', '', 'demersal', 10, 75, -12, 0, 'LC'],
  ]),
  ...bony('Acanthuriformes', 'Drepaneidae', [
    ['Drepane', 'africana', 'Osório, 1892', '', 'demersal', 5, 75, -14, 0, 'LC', 21, 30],
  ]),
  ...bony('Ovalentaria incertae sedis', 'Pomacentridae', [
    ['Abudefduf', 'hoefleri', '(Steindachner, 1881)', '', 'reef', 1, 20, -9, 0, 'LC'],
    ['Abudefduf', 'saxatilis', '(Linnaeus, 1758)', 'Sargento', 'reef', 1, 20, -13, 0, 'LC'],
    ['Abudefduf', 'taurus', '(Müller & Troschel, 1848)', '', 'reef', 0, 5, -12, 0, 'LC'],
    ['Microspathodon', 'frontatus', 'Emery, 1970', '', 'reef', 2, 20, -9, 0, 'LC'],
    ['Stegastes', 'imbricatus', 'Jenyns, 1840', '', 'reef', 0, 25, -12, 0, 'LC'],
  ]),
  ...bony('Tetraodontiformes', 'Balistidae', [
    ['Balistes', 'capriscus', 'Gmelin, 1789', 'Peixe-porco', 'reef', 0, 100, -16, 0, 'VU', 17, 29],
    ['Balistes', 'punctatus', 'Gmelin, 1789', 'Peixe-porco', 'reef', 5, 200, -14, 0, 'VU'],
    ['Canthidermis', 'maculata', '(Bloch, 1786)', '', 'pelagic', 0, 110, -14, 0, 'LC'],
  ]),
  ...bony('Tetraodontiformes', 'Monacanthidae', [
    ['Aluterus', 'heudelotii', 'Hollard, 1855', '', 'reef', 5, 50, -13, 0, 'LC'],
    ['Aluterus', 'scriptus', '(Osbeck, 1765)', '', 'reef', 2, 120, -13, 0, 'LC'],
    ['Stephanolepis', 'hispidus', '(Linnaeus, 1766)', '', 'reef', 0, 290, -16, 0, 'LC'],
  ]),
  ...bony('Tetraodontiformes', 'Tetraodontidae', [
    ['Canthigaster', 'capistrata', '(Lowe, 1839)', '', 'reef', 1, 50, -9, 0, 'LC'],
    ['Ephippion', 'guttifer', '(Bennett, 1831)', 'Peixe-balão', 'coastal', 0, 100, -13, 0, 'LC'],
    ['Lagocephalus', 'laevigatus', '(Linnaeus, 1766)', 'Peixe-balão', 'demersal', 10, 180, -18, 0, 'LC'],
    ['Lagocephalus', 'lagocephalus', '(Linnaeus, 1758)', 'Peixe-balão', 'pelagic', 0, 480, -20, 0, 'LC'],
    ['Sphoeroides', 'marmoratus', '(Lowe, 1838)', '', 'reef', 0, 100, -13, 0, 'LC'],
    ['Sphoeroides', 'pachygaster', '(Müller & Troschel, 1848)', '', 'demersal', 50, 480, -20, 0, 'LC'],
  ]),
  ...bony('Tetraodontiformes', 'Diodontidae', [
    ['Chilomycterus', 'reticulatus', '(Linnaeus, 1758)', '', 'reef', 1, 140, -17, 0, 'LC'],
    ['Diodon', 'hystrix', 'Linnaeus, 1758', '', 'reef', 1, 135, -14, 0, 'LC'],
  ]),
  ...bony('Tetraodontiformes', 'Molidae', [
    ['Mola', 'mola', '(Linnaeus, 1758)', 'Peixe-lua', 'pelagic', 0, 600, -20, 0, 'VU', 13, 27],
    ['Masturus', 'lanceolatus', '(Liénard, 1840)', 'Peixe-lua', 'pelagic', 0, 670, -18, 0, 'LC'],
    ['Ranzania', 'laevis', '(Pennant, 1776)', '', 'pelagic', 0, 140, -20, 0, 'LC'],
  ]),
];
