import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const sponge = familiesOf({ kingdom: 'Animalia', phylum: 'Porifera', class: 'Demospongiae', group: 'sponge' });
const ascidian = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Ascidiacea', group: 'tunicate' });
const thaliacean = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Thaliacea', group: 'tunicate' });
const tentaculate = familiesOf({ kingdom: 'Animalia', phylum: 'Ctenophora', class: 'Tentaculata', group: 'other' });
const nudan = familiesOf({ kingdom: 'Animalia', phylum: 'Ctenophora', class: 'Nuda', group: 'other' });
const arrowWorm = familiesOf({ kingdom: 'Animalia', phylum: 'Chaetognatha', class: 'Sagittoidea', group: 'other' });
const bryozoan = familiesOf({ kingdom: 'Animalia', phylum: 'Bryozoa', class: 'Gymnolaemata', group: 'other' });
const lampShell = familiesOf({ kingdom: 'Animalia', phylum: 'Brachiopoda', class: 'Lingulata', group: 'other' });
const insect = familiesOf({ kingdom: 'Animalia', phylum: 'Arthropoda', class: 'Insecta', group: 'other' });

/** Sponges, sea squirts and salps, comb jellies, arrow worms, moss animals, lamp shells and the ocean skater. */
export const spongesTunicatesAndOthers: readonly TaxonSeed[] = [
  ...sponge('Clionaida', 'Clionaidae', [
    ['Cliona', 'celata', 'Grant, 1826', 'Esponja-perfurante', 'reef', 0, 200, -18, 0],
    ['Cliona', 'viridis', '(Schmidt, 1862)', 'Esponja-perfurante', 'reef', 0, 100, -13, 0],
  ]),
  ...sponge('Suberitida', 'Halichondriidae', [
    ['Hymeniacidon', 'perlevis', '(Montagu, 1814)', 'Esponja', 'reef', 0, 50, -20, 0],
  ]),
  ...sponge('Suberitida', 'Suberitidae', [
    ['Suberites', 'carnosus', '(Johnston, 1842)', 'Esponja', 'benthic', 10, 400, -20, 0],
  ]),
  ...ascidian('Stolidobranchia', 'Styelidae', [
    ['Botryllus', 'schlosseri', '(Pallas, 1766)', 'Ascídia', 'reef', 0, 30, -18, 0],
    ['Styela', 'canopus', '(Savigny, 1816)', 'Ascídia', 'reef', 0, 30, -14, 0],
    ['Styela', 'plicata', '(Lesueur, 1823)', 'Ascídia', 'reef', 0, 30, -16, 0],
  ]),
  ...ascidian('Stolidobranchia', 'Pyuridae', [
    ['Microcosmus', 'exasperatus', 'Heller, 1878', 'Ascídia', 'reef', 0, 50, -14, 0],
  ]),
  ...ascidian('Phlebobranchia', 'Perophoridae', [
    ['Ecteinascidia', 'turbinata', 'Herdman, 1880', 'Ascídia', 'mangrove', 0, 15, -13, 0],
  ]),
  ...thaliacean('Salpida', 'Salpidae', [
    ['Iasis', 'cylindrica', '(Cuvier, 1804)', 'Salpa', 'pelagic', 0, 300, -20, 0],
    ['Salpa', 'fusiformis', 'Cuvier, 1804', 'Salpa', 'pelagic', 0, 800, -20, 0],
    ['Salpa', 'maxima', 'Forskål, 1775', 'Salpa', 'pelagic', 0, 500, -20, 0],
    ['Thalia', 'democratica', '(Forskål, 1775)', 'Salpa', 'pelagic', 0, 200, -20, 0],
  ]),
  ...thaliacean('Doliolida', 'Doliolidae', [
    ['Dolioletta', 'gegenbauri', '(Uljanin, 1884)', '', 'pelagic', 0, 200, -20, 0],
    ['Doliolum', 'nationalis', 'Borgert, 1893', '', 'pelagic', 0, 200, -20, 0],
  ]),
  ...thaliacean('Pyrosomatida', 'Pyrosomatidae', [
    ['Pyrosoma', 'atlanticum', 'Péron, 1804', 'Pirossoma', 'pelagic', 0, 1000, -20, 0],
  ]),
  ...tentaculate('Cestida', 'Cestidae', [
    ['Cestum', 'veneris', 'Lesueur, 1813', 'Cinto-de-Vénus', 'pelagic', 0, 200, -20, 0],
  ]),
  ...nudan('Beroida', 'Beroidae', [['Beroe', 'forskalii', 'Milne Edwards, 1841', '', 'pelagic', 0, 200, -20, 0]]),
  ...arrowWorm('Aphragmophora', 'Sagittidae', [
    ['Flaccisagitta', 'enflata', '(Grassi, 1881)', '', 'pelagic', 0, 200, -20, 0],
    ['Mesosagitta', 'minima', '(Grassi, 1881)', '', 'pelagic', 0, 300, -20, 0],
    ['Parasagitta', 'friderici', '(Ritter-Záhony, 1911)', '', 'pelagic', 0, 150, -20, 0],
  ]),
  ...arrowWorm('Aphragmophora', 'Pterosagittidae', [
    ['Pterosagitta', 'draco', '(Krohn, 1853)', '', 'pelagic', 0, 300, -20, 0],
  ]),
  ...bryozoan('Cheilostomatida', 'Bugulidae', [['Bugula', 'neritina', '(Linnaeus, 1758)', '', 'reef', 0, 50, -16, 0]]),
  ...bryozoan('Ctenostomatida', 'Vesiculariidae', [
    ['Amathia', 'verticillata', '(delle Chiaje, 1822)', '', 'mangrove', 0, 20, -13, 0],
  ]),
  ...lampShell('Lingulida', 'Discinidae', [
    ['Discinisca', 'tenuis', '(G.B. Sowerby I, 1847)', '', 'benthic', 0, 50, -20, -16.5],
  ]),
  ...insect('Hemiptera', 'Gerridae', [['Halobates', 'micans', 'Eschscholtz, 1822', '', 'pelagic', 0, 1, -18, 0]]),
];
