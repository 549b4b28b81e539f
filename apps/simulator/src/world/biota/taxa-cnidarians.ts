import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const jellyfish = familiesOf({ kingdom: 'Animalia', phylum: 'Cnidaria', class: 'Scyphozoa', group: 'cnidarian' });
const hydrozoan = familiesOf({ kingdom: 'Animalia', phylum: 'Cnidaria', class: 'Hydrozoa', group: 'cnidarian' });
const hardCoral = familiesOf({ kingdom: 'Animalia', phylum: 'Cnidaria', class: 'Hexacorallia', group: 'cnidarian' });
const softCoral = familiesOf({ kingdom: 'Animalia', phylum: 'Cnidaria', class: 'Octocorallia', group: 'cnidarian' });

/** Jellyfishes, siphonophores, cold-water corals and sea pens. */
export const cnidarians: readonly TaxonSeed[] = [
  ...jellyfish('Semaeostomeae', 'Pelagiidae', [
    ['Chrysaora', 'africana', '(Vanhöffen, 1902)', 'Medusa', 'pelagic', 0, 80, -20, 0, '', 16, 29],
    ['Chrysaora', 'fulgida', '(Reynaud, 1830)', 'Medusa', 'pelagic', 0, 150, -20, -14, '', 11, 20],
    ['Pelagia', 'noctiluca', '(Forskål, 1775)', 'Medusa', 'pelagic', 0, 200, -20, 0],
  ]),
  ...jellyfish('Rhizostomeae', 'Rhizostomatidae', [
    ['Rhizostoma', 'luteum', '(Quoy & Gaimard, 1827)', 'Medusa', 'pelagic', 0, 60, -20, -4],
  ]),
  ...hydrozoan('Siphonophorae', 'Physaliidae', [
    ['Physalia', 'physalis', '(Linnaeus, 1758)', 'Caravela-portuguesa', 'pelagic', 0, 10, -20, 0],
  ]),
  ...hydrozoan('Siphonophorae', 'Diphyidae', [
    ['Diphyes', 'dispar', 'Chamisso & Eysenhardt, 1821', '', 'pelagic', 0, 300, -18, 0],
    ['Muggiaea', 'atlantica', 'Cunningham, 1892', '', 'pelagic', 0, 200, -20, -8],
  ]),
  ...hydrozoan('Siphonophorae', 'Abylidae', [
    ['Abylopsis', 'tetragona', '(Otto, 1823)', '', 'pelagic', 0, 300, -20, 0],
  ]),
  ...hydrozoan('Anthoathecata', 'Porpitidae', [
    ['Porpita', 'porpita', '(Linnaeus, 1758)', '', 'pelagic', 0, 2, -18, 0],
    ['Velella', 'velella', '(Linnaeus, 1758)', 'Velela', 'pelagic', 0, 2, -20, 0],
  ]),
  ...hydrozoan('Leptothecata', 'Aequoreidae', [
    ['Aequorea', 'forskalea', 'Péron & Lesueur, 1810', '', 'pelagic', 0, 200, -20, -10],
  ]),
  ...hydrozoan('Leptothecata', 'Aglaopheniidae', [
    ['Macrorhynchia', 'philippina', 'Kirchenpauer, 1872', '', 'reef', 0, 40, -13, 0],
  ]),
  ...hydrozoan('Limnomedusae', 'Geryoniidae', [
    ['Liriope', 'tetraphylla', '(Chamisso & Eysenhardt, 1821)', '', 'pelagic', 0, 200, -20, 0],
  ]),
  ...hydrozoan('Trachymedusae', 'Rhopalonematidae', [
    ['Rhopalonema', 'velatum', 'Gegenbaur, 1857', '', 'pelagic', 0, 400, -20, 0],
  ]),
  ...hardCoral('Scleractinia', 'Caryophylliidae', [
    ['Desmophyllum', 'dianthus', '(Esper, 1794)', '', 'deep', 30, 2500, -20, 0],
    ['Desmophyllum', 'pertusum', '(Linnaeus, 1758)', 'Coral-branco', 'deep', 200, 1000, -18, 0],
  ]),
  ...softCoral('Scleralcyonacea', 'Funiculinidae', [
    ['Funiculina', 'quadrangularis', '(Pallas, 1766)', '', 'benthic', 20, 2600, -20, 0],
  ]),
  ...softCoral('Scleralcyonacea', 'Anthoptilidae', [
    ['Anthoptilum', 'grandiflorum', '(Verrill, 1879)', '', 'deep', 150, 3100, -20, 0],
  ]),
];
