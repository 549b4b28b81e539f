import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const bird = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Aves', group: 'bird' });

/** Sea and shore birds; the depths are those of their dives. */
export const birds: readonly TaxonSeed[] = [
  ...bird('Sphenisciformes', 'Spheniscidae', [
    ['Spheniscus', 'demersus', '(Linnaeus, 1758)', 'Pinguim-do-Cabo', 'coastal', 0, 130, -20, -15, 'CR', 10, 20],
  ]),
  ...bird('Procellariiformes', 'Diomedeidae', [
    ['Thalassarche', 'cauta', '(Gould, 1841)', '', 'pelagic', 0, 5, -20, -12, 'NT'],
    ['Thalassarche', 'chlororhynchos', '(Gmelin, 1789)', 'Albatroz-de-bico-amarelo', 'pelagic', 0, 3, -20, -8, 'EN'],
    ['Thalassarche', 'melanophris', '(Temminck, 1828)', 'Albatroz-de-sobrancelha', 'pelagic', 0, 5, -20, -12, 'LC'],
  ]),
  ...bird('Procellariiformes', 'Procellariidae', [
    ['Ardenna', 'grisea', '(Gmelin, 1789)', 'Pardela-preta', 'pelagic', 0, 65, -20, 0, 'NT'],
    ['Calonectris', 'borealis', '(Cory, 1881)', 'Cagarra', 'pelagic', 0, 15, -20, 0, 'LC'],
    ['Calonectris', 'edwardsii', '(Oustalet, 1883)', 'Cagarra-de-Cabo-Verde', 'pelagic', 0, 15, -12, 0, 'NT'],
    ['Daption', 'capense', '(Linnaeus, 1758)', '', 'pelagic', 0, 5, -20, -12, 'LC'],
    ['Macronectes', 'giganteus', '(Gmelin, 1789)', '', 'pelagic', 0, 2, -20, -14, 'LC'],
    ['Procellaria', 'aequinoctialis', 'Linnaeus, 1758', '', 'pelagic', 0, 15, -20, -10, 'VU'],
  ]),
  ...bird('Procellariiformes', 'Oceanitidae', [
    ['Oceanites', 'oceanicus', '(Kuhl, 1820)', 'Casquilho', 'pelagic', 0, 1, -20, 0, 'LC'],
  ]),
  ...bird('Procellariiformes', 'Hydrobatidae', [
    ['Hydrobates', 'pelagicus', '(Linnaeus, 1758)', 'Alma-de-mestre', 'pelagic', 0, 5, -20, 0, 'LC'],
  ]),
  ...bird('Suliformes', 'Sulidae', [
    ['Morus', 'capensis', '(Lichtenstein, 1823)', 'Alcatraz-do-Cabo', 'pelagic', 0, 20, -20, 0, 'EN', 12, 27],
    ['Sula', 'leucogaster', '(Boddaert, 1783)', 'Alcatraz-pardo', 'pelagic', 0, 5, -12, 0, 'LC'],
  ]),
  ...bird('Suliformes', 'Phalacrocoracidae', [
    [
      'Phalacrocorax',
      'capensis',
      '(Sparrman, 1788)',
      'Corvo-marinho-do-Cabo',
      'coastal',
      0,
      35,
      -20,
      -10,
      'EN',
      10,
      22,
    ],
    ['Phalacrocorax', 'carbo', '(Linnaeus, 1758)', 'Corvo-marinho', 'coastal', 0, 35, -20, 0, 'LC'],
  ]),
  ...bird('Pelecaniformes', 'Pelecanidae', [
    ['Pelecanus', 'onocrotalus', 'Linnaeus, 1758', 'Pelicano-branco', 'coastal', 0, 1, -20, 0, 'LC'],
    ['Pelecanus', 'rufescens', 'Gmelin, 1789', 'Pelicano-cinzento', 'mangrove', 0, 1, -17, 0, 'LC'],
  ]),
  ...bird('Pelecaniformes', 'Ardeidae', [
    ['Egretta', 'gularis', '(Bosc, 1792)', 'Garça-dos-recifes', 'mangrove', 0, 1, -10, 0, 'LC'],
  ]),
  ...bird('Phoenicopteriformes', 'Phoenicopteridae', [
    ['Phoenicopterus', 'roseus', 'Pallas, 1811', 'Flamingo', 'coastal', 0, 1, -20, -6, 'LC'],
  ]),
  ...bird('Charadriiformes', 'Laridae', [
    ['Anous', 'stolidus', '(Linnaeus, 1758)', 'Tinhosa-parda', 'pelagic', 0, 1, -12, 0, 'LC'],
    ['Chlidonias', 'niger', '(Linnaeus, 1758)', 'Gaivina-preta', 'pelagic', 0, 1, -20, 0, 'LC'],
    [
      'Chroicocephalus',
      'cirrocephalus',
      '(Vieillot, 1818)',
      'Gaivota-de-cabeça-cinzenta',
      'coastal',
      0,
      1,
      -20,
      0,
      'LC',
    ],
    ['Hydroprogne', 'caspia', '(Pallas, 1770)', 'Gaivina-de-bico-vermelho', 'coastal', 0, 1, -20, 0, 'LC'],
    ['Larus', 'dominicanus', 'Lichtenstein, 1823', 'Gaivota-dominicana', 'coastal', 0, 2, -20, -9, 'LC', 10, 24],
    ['Larus', 'fuscus', 'Linnaeus, 1758', "Gaivota-d'asa-escura", 'coastal', 0, 2, -16, 0, 'LC'],
    ['Onychoprion', 'anaethetus', '(Scopoli, 1786)', '', 'pelagic', 0, 1, -12, 0, 'LC'],
    ['Onychoprion', 'fuscatus', '(Linnaeus, 1766)', 'Gaivina-de-dorso-preto', 'pelagic', 0, 1, -16, 0, 'LC'],
    ['Sterna', 'hirundo', 'Linnaeus, 1758', 'Gaivina-comum', 'coastal', 0, 1, -20, 0, 'LC'],
    ['Sterna', 'paradisaea', 'Pontoppidan, 1763', 'Gaivina-do-ártico', 'pelagic', 0, 1, -20, 0, 'LC'],
    ['Sternula', 'albifrons', '(Pallas, 1764)', 'Chilreta', 'coastal', 0, 1, -17, 0, 'LC'],
    ['Sternula', 'balaenarum', 'Strickland, 1853', 'Chilreta-de-Damara', 'coastal', 0, 1, -20, 0],
    ['Thalasseus', 'sandvicensis', '(Latham, 1787)', 'Garajau', 'coastal', 0, 2, -20, 0, 'LC'],
    ['Xema', 'sabini', '(Sabine, 1819)', 'Gaivota-de-Sabine', 'pelagic', 0, 1, -20, -4, 'LC'],
  ]),
  ...bird('Charadriiformes', 'Stercorariidae', [
    ['Stercorarius', 'longicaudus', 'Vieillot, 1819', 'Moleiro-rabilongo', 'pelagic', 0, 1, -20, 0, 'LC'],
    ['Stercorarius', 'parasiticus', '(Linnaeus, 1758)', 'Moleiro-parasítico', 'pelagic', 0, 1, -20, 0, 'LC'],
    ['Stercorarius', 'pomarinus', '(Temminck, 1815)', 'Moleiro-do-ártico', 'pelagic', 0, 1, -20, 0, 'LC'],
  ]),
  ...bird('Charadriiformes', 'Scolopacidae', [
    ['Arenaria', 'interpres', '(Linnaeus, 1758)', 'Rola-do-mar', 'coastal', 0, 1, -20, 0, 'NT'],
    ['Calidris', 'alba', '(Pallas, 1764)', 'Pilrito-das-praias', 'coastal', 0, 1, -20, 0, 'LC'],
    ['Numenius', 'phaeopus', '(Linnaeus, 1758)', 'Maçarico-galego', 'coastal', 0, 1, -20, 0, 'LC'],
    ['Phalaropus', 'fulicarius', '(Linnaeus, 1758)', 'Falaropo-de-bico-grosso', 'pelagic', 0, 1, -20, 0, 'LC'],
  ]),
  ...bird('Charadriiformes', 'Charadriidae', [
    ['Pluvialis', 'squatarola', '(Linnaeus, 1758)', 'Tarambola-cinzenta', 'coastal', 0, 1, -20, 0, 'VU'],
  ]),
];
