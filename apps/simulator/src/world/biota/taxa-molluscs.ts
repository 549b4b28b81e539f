import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const cephalopod = familiesOf({ kingdom: 'Animalia', phylum: 'Mollusca', class: 'Cephalopoda', group: 'mollusc' });
const gastropod = familiesOf({ kingdom: 'Animalia', phylum: 'Mollusca', class: 'Gastropoda', group: 'mollusc' });
const bivalve = familiesOf({ kingdom: 'Animalia', phylum: 'Mollusca', class: 'Bivalvia', group: 'mollusc' });

/** Squids, cuttlefishes, octopuses, sea snails and clams. */
export const molluscs: readonly TaxonSeed[] = [
  ...cephalopod('Sepiida', 'Sepiidae', [
    ['Sepia', 'bertheloti', "d'Orbigny, 1835", 'Choco-africano', 'demersal', 20, 160, -16, 0],
    ['Sepia', 'elegans', 'Blainville, 1827', 'Choco-elegante', 'demersal', 20, 500, -15, 0, 'LC'],
    ['Sepia', 'hierredda', 'Rang, 1835', 'Choco', 'demersal', 0, 50, -17, 0, '', 17, 29],
    ['Sepia', 'orbignyana', 'Férussac, 1826', 'Choco-de-cauda', 'demersal', 50, 450, -17, 0, 'LC'],
  ]),
  ...cephalopod('Myopsida', 'Loliginidae', [
    ['Afrololigo', 'mercatoris', '(Adam, 1941)', '', 'coastal', 0, 50, -18, 0],
    ['Alloteuthis', 'africana', 'Adam, 1950', 'Lula-bicuda', 'demersal', 20, 150, -16, 0],
    ['Loligo', 'reynaudii', "d'Orbigny, 1839", 'Lula-do-Cabo', 'demersal', 0, 350, -20, -13, 'LC', 12, 21],
    ['Loligo', 'vulgaris', 'Lamarck, 1798', 'Lula', 'demersal', 0, 500, -20, 0],
  ]),
  ...cephalopod('Oegopsida', 'Ommastrephidae', [
    ['Illex', 'coindetii', '(Vérany, 1839)', 'Pota-voadora', 'demersal', 50, 1000, -20, 0, 'LC', 13, 26],
    ['Ornithoteuthis', 'antillarum', 'Adam, 1957', 'Pota', 'pelagic', 0, 1100, -15, 0, 'LC'],
    ['Sthenoteuthis', 'pteropus', '(Steenstrup, 1855)', 'Pota', 'pelagic', 0, 1500, -16, 0, 'LC', 20, 30],
    ['Todarodes', 'angolensis', 'Adam, 1962', 'Pota-de-Angola', 'demersal', 180, 900, -20, -12, '', 12, 20],
    ['Todarodes', 'sagittatus', '(Lamarck, 1798)', 'Pota', 'pelagic', 0, 2500, -13, 0, 'LC'],
    ['Todaropsis', 'eblanae', '(Ball, 1841)', 'Pota-costeira', 'demersal', 20, 850, -20, 0, 'LC'],
  ]),
  ...cephalopod('Oegopsida', 'Architeuthidae', [
    ['Architeuthis', 'dux', 'Steenstrup, 1857', 'Lula-gigante', 'deep', 200, 1000, -20, 0, 'LC'],
  ]),
  ...cephalopod('Oegopsida', 'Pyroteuthidae', [
    ['Pyroteuthis', 'margaritifera', '(Rüppell, 1844)', '', 'deep', 50, 800, -20, 0, 'LC'],
  ]),
  ...cephalopod('Spirulida', 'Spirulidae', [
    ['Spirula', 'spirula', '(Linnaeus, 1758)', '', 'deep', 100, 1000, -20, 0, 'LC'],
  ]),
  ...cephalopod('Vampyromorpha', 'Vampyroteuthidae', [
    ['Vampyroteuthis', 'infernalis', 'Chun, 1903', 'Lula-vampiro', 'deep', 600, 3000, -20, 0, 'LC'],
  ]),
  ...cephalopod('Octopoda', 'Octopodidae', [
    ['Octopus', 'vulgaris', 'Cuvier, 1797', 'Polvo-comum', 'benthic', 0, 200, -20, 0, 'LC', 14, 28],
  ]),
  ...cephalopod('Octopoda', 'Argonautidae', [
    ['Argonauta', 'argo', 'Linnaeus, 1758', 'Argonauta', 'pelagic', 0, 200, -20, 0, 'LC'],
  ]),
  ...cephalopod('Octopoda', 'Tremoctopodidae', [
    ['Tremoctopus', 'violaceus', 'delle Chiaje, 1830', 'Polvo-de-véu', 'pelagic', 0, 250, -18, 0, 'LC'],
  ]),
  ...gastropod('Neogastropoda', 'Conidae', [
    ['Conus', 'aemulus', 'Reeve, 1844', '', 'benthic', 0, 40, -15.5, -8.5, 'LC'],
    ['Conus', 'africanus', 'Kiener, 1848', '', 'benthic', 0, 30, -15, -8.5, 'LC'],
    ['Conus', 'bulbus', 'Reeve, 1843', '', 'benthic', 0, 30, -15.5, -8.5, 'LC'],
    ['Conus', 'cepasi', 'Trovão, 1975', '', 'benthic', 0, 10, -13.5, -12],
    ['Conus', 'ermineus', 'Born, 1778', '', 'reef', 0, 100, -16, 0, 'LC'],
    ['Conus', 'genuanus', 'Linnaeus, 1758', '', 'benthic', 0, 40, -13, 0, 'LC'],
    ['Conus', 'naranjus', 'Trovão, 1975', '', 'benthic', 0, 10, -16, -12],
    ['Conus', 'pulcher', 'Lightfoot, 1786', '', 'benthic', 0, 100, -14, 0, 'LC'],
    ['Conus', 'variegatus', 'Kiener, 1848', '', 'benthic', 0, 30, -15.5, -8.5, 'LC'],
    ['Conus', 'zebroides', 'Kiener, 1848', '', 'benthic', 0, 10, -16, -12],
  ]),
  ...gastropod('Neogastropoda', 'Clavatulidae', [
    ['Pusionella', 'nifat', '(Bruguière, 1789)', '', 'benthic', 0, 40, -14, 0],
  ]),
  ...gastropod('Neogastropoda', 'Muricidae', [
    ['Bolinus', 'cornutus', '(Linnaeus, 1758)', 'Búzio', 'benthic', 0, 60, -16, 0],
    ['Hexaplex', 'duplex', '(Born, 1778)', 'Búzio', 'benthic', 0, 60, -14, 0],
    ['Stramonita', 'haemastoma', '(Linnaeus, 1767)', 'Búzio', 'reef', 0, 20, -17, 0],
    ['Thais', 'nodosa', '(Linnaeus, 1758)', 'Búzio', 'reef', 0, 10, -14, 0],
  ]),
  ...gastropod('Neogastropoda', 'Nassariidae', [
    ['Nassarius', 'vinctus', '(Marrat, 1877)', '', 'benthic', 0, 150, -20, -14],
  ]),
  ...gastropod('Neogastropoda', 'Olividae', [
    ['Agaronia', 'acuminata', '(Lamarck, 1811)', '', 'benthic', 0, 30, -14, 0],
    ['Oliva', 'flammulata', 'Lamarck, 1811', '', 'benthic', 0, 60, -15, 0],
  ]),
  ...gastropod('Neogastropoda', 'Harpidae', [['Harpa', 'doris', 'Röding, 1798', '', 'benthic', 5, 60, -14, 0]]),
  ...gastropod('Littorinimorpha', 'Cypraeidae', [
    ['Luria', 'lurida', '(Linnaeus, 1758)', '', 'reef', 0, 50, -14, 0],
    ['Trona', 'stercoraria', '(Linnaeus, 1758)', '', 'reef', 0, 20, -14, 0],
    ['Zonaria', 'angolensis', '(Odhner, 1923)', '', 'reef', 0, 30, -15, -8],
    ['Zonaria', 'zonaria', '(Gmelin, 1791)', '', 'reef', 0, 50, -14, 0],
  ]),
  ...gastropod('Littorinimorpha', 'Strombidae', [
    ['Thetystrombus', 'latus', '(Gmelin, 1791)', 'Búzio-cabra', 'benthic', 0, 40, -15, 0],
  ]),
  ...gastropod('Littorinimorpha', 'Tonnidae', [['Tonna', 'galea', '(Linnaeus, 1758)', '', 'benthic', 5, 120, -16, 0]]),
  ...gastropod('Littorinimorpha', 'Cymatiidae', [
    ['Monoplex', 'parthenopeus', '(Salis Marschlins, 1793)', '', 'reef', 0, 100, -17, 0],
  ]),
  ...gastropod('Littorinimorpha', 'Naticidae', [
    ['Natica', 'marochiensis', '(Gmelin, 1791)', '', 'benthic', 0, 40, -14, 0],
  ]),
  ...gastropod('Littorinimorpha', 'Calyptraeidae', [
    ['Crepidula', 'porcellana', '(Linnaeus, 1758)', '', 'benthic', 0, 30, -16, 0],
  ]),
  ...gastropod('Littorinimorpha', 'Littorinidae', [
    ['Littoraria', 'angulifera', '(Lamarck, 1822)', '', 'mangrove', 0, 1, -12.5, 0],
  ]),
  ...gastropod('Littorinimorpha', 'Atlantidae', [
    ['Atlanta', 'peronii', 'Lesueur, 1817', '', 'pelagic', 0, 250, -20, 0],
  ]),
  ...gastropod('Littorinimorpha', 'Carinariidae', [
    ['Carinaria', 'lamarckii', 'Blainville, 1817', '', 'pelagic', 0, 200, -20, 0],
  ]),
  ...gastropod('Caenogastropoda incertae sedis', 'Potamididae', [
    ['Tympanotonos', 'fuscatus', '(Linnaeus, 1758)', '', 'mangrove', 0, 2, -13, 0],
  ]),
  ...gastropod('Cycloneritida', 'Neritidae', [['Nerita', 'senegalensis', 'Gmelin, 1791', '', 'reef', 0, 3, -15, 0]]),
  ...gastropod('Lepetellida', 'Fissurellidae', [
    ['Fissurella', 'nubecula', '(Linnaeus, 1758)', '', 'reef', 0, 10, -14, 0],
  ]),
  ...gastropod('Siphonariida', 'Siphonariidae', [
    ['Siphonaria', 'pectinata', '(Linnaeus, 1758)', 'Lapa', 'reef', 0, 2, -16, 0],
  ]),
  ...gastropod('Aplysiida', 'Aplysiidae', [
    ['Aplysia', 'fasciata', 'Poiret, 1789', 'Lebre-do-mar', 'benthic', 0, 30, -17, 0],
  ]),
  ...gastropod('Nudibranchia', 'Glaucidae', [
    ['Glaucus', 'atlanticus', 'Forster, 1777', 'Dragão-azul', 'pelagic', 0, 1, -20, 0],
  ]),
  ...gastropod('Pteropoda', 'Limacinidae', [
    ['Limacina', 'bulimoides', "(d'Orbigny, 1835)", '', 'pelagic', 0, 200, -20, 0],
  ]),
  ...gastropod('Pteropoda', 'Creseidae', [['Creseis', 'virgula', '(Rang, 1828)', '', 'pelagic', 0, 200, -20, 0]]),
  ...gastropod('Pteropoda', 'Cavoliniidae', [
    ['Diacria', 'trispinosa', '(Blainville, 1821)', '', 'pelagic', 0, 300, -20, 0],
  ]),
  ...bivalve('Mytilida', 'Mytilidae', [
    ['Perna', 'perna', '(Linnaeus, 1758)', 'Mexilhão', 'reef', 0, 10, -18, 0, '', 15, 29],
  ]),
  ...bivalve('Arcida', 'Arcidae', [
    ['Senilia', 'senilis', '(Linnaeus, 1758)', 'Mabanga', 'mangrove', 0, 5, -13, 0, '', 20, 31],
  ]),
  ...bivalve('Ostreida', 'Ostreidae', [
    ['Crassostrea', 'tulipa', '(Lamarck, 1819)', 'Ostra-do-mangal', 'mangrove', 0, 5, -13, 0, '', 20, 31],
  ]),
  ...bivalve('Ostreida', 'Pinnidae', [['Pinna', 'rudis', 'Linnaeus, 1758', '', 'benthic', 2, 70, -14, 0]]),
  ...bivalve('Nuculanida', 'Nuculanidae', [
    ['Lembulus', 'bicuspidatus', '(Gould, 1845)', '', 'benthic', 5, 200, -20, 0],
  ]),
  ...bivalve('Cardiida', 'Donacidae', [
    ['Donax', 'pulchellus', 'Hanley, 1843', 'Cadelinha', 'coastal', 0, 10, -14, 0],
    ['Donax', 'rugosus', 'Linnaeus, 1758', 'Cadelinha', 'coastal', 0, 5, -16, 0],
  ]),
  ...bivalve('Cardiida', 'Cardiidae', [
    ['Bucardium', 'ringens', '(Bruguière, 1789)', 'Berbigão', 'benthic', 0, 30, -15, 0],
  ]),
  ...bivalve('Adapedonta', 'Pharidae', [['Sinupharus', 'galatheae', 'Cosel, 1993', '', 'benthic', 5, 100, -20, -14]]),
  ...bivalve('Venerida', 'Veneridae', [
    ['Pelecyora', 'isocardia', '(Dunker, 1845)', 'Amêijoa', 'benthic', 0, 40, -15, 0],
    ['Pitar', 'tumens', '(Gmelin, 1791)', 'Amêijoa', 'benthic', 0, 40, -14, 0],
    ['Tivela', 'tripla', '(Linnaeus, 1771)', 'Amêijoa', 'coastal', 0, 10, -13, 0],
  ]),
  ...bivalve('Venerida', 'Mactridae', [
    ['Mactra', 'glabrata', 'Linnaeus, 1767', 'Amêijoa-branca', 'benthic', 0, 40, -18, 0],
  ]),
  ...bivalve('Venerida', 'Vesicomyidae', [
    ['Christineconcha', 'regab', '(Cosel & Olu, 2009)', '', 'deep', 3100, 3200, -6, -4.5],
    ['Laubiericoncha', 'chuni', '(Thiele & Jaeckel, 1931)', '', 'deep', 500, 3200, -8, 0],
  ]),
];
