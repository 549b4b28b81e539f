import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const bony = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Teleostei', group: 'fish' });

/** Bony fishes, first part: tarpons, eels, herrings, catfishes and the fishes of the mid-water and of the slope. */
export const bonyFishesOne: readonly TaxonSeed[] = [
  ...bony('Elopiformes', 'Elopidae', [['Elops', 'lacerta', 'Valenciennes, 1847', '', 'coastal', 0, 50, -14, 0, 'LC']]),
  ...bony('Elopiformes', 'Megalopidae', [
    ['Megalops', 'atlanticus', 'Valenciennes, 1847', 'Tarpão', 'coastal', 0, 40, -15, 0, 'VU', 20, 30],
  ]),
  ...bony('Albuliformes', 'Albulidae', [['Nemoossis', 'belloci', '(Cadenat, 1937)', '', 'demersal', 20, 500, -20, 0]]),
  ...bony('Anguilliformes', 'Muraenidae', [
    ['Gymnothorax', 'afer', 'Bloch, 1795', 'Moreia', 'reef', 10, 45, -17, 0],
    ['Gymnothorax', 'mareei', 'Poll, 1953', '', 'reef', 10, 200, -16, 0],
    ['Muraena', 'melanotis', '(Kaup, 1859)', '', 'reef', 10, 60, -18, 0],
    ['Muraena', 'robusta', 'Osório, 1911', '', 'reef', 10, 60, -16, 0],
    ['Enchelycore', 'nigricans', '(Bonnaterre, 1788)', '', 'reef', 1, 30, -12, 0, 'LC'],
  ]),
  ...bony('Anguilliformes', 'Ophichthidae', [
    ['Pisodonophis', 'semicinctus', '(Richardson, 1848)', '', 'benthic', 10, 40, -15, 0],
    ['Ophisurus', 'serpens', '(Linnaeus, 1766)', 'Cobra-do-mar', 'benthic', 0, 300, -20, -6, 'LC'],
  ]),
  ...bony('Anguilliformes', 'Congridae', [
    ['Bathyuroconger', 'vicinus', '(Vaillant, 1888)', '', 'deep', 230, 1300, -19, 0],
    ['Uroconger', 'syringinus', 'Ginsburg, 1954', '', 'demersal', 40, 300, -14, 0],
    ['Paraconger', 'notialis', 'Kanazawa, 1961', '', 'demersal', 20, 80, -13, 0],
  ]),
  ...bony('Anguilliformes', 'Muraenesocidae', [
    ['Cynoponticus', 'ferox', 'Costa, 1846', '', 'demersal', 10, 100, -15, 0, 'LC'],
  ]),
  ...bony('Anguilliformes', 'Nemichthyidae', [
    ['Nemichthys', 'scolopaceus', 'Richardson, 1848', '', 'deep', 100, 2000, -20, 0, 'LC'],
  ]),
  ...bony('Anguilliformes', 'Serrivomeridae', [
    ['Serrivomer', 'beanii', 'Gill & Ryder, 1883', '', 'deep', 150, 3000, -20, 0, 'LC'],
  ]),
  ...bony('Anguilliformes', 'Synaphobranchidae', [
    ['Synaphobranchus', 'kaupii', 'Johnson, 1862', '', 'deep', 240, 2400, -20, 0, 'LC'],
  ]),
  ...bony('Anguilliformes', 'Nettastomatidae', [
    ['Xenomystax', 'congroides', 'Smith & Kanazawa, 1989', '', 'deep', 140, 825, -16, 0],
  ]),
  ...bony('Notacanthiformes', 'Halosauridae', [
    ['Halosaurus', 'ovenii', 'Johnson, 1864', '', 'deep', 440, 1700, -20, 0, 'LC'],
  ]),
  ...bony('Clupeiformes', 'Dorosomatidae', [
    ['Sardinella', 'aurita', 'Valenciennes, 1847', 'Sardinela-lombuda', 'pelagic', 0, 350, -17.5, 0, 'LC', 17, 27],
    ['Sardinella', 'maderensis', '(Lowe, 1838)', 'Palheta', 'pelagic', 0, 80, -16, 0, 'VU', 19, 29],
    ['Ethmalosa', 'fimbriata', '(Bowdich, 1825)', '', 'coastal', 0, 50, -12, 0, 'LC', 22, 30],
  ]),
  ...bony('Clupeiformes', 'Alosidae', [
    ['Sardinops', 'sagax', '(Jenyns, 1842)', 'Sardinha-do-Cabo', 'pelagic', 0, 200, -20, -13, 'LC', 12, 20],
  ]),
  ...bony('Clupeiformes', 'Engraulidae', [
    ['Engraulis', 'encrasicolus', '(Linnaeus, 1758)', 'Biqueirão', 'pelagic', 0, 400, -20, 0, 'LC', 13, 26],
  ]),
  ...bony('Clupeiformes', 'Pristigasteridae', [
    ['Ilisha', 'africana', '(Bloch, 1795)', '', 'coastal', 0, 35, -14, 0, 'LC', 21, 30],
  ]),
  ...bony('Siluriformes', 'Ariidae', [
    ['Carlarius', 'heudelotii', '(Valenciennes, 1840)', 'Bagre', 'coastal', 0, 60, -12, 0, 'LC'],
    ['Carlarius', 'parkii', '(Günther, 1864)', 'Bagre', 'coastal', 0, 50, -12, 0, 'LC'],
    ['Carlarius', 'latiscutatus', '(Günther, 1864)', 'Bagre', 'coastal', 0, 70, -12, 0, 'LC'],
  ]),
  ...bony('Argentiniformes', 'Argentinidae', [
    ['Glossanodon', 'polli', 'Cohen, 1958', '', 'demersal', 75, 310, -17, 0],
  ]),
  ...bony('Alepocephaliformes', 'Alepocephalidae', [
    ['Alepocephalus', 'rostratus', 'Risso, 1820', '', 'deep', 300, 3600, -20, 0, 'LC'],
    ['Xenodermichthys', 'copei', '(Gill, 1884)', '', 'deep', 100, 1000, -20, 0, 'LC'],
  ]),
  ...bony('Stomiiformes', 'Gonostomatidae', [
    ['Cyclothone', 'alba', 'Brauer, 1906', '', 'deep', 140, 3400, -20, 0, 'LC'],
    ['Cyclothone', 'braueri', 'Jespersen & Tåning, 1926', '', 'deep', 10, 2000, -20, 0, 'LC'],
    ['Cyclothone', 'pallida', 'Brauer, 1902', '', 'deep', 15, 4600, -20, 0, 'LC'],
    ['Gonostoma', 'denudatum', 'Rafinesque, 1810', '', 'deep', 90, 700, -20, 0, 'LC'],
    ['Triplophos', 'hemingi', '(McArdle, 1901)', '', 'deep', 350, 2000, -19, 0, 'LC'],
  ]),
  ...bony('Stomiiformes', 'Sternoptychidae', [
    ['Argyropelecus', 'aculeatus', 'Valenciennes, 1850', 'Peixe-machado', 'deep', 100, 2000, -20, 0, 'LC'],
    ['Argyropelecus', 'affinis', 'Garman, 1899', '', 'deep', 100, 1000, -20, 0, 'LC'],
    ['Argyropelecus', 'hemigymnus', 'Cocco, 1829', '', 'deep', 100, 1000, -20, 0, 'LC'],
    ['Sternoptyx', 'diaphana', 'Hermann, 1781', '', 'deep', 400, 2000, -20, 0, 'LC'],
    ['Polyipnus', 'polli', 'Schultz, 1961', '', 'deep', 100, 500, -18, 0, 'LC'],
    ['Maurolicus', 'walvisensis', 'Parin & Kobyliansky, 1993', '', 'pelagic', 100, 500, -20, -14, 'LC'],
  ]),
  ...bony('Stomiiformes', 'Phosichthyidae', [
    ['Vinciguerria', 'nimbaria', '(Jordan & Williams, 1895)', '', 'pelagic', 20, 1000, -20, 0, 'LC'],
    ['Vinciguerria', 'attenuata', '(Cocco, 1838)', '', 'deep', 100, 1500, -20, 0, 'LC'],
    ['Yarrella', 'blackfordi', 'Goode & Bean, 1896', '', 'deep', 350, 1000, -19, 0, 'LC'],
  ]),
  ...bony('Stomiiformes', 'Stomiidae', [
    ['Chauliodus', 'sloani', 'Bloch & Schneider, 1801', 'Peixe-víbora', 'deep', 200, 2800, -20, 0, 'LC'],
    ['Stomias', 'affinis', 'Günther, 1887', '', 'deep', 100, 3000, -18, 0, 'LC'],
    ['Stomias', 'boa', '(Risso, 1810)', '', 'deep', 200, 1500, -20, -5, 'LC'],
    ['Malacosteus', 'niger', 'Ayres, 1848', '', 'deep', 500, 2500, -20, 0, 'LC'],
  ]),
  ...bony('Aulopiformes', 'Aulopidae', [['Aulopus', 'cadenati', 'Poll, 1953', '', 'demersal', 50, 280, -14, 0, 'LC']]),
  ...bony('Aulopiformes', 'Synodontidae', [
    ['Trachinocephalus', 'myops', '(Forster, 1801)', '', 'demersal', 3, 200, -15, 0, 'LC'],
    ['Saurida', 'brasiliensis', 'Norman, 1935', '', 'demersal', 20, 410, -14, 0, 'LC'],
  ]),
  ...bony('Aulopiformes', 'Chlorophthalmidae', [
    ['Parasudis', 'fraserbrunneri', '(Poll, 1953)', '', 'demersal', 90, 640, -17, 0],
  ]),
  ...bony('Aulopiformes', 'Alepisauridae', [
    ['Alepisaurus', 'ferox', 'Lowe, 1833', '', 'pelagic', 0, 1800, -20, 0, 'LC'],
  ]),
  ...bony('Myctophiformes', 'Myctophidae', [
    ['Benthosema', 'suborbitale', '(Gilbert, 1913)', 'Peixe-lanterna', 'pelagic', 50, 2500, -20, 0, 'LC'],
    ['Ceratoscopelus', 'warmingii', '(Lütken, 1892)', 'Peixe-lanterna', 'pelagic', 30, 2000, -20, 0, 'LC'],
    ['Diaphus', 'dumerilii', '(Bleeker, 1856)', 'Peixe-lanterna', 'pelagic', 0, 800, -20, 0, 'LC'],
    ['Diaphus', 'hudsoni', 'Zurbrigg & Scott, 1976', 'Peixe-lanterna', 'pelagic', 0, 800, -20, -12, 'LC'],
    ['Diaphus', 'taaningi', 'Norman, 1930', 'Peixe-lanterna', 'pelagic', 40, 475, -18, 0, 'LC'],
    ['Diaphus', 'vanhoeffeni', '(Brauer, 1906)', 'Peixe-lanterna', 'pelagic', 40, 750, -16, 0, 'LC'],
    ['Diogenichthys', 'atlanticus', '(Tåning, 1928)', 'Peixe-lanterna', 'pelagic', 0, 1250, -20, 0, 'LC'],
    ['Hygophum', 'macrochir', '(Günther, 1864)', 'Peixe-lanterna', 'pelagic', 0, 750, -17, 0, 'LC'],
    ['Lampanyctodes', 'hectoris', '(Günther, 1876)', 'Peixe-lanterna', 'pelagic', 10, 500, -20, -16, 'LC', 11, 18],
    ['Lampanyctus', 'alatus', 'Goode & Bean, 1896', 'Peixe-lanterna', 'pelagic', 40, 1500, -20, 0, 'LC'],
    ['Lampanyctus', 'australis', 'Tåning, 1932', 'Peixe-lanterna', 'pelagic', 0, 1000, -20, -15, 'LC'],
    ['Lepidophanes', 'guentheri', '(Goode & Bean, 1896)', 'Peixe-lanterna', 'pelagic', 40, 750, -20, 0, 'LC'],
    ['Myctophum', 'affine', '(Lütken, 1892)', 'Peixe-lanterna', 'pelagic', 0, 600, -18, 0, 'LC'],
    ['Myctophum', 'asperum', 'Richardson, 1845', 'Peixe-lanterna', 'pelagic', 0, 750, -18, 0, 'LC'],
    ['Myctophum', 'nitidulum', 'Garman, 1899', 'Peixe-lanterna', 'pelagic', 0, 1000, -20, 0, 'LC'],
    ['Notoscopelus', 'resplendens', '(Richardson, 1845)', 'Peixe-lanterna', 'pelagic', 0, 2000, -20, 0, 'LC'],
    ['Symbolophorus', 'barnardi', '(Tåning, 1932)', 'Peixe-lanterna', 'pelagic', 0, 800, -20, -15, 'LC'],
  ]),
  ...bony('Myctophiformes', 'Neoscopelidae', [
    ['Neoscopelus', 'macrolepidotus', 'Johnson, 1863', '', 'deep', 300, 1180, -20, 0, 'LC'],
  ]),
  ...bony('Lampriformes', 'Lampridae', [
    ['Lampris', 'guttatus', '(Brünnich, 1788)', 'Peixe-cravo', 'pelagic', 0, 500, -20, 0, 'LC'],
  ]),
  ...bony('Lampriformes', 'Regalecidae', [
    ['Regalecus', 'glesne', 'Ascanius, 1772', 'Regaleco', 'pelagic', 0, 1000, -20, 0, 'LC'],
  ]),
  ...bony('Lampriformes', 'Trachipteridae', [
    ['Zu', 'cristatus', '(Bonelli, 1819)', '', 'pelagic', 0, 500, -20, 0, 'LC'],
  ]),
  ...bony('Polymixiiformes', 'Polymixiidae', [
    ['Polymixia', 'nobilis', 'Lowe, 1836', 'Salmonete-do-alto', 'deep', 100, 770, -20, 0],
  ]),
  ...bony('Zeiformes', 'Zeidae', [
    ['Zeus', 'faber', 'Linnaeus, 1758', 'Peixe-galo', 'demersal', 5, 400, -20, 0, 'DD', 13, 25],
    ['Zenopsis', 'conchifer', '(Lowe, 1852)', '', 'demersal', 50, 600, -20, 0, 'LC'],
  ]),
  ...bony('Gadiformes', 'Merlucciidae', [
    ['Merluccius', 'polli', 'Cadenat, 1950', 'Pescada-de-Angola', 'demersal', 50, 910, -20, 0, 'LC', 15, 28],
    ['Merluccius', 'capensis', 'Castelnau, 1861', 'Pescada-branca-do-Cabo', 'demersal', 50, 500, -20, -14, '', 12, 20],
    ['Merluccius', 'paradoxus', 'Franca, 1960', 'Pescada-negra-do-Cabo', 'demersal', 200, 1000, -20, -17, '', 12, 19],
  ]),
  ...bony('Gadiformes', 'Moridae', [
    ['Laemonema', 'laureysi', 'Poll, 1953', '', 'deep', 200, 620, -18, 0],
    ['Physiculus', 'huloti', 'Poll, 1953', '', 'deep', 200, 500, -14, 0],
  ]),
  ...bony('Gadiformes', 'Bregmacerotidae', [
    ['Bregmaceros', 'atlanticus', 'Goode & Bean, 1886', '', 'pelagic', 50, 2000, -17, 0, 'LC'],
    ['Bregmaceros', 'nectabanus', 'Whitley, 1941', '', 'pelagic', 0, 350, -17, 0, 'LC'],
  ]),
  ...bony('Gadiformes', 'Melanonidae', [
    ['Melanonus', 'zugmayeri', 'Norman, 1930', '', 'deep', 200, 3000, -20, 0, 'LC'],
  ]),
  ...bony('Gadiformes', 'Macrouridae', [
    ['Coelorinchus', 'caelorhincus', '(Risso, 1810)', 'Peixe-rato', 'deep', 90, 1250, -20, 0, 'LC'],
    ['Hymenocephalus', 'italicus', 'Giglioli, 1884', '', 'deep', 100, 1400, -18, 0, 'LC'],
    ['Malacocephalus', 'laevis', '(Lowe, 1843)', '', 'deep', 200, 1000, -20, 0, 'LC'],
    ['Malacocephalus', 'occidentalis', 'Goode & Bean, 1885', '', 'deep', 140, 950, -20, 0, 'LC'],
    ['Nezumia', 'aequalis', '(Günther, 1878)', '', 'deep', 200, 2300, -18, 0, 'LC'],
    ['Nezumia', 'micronychodon', 'Iwamoto, 1970', '', 'deep', 200, 1000, -20, 0],
  ]),
  ...bony('Gadiformes', 'Bathygadidae', [
    ['Bathygadus', 'melanobranchus', 'Vaillant, 1888', '', 'deep', 400, 2600, -20, 0, 'LC'],
    ['Gadomus', 'longifilis', '(Goode & Bean, 1885)', '', 'deep', 630, 2165, -18, 0, 'LC'],
  ]),
  ...bony('Gadiformes', 'Trachyrincidae', [
    ['Trachyrincus', 'scabrus', '(Rafinesque, 1810)', '', 'deep', 395, 1700, -20, 0, 'LC'],
  ]),
  ...bony('Ophidiiformes', 'Ophidiidae', [
    ['Brotula', 'barbata', '(Bloch & Schneider, 1801)', 'Brótula', 'demersal', 0, 650, -18, 0, 'LC', 16, 28],
    ['Monomitopus', 'metriostoma', '(Vaillant, 1888)', '', 'deep', 235, 1610, -18, 0, 'LC'],
    ['Lamprogrammus', 'exutus', 'Nybelin & Poll, 1958', '', 'deep', 400, 1000, -18, 0],
  ]),
  ...bony('Batrachoidiformes', 'Batrachoididae', [
    ['Batrachoides', 'liberiensis', '(Steindachner, 1867)', '', 'benthic', 0, 50, -13, 0, 'LC'],
    ['Perulibatrachus', 'rossignoli', '(Roux, 1957)', '', 'benthic', 20, 130, -13, 0],
  ]),
  ...bony('Lophiiformes', 'Lophiidae', [
    ['Lophius', 'vaillanti', 'Regan, 1903', 'Tamboril-africano', 'demersal', 100, 800, -17, 0, 'LC'],
    ['Lophius', 'vomerinus', 'Valenciennes, 1837', 'Tamboril-do-Cabo', 'demersal', 50, 650, -20, -16, 'NT', 12, 19],
    ['Lophiodes', 'kempi', '(Norman, 1935)', '', 'demersal', 50, 610, -17, 0, 'LC'],
  ]),
  ...bony('Lophiiformes', 'Antennariidae', [
    ['Antennarius', 'striatus', '(Shaw, 1794)', '', 'reef', 10, 220, -17, 0, 'LC'],
  ]),
  ...bony('Lophiiformes', 'Chaunacidae', [
    ['Chaunax', 'suttkusi', 'Caruso, 1989', '', 'deep', 220, 1060, -17, 0, 'LC'],
  ]),
  ...bony('Lophiiformes', 'Ogcocephalidae', [
    ['Dibranchus', 'atlanticus', 'Peters, 1876', '', 'deep', 45, 1300, -19, 0, 'LC'],
  ]),
  ...bony('Lophiiformes', 'Melanocetidae', [
    ['Melanocetus', 'johnsonii', 'Günther, 1864', '', 'deep', 100, 4500, -20, 0, 'LC'],
  ]),
  ...bony('Lophiiformes', 'Ceratiidae', [
    ['Cryptopsaras', 'couesii', 'Gill, 1883', '', 'deep', 75, 3000, -20, 0, 'LC'],
  ]),
];
