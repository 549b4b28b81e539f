import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const turtle = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Reptilia', group: 'turtle' });

/** The five sea turtles that nest or feed along the coast of Angola. */
export const turtles: readonly TaxonSeed[] = [
  ...turtle('Testudines', 'Cheloniidae', [
    ['Caretta', 'caretta', '(Linnaeus, 1758)', 'Tartaruga-comum', 'pelagic', 0, 230, -20, 0, 'VU', 17, 29],
    ['Chelonia', 'mydas', '(Linnaeus, 1758)', 'Tartaruga-verde', 'coastal', 0, 140, -18, 0, 'LC', 18, 30],
    ['Eretmochelys', 'imbricata', '(Linnaeus, 1766)', 'Tartaruga-de-pente', 'reef', 0, 90, -12, 0, 'CR', 22, 30],
    ['Lepidochelys', 'olivacea', '(Eschscholtz, 1829)', 'Tartaruga-olivácea', 'coastal', 0, 250, -17, 0, 'VU', 20, 30],
  ]),
  ...turtle('Testudines', 'Dermochelyidae', [
    ['Dermochelys', 'coriacea', '(Vandelli, 1761)', 'Tartaruga-de-couro', 'pelagic', 0, 1280, -20, 0, 'VU', 13, 30],
  ]),
];
