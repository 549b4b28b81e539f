import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const bony = familiesOf({ kingdom: 'Animalia', phylum: 'Chordata', class: 'Teleostei', group: 'fish' });

/** Bony fishes, second part: mullets, flying fishes, tunas and their kin, jacks, billfishes and flatfishes. */
export const bonyFishesTwo: readonly TaxonSeed[] = [
  ...bony('Mugiliformes', 'Mugilidae', [
    ['Mugil', 'cephalus', 'Linnaeus, 1758', 'Tainha-olhalvo', 'coastal', 0, 120, -20, 0, 'LC', 14, 28],
    ['Mugil', 'curema', 'Valenciennes, 1836', 'Tainha', 'coastal', 0, 15, -14, 0, 'LC'],
    ['Mugil', 'bananensis', '(Pellegrin, 1927)', 'Tainha', 'coastal', 0, 20, -12, 0, 'LC'],
    ['Neochelon', 'falcipinnis', '(Valenciennes, 1836)', 'Tainha', 'coastal', 0, 20, -12, 0, 'LC'],
    ['Parachelon', 'grandisquamis', '(Valenciennes, 1836)', 'Tainha', 'coastal', 0, 20, -9, 0, 'LC'],
    ['Chelon', 'dumerili', '(Steindachner, 1870)', 'Tainha', 'coastal', 0, 20, -18, 0, 'LC'],
  ]),
  ...bony('Blenniiformes', 'Blenniidae', [
    ['Parablennius', 'pilicornis', '(Cuvier, 1829)', '', 'reef', 0, 25, -18, 0, 'LC'],
    ['Ophioblennius', 'atlanticus', '(Valenciennes, 1836)', '', 'reef', 0, 20, -13, 0, 'LC'],
    ['Scartella', 'cristata', '(Linnaeus, 1758)', '', 'reef', 0, 10, -17, 0, 'LC'],
    ['Hypleurochilus', 'aequipinnis', '(Günther, 1861)', '', 'reef', 0, 15, -9, 0, 'LC'],
  ]),
  ...bony('Blenniiformes', 'Labrisomidae', [
    ['Labrisomus', 'nuchipinnis', '(Quoy & Gaimard, 1824)', '', 'reef', 0, 10, -13, 0, 'LC'],
  ]),
  ...bony('Beloniformes', 'Belonidae', [
    ['Ablennes', 'hians', '(Valenciennes, 1846)', '', 'pelagic', 0, 15, -16, 0, 'LC'],
    ['Tylosurus', 'crocodilus', '(Péron & Lesueur, 1821)', '', 'pelagic', 0, 15, -14, 0, 'LC'],
    ['Strongylura', 'senegalensis', '(Valenciennes, 1846)', '', 'coastal', 0, 10, -12, 0, 'LC'],
  ]),
  ...bony('Beloniformes', 'Hemiramphidae', [
    ['Hemiramphus', 'balao', 'Lesueur, 1821', 'Meia-agulha', 'pelagic', 0, 5, -14, 0, 'LC'],
    ['Hemiramphus', 'brasiliensis', '(Linnaeus, 1758)', 'Meia-agulha', 'pelagic', 0, 5, -14, 0, 'LC'],
    ['Hyporhamphus', 'picarti', '(Valenciennes, 1847)', 'Meia-agulha', 'coastal', 0, 5, -14, 0, 'LC'],
  ]),
  ...bony('Beloniformes', 'Exocoetidae', [
    ['Exocoetus', 'volitans', 'Linnaeus, 1758', 'Peixe-voador', 'pelagic', 0, 20, -18, 0, 'LC', 20, 29],
    ['Cheilopogon', 'nigricans', '(Bennett, 1840)', 'Peixe-voador', 'pelagic', 0, 20, -14, 0, 'LC'],
    ['Hirundichthys', 'speculiger', '(Valenciennes, 1847)', 'Peixe-voador', 'pelagic', 0, 20, -14, 0, 'LC'],
    ['Fodiator', 'acutus', '(Valenciennes, 1847)', 'Peixe-voador', 'pelagic', 0, 20, -12, 0, 'LC'],
  ]),
  ...bony('Beryciformes', 'Berycidae', [
    ['Beryx', 'splendens', 'Lowe, 1834', 'Imperador', 'deep', 25, 1300, -20, 0, 'LC'],
    ['Beryx', 'decadactylus', 'Cuvier, 1829', 'Imperador', 'deep', 110, 1000, -20, 0, 'LC'],
  ]),
  ...bony('Trachichthyiformes', 'Trachichthyidae', [
    ['Hoplostethus', 'atlanticus', 'Collett, 1889', 'Olho-de-vidro-laranja', 'deep', 500, 1800, -20, -17],
    ['Hoplostethus', 'cadenati', 'Quéro, 1974', '', 'deep', 200, 1000, -18, 0],
    ['Hoplostethus', 'mediterraneus', 'Cuvier, 1829', '', 'deep', 100, 1175, -20, 0, 'LC'],
    ['Gephyroberyx', 'darwinii', '(Johnson, 1866)', '', 'deep', 75, 1200, -18, 0, 'LC'],
  ]),
  ...bony('Trachichthyiformes', 'Diretmidae', [
    ['Diretmus', 'argenteus', 'Johnson, 1864', '', 'deep', 100, 2000, -20, 0, 'LC'],
  ]),
  ...bony('Trachichthyiformes', 'Anoplogastridae', [
    ['Anoplogaster', 'cornuta', '(Valenciennes, 1833)', '', 'deep', 500, 4000, -20, 0, 'LC'],
  ]),
  ...bony('Holocentriformes', 'Holocentridae', [
    ['Holocentrus', 'adscensionis', '(Osbeck, 1765)', '', 'reef', 0, 180, -16, 0, 'LC'],
    ['Myripristis', 'jacobus', 'Cuvier, 1829', '', 'reef', 2, 100, -12, 0, 'LC'],
    ['Sargocentron', 'hastatum', '(Cuvier, 1829)', '', 'reef', 10, 200, -16, 0, 'LC'],
  ]),
  ...bony('Syngnathiformes', 'Syngnathidae', [
    ['Hippocampus', 'algiricus', 'Kaup, 1856', 'Cavalo-marinho', 'coastal', 0, 40, -12, 0, 'VU'],
  ]),
  ...bony('Syngnathiformes', 'Aulostomidae', [
    ['Aulostomus', 'strigosus', 'Wheeler, 1955', '', 'reef', 2, 35, -16, 0, 'LC'],
  ]),
  ...bony('Syngnathiformes', 'Fistulariidae', [
    ['Fistularia', 'petimba', 'Lacepède, 1803', '', 'demersal', 10, 200, -16, 0, 'LC'],
    ['Fistularia', 'tabacaria', 'Linnaeus, 1758', '', 'demersal', 1, 200, -16, 0, 'LC'],
  ]),
  ...bony('Dactylopteriformes', 'Dactylopteridae', [
    ['Dactylopterus', 'volitans', '(Linnaeus, 1758)', '', 'demersal', 1, 100, -16, 0, 'LC'],
  ]),
  ...bony('Mulliformes', 'Mullidae', [
    ['Pseudupeneus', 'prayensis', '(Cuvier, 1829)', 'Salmonete', 'demersal', 10, 300, -16, 0, 'VU', 17, 28],
  ]),
  ...bony('Callionymiformes', 'Callionymidae', [
    ['Synchiropus', 'phaeton', '(Günther, 1861)', '', 'benthic', 80, 850, -17, 0, 'LC'],
  ]),
  ...bony('Scombriformes', 'Scombridae', [
    ['Scomber', 'colias', 'Gmelin, 1789', 'Cavala', 'pelagic', 0, 300, -20, 0, 'LC', 14, 26],
    ['Thunnus', 'albacares', '(Bonnaterre, 1788)', 'Albacora', 'pelagic', 0, 250, -20, 0, 'LC', 18, 30],
    ['Thunnus', 'obesus', '(Lowe, 1839)', 'Atum-patudo', 'pelagic', 0, 500, -20, 0, 'VU', 16, 29],
    ['Thunnus', 'alalunga', '(Bonnaterre, 1788)', 'Atum-voador', 'pelagic', 0, 600, -20, -4, 'LC', 14, 25],
    ['Katsuwonus', 'pelamis', '(Linnaeus, 1758)', 'Gaiado', 'pelagic', 0, 260, -20, 0, 'LC', 18, 30],
    ['Euthynnus', 'alletteratus', '(Rafinesque, 1810)', 'Merma', 'pelagic', 0, 150, -17, 0, 'LC', 20, 30],
    ['Auxis', 'thazard', '(Lacepède, 1800)', 'Judeu', 'pelagic', 0, 200, -18, 0, 'LC', 20, 29],
    ['Auxis', 'rochei', '(Risso, 1810)', 'Judeu-liso', 'pelagic', 0, 200, -18, 0, 'LC', 19, 29],
    ['Sarda', 'sarda', '(Bloch, 1793)', 'Sarrajão', 'pelagic', 0, 200, -20, 0, 'LC', 14, 27],
    ['Scomberomorus', 'tritor', '(Cuvier, 1832)', 'Serra', 'pelagic', 0, 40, -16, 0, 'LC', 20, 30],
    ['Acanthocybium', 'solandri', '(Cuvier, 1832)', 'Serra-da-índia', 'pelagic', 0, 20, -18, 0, 'LC', 20, 30],
  ]),
  ...bony('Scombriformes', 'Trichiuridae', [
    ['Trichiurus', 'lepturus', 'Linnaeus, 1758', 'Peixe-espada-lírio', 'demersal', 0, 590, -20, 0, 'LC', 15, 28],
    ['Lepidopus', 'caudatus', '(Euphrasen, 1788)', 'Peixe-espada', 'demersal', 40, 620, -20, -8, '', 12, 22],
    ['Benthodesmus', 'tenuis', '(Günther, 1877)', '', 'deep', 200, 850, -18, 0, 'LC'],
    ['Aphanopus', 'intermedius', 'Parin, 1983', '', 'deep', 300, 1350, -18, 0],
  ]),
  ...bony('Scombriformes', 'Gempylidae', [
    ['Gempylus', 'serpens', 'Cuvier, 1829', '', 'pelagic', 0, 600, -20, 0, 'LC'],
    ['Lepidocybium', 'flavobrunneum', '(Smith, 1843)', 'Escolar-preto', 'pelagic', 200, 1100, -20, 0, 'LC'],
    ['Nealotus', 'tripes', 'Johnson, 1865', '', 'deep', 0, 1650, -20, 0, 'LC'],
    ['Nesiarchus', 'nasutus', 'Johnson, 1862', '', 'deep', 200, 1200, -20, 0, 'LC'],
    ['Promethichthys', 'prometheus', '(Cuvier, 1832)', 'Coelho', 'deep', 80, 800, -20, 0, 'LC'],
    ['Ruvettus', 'pretiosus', 'Cocco, 1833', 'Escolar', 'deep', 100, 800, -20, 0, 'LC'],
    ['Thyrsites', 'atun', '(Euphrasen, 1791)', '', 'pelagic', 0, 550, -20, -16, '', 12, 19],
  ]),
  ...bony('Scombriformes', 'Bramidae', [
    ['Brama', 'brama', '(Bonnaterre, 1788)', 'Xaputa', 'pelagic', 0, 1000, -20, -6, 'LC'],
    ['Taractichthys', 'longipinnis', '(Lowe, 1843)', '', 'pelagic', 0, 500, -20, 0, 'LC'],
  ]),
  ...bony('Scombriformes', 'Ariommatidae', [
    ['Ariomma', 'bondi', 'Fowler, 1930', '', 'demersal', 20, 500, -17, 0, 'LC'],
    ['Ariomma', 'melanum', '(Ginsburg, 1954)', '', 'demersal', 180, 600, -17, 0, 'LC'],
  ]),
  ...bony('Scombriformes', 'Centrolophidae', [
    ['Centrolophus', 'niger', '(Gmelin, 1789)', '', 'pelagic', 40, 1050, -20, -12, 'LC'],
    ['Schedophilus', 'pemarco', '(Poll, 1959)', '', 'demersal', 100, 600, -16, 0, 'LC'],
    ['Schedophilus', 'velaini', '(Sauvage, 1879)', '', 'demersal', 100, 500, -18, 0, 'LC'],
  ]),
  ...bony('Scombriformes', 'Nomeidae', [
    ['Cubiceps', 'pauciradiatus', 'Günther, 1872', '', 'pelagic', 0, 1000, -18, 0, 'LC'],
    ['Nomeus', 'gronovii', '(Gmelin, 1789)', '', 'pelagic', 0, 1000, -18, 0, 'LC'],
    ['Psenes', 'cyanophrys', 'Valenciennes, 1833', '', 'pelagic', 0, 550, -18, 0, 'LC'],
  ]),
  ...bony('Scombriformes', 'Stromateidae', [
    ['Stromateus', 'fiatola', 'Linnaeus, 1758', 'Pâmpano', 'demersal', 10, 70, -20, 0, 'LC', 17, 28],
  ]),
  ...bony('Scombriformes', 'Pomatomidae', [
    ['Pomatomus', 'saltatrix', '(Linnaeus, 1766)', 'Anchova', 'pelagic', 0, 200, -20, 0, 'VU', 15, 27],
  ]),
  ...bony('Carangiformes', 'Carangidae', [
    ['Trachurus', 'trecae', 'Cadenat, 1950', 'Carapau-do-Cunene', 'pelagic', 20, 260, -18, 0, 'LC', 16, 26],
    ['Trachurus', 'capensis', 'Castelnau, 1861', 'Carapau-do-Cabo', 'pelagic', 0, 400, -20, -13, 'LC', 12, 20],
    ['Decapterus', 'macarellus', '(Cuvier, 1833)', '', 'pelagic', 0, 200, -14, 0, 'LC'],
    ['Decapterus', 'punctatus', '(Cuvier, 1829)', '', 'pelagic', 0, 100, -17, 0, 'LC'],
    ['Caranx', 'rhonchus', 'Geoffroy Saint-Hilaire, 1817', '', 'pelagic', 15, 200, -16, 0, 'LC'],
    ['Caranx', 'hippos', '(Linnaeus, 1766)', 'Xaréu-macoa', 'coastal', 1, 350, -16, 0, 'LC', 20, 30],
    ['Caranx', 'senegallus', 'Cuvier, 1833', '', 'coastal', 10, 200, -15, 0, 'LC'],
    ['Caranx', 'crysos', '(Mitchill, 1815)', '', 'pelagic', 0, 100, -16, 0, 'LC'],
    ['Caranx', 'latus', 'Agassiz, 1831', '', 'reef', 0, 140, -12, 0, 'LC'],
    ['Caranx', 'lugubris', 'Poey, 1860', '', 'reef', 12, 350, -12, 0, 'LC'],
    ['Caranx', 'fischeri', 'Smith-Vaniz & Carpenter, 2007', '', 'coastal', 0, 50, -15, 0, 'LC'],
    ['Hemicaranx', 'bicolor', '(Günther, 1860)', '', 'coastal', 0, 50, -10, 0, 'LC'],
    ['Selar', 'crumenophthalmus', '(Bloch, 1793)', '', 'pelagic', 0, 170, -16, 0, 'LC', 19, 29],
    ['Selene', 'dorsalis', '(Gill, 1863)', 'Corcovado', 'demersal', 0, 100, -17, 0, 'LC', 18, 29],
    ['Chloroscombrus', 'chrysurus', '(Linnaeus, 1766)', '', 'pelagic', 0, 110, -16, 0, 'LC', 20, 30],
    ['Alectis', 'ciliaris', '(Bloch, 1787)', '', 'reef', 0, 100, -15, 0, 'LC'],
    ['Lichia', 'amia', '(Linnaeus, 1758)', 'Palombeta', 'coastal', 0, 50, -20, 0, 'LC', 16, 27],
    ['Trachinotus', 'ovatus', '(Linnaeus, 1758)', '', 'coastal', 0, 200, -16, 0, 'LC'],
    ['Trachinotus', 'teraia', 'Cuvier, 1832', '', 'coastal', 0, 100, -14, 0, 'LC'],
    ['Trachinotus', 'maxillosus', 'Cuvier, 1832', '', 'coastal', 0, 50, -13, 0, 'LC'],
    ['Trachinotus', 'goreensis', 'Cuvier, 1832', '', 'coastal', 0, 50, -13, 0, 'LC'],
    ['Seriola', 'dumerili', '(Risso, 1810)', 'Charuteiro', 'reef', 1, 360, -16, 0, 'LC'],
    ['Seriola', 'carpenteri', 'Mather, 1971', '', 'demersal', 0, 200, -16, 0, 'LC'],
    ['Seriola', 'rivoliana', 'Valenciennes, 1833', '', 'pelagic', 5, 245, -16, 0, 'LC'],
    ['Elagatis', 'bipinnulata', '(Quoy & Gaimard, 1825)', '', 'pelagic', 0, 150, -14, 0, 'LC'],
    ['Naucrates', 'ductor', '(Linnaeus, 1758)', 'Peixe-piloto', 'pelagic', 0, 300, -20, 0, 'LC'],
    ['Uraspis', 'secunda', '(Poey, 1860)', '', 'pelagic', 0, 200, -14, 0, 'LC'],
  ]),
  ...bony('Carangiformes', 'Coryphaenidae', [
    ['Coryphaena', 'hippurus', 'Linnaeus, 1758', 'Doirado', 'pelagic', 0, 85, -18, 0, 'LC', 20, 30],
    ['Coryphaena', 'equiselis', 'Linnaeus, 1758', '', 'pelagic', 0, 400, -17, 0, 'LC', 22, 30],
  ]),
  ...bony('Carangiformes', 'Rachycentridae', [
    ['Rachycentron', 'canadum', '(Linnaeus, 1766)', 'Fogueteiro-galego', 'pelagic', 0, 1200, -17, 0, 'LC'],
  ]),
  ...bony('Carangiformes', 'Echeneidae', [
    ['Echeneis', 'naucrates', 'Linnaeus, 1758', 'Rémora', 'pelagic', 0, 50, -18, 0, 'LC'],
    ['Remora', 'remora', '(Linnaeus, 1758)', 'Rémora', 'pelagic', 0, 200, -20, 0, 'LC'],
  ]),
  ...bony('Carangaria incertae sedis', 'Xiphiidae', [
    ['Xiphias', 'gladius', 'Linnaeus, 1758', 'Espadarte', 'pelagic', 0, 800, -20, 0, 'NT', 15, 29],
  ]),
  ...bony('Carangaria incertae sedis', 'Istiophoridae', [
    ['Istiophorus', 'platypterus', '(Shaw, 1792)', 'Veleiro', 'pelagic', 0, 200, -18, 0, 'VU', 21, 30],
    ['Kajikia', 'albida', '(Poey, 1860)', 'Espadim-branco', 'pelagic', 0, 150, -20, 0, 'LC', 20, 30],
    ['Makaira', 'nigricans', 'Lacepède, 1802', 'Espadim-azul', 'pelagic', 0, 200, -20, 0, 'VU', 21, 30],
    ['Tetrapturus', 'pfluegeri', 'Robins & de Sylva, 1963', '', 'pelagic', 0, 200, -20, 0, 'LC', 20, 29],
  ]),
  ...bony('Carangaria incertae sedis', 'Sphyraenidae', [
    ['Sphyraena', 'afra', 'Peters, 1844', 'Bicuda', 'coastal', 0, 75, -15, 0, 'LC'],
    ['Sphyraena', 'barracuda', '(Edwards, 1771)', 'Barracuda', 'reef', 0, 100, -12, 0, 'LC'],
    ['Sphyraena', 'guachancho', 'Cuvier, 1829', 'Bicuda', 'coastal', 0, 100, -14, 0, 'LC'],
    ['Sphyraena', 'sphyraena', '(Linnaeus, 1758)', 'Bicuda', 'pelagic', 0, 100, -15, 0, 'LC'],
  ]),
  ...bony('Carangaria incertae sedis', 'Polynemidae', [
    ['Galeoides', 'decadactylus', '(Bloch, 1795)', 'Barbudo', 'coastal', 10, 70, -17, 0, 'NT', 20, 30],
    ['Pentanemus', 'quinquarius', '(Linnaeus, 1758)', '', 'coastal', 10, 70, -13, 0, 'VU', 21, 30],
    ['Polydactylus', 'quadrifilis', '(Cuvier, 1829)', '', 'coastal', 15, 55, -10, 0],
  ]),
  ...bony('Pleuronectiformes', 'Psettodidae', [
    ['Psettodes', 'belcheri', 'Bennett, 1831', '', 'benthic', 15, 200, -15, 0, 'DD'],
  ]),
  ...bony('Pleuronectiformes', 'Bothidae', [
    ['Bothus', 'podas', '(Delaroche, 1809)', '', 'benthic', 1, 400, -15, 0, 'LC'],
    ['Arnoglossus', 'imperialis', '(Rafinesque, 1810)', '', 'benthic', 20, 350, -20, 0, 'LC'],
    ['Arnoglossus', 'capensis', 'Boulenger, 1898', '', 'benthic', 5, 100, -20, -5, 'LC'],
    ['Monolene', 'microstoma', 'Cadenat, 1937', '', 'benthic', 90, 400, -16, 0, 'LC'],
  ]),
  ...bony('Pleuronectiformes', 'Citharidae', [
    ['Citharus', 'linguatula', '(Linnaeus, 1758)', 'Carta', 'benthic', 10, 300, -17, 0, 'LC'],
  ]),
  ...bony('Pleuronectiformes', 'Cyclopsettidae', [
    ['Citharichthys', 'stampflii', '(Steindachner, 1894)', '', 'benthic', 0, 250, -14, 0, 'LC'],
  ]),
  ...bony('Pleuronectiformes', 'Soleidae', [
    ['Bathysolea', 'polli', '(Chabanaud, 1950)', '', 'benthic', 100, 550, -14, 0],
    ['Dicologlossa', 'cuneata', '(Moreau, 1881)', 'Língua', 'benthic', 10, 460, -20, 0],
    ['Microchirus', 'frechkopi', 'Chabanaud, 1952', '', 'benthic', 30, 200, -12, 0],
    ['Microchirus', 'wittei', 'Chabanaud, 1950', '', 'benthic', 20, 200, -14, 0],
    ['Vanstraelenia', 'chirophthalma', '(Regan, 1915)', '', 'benthic', 10, 60, -12, 0],
  ]),
  ...bony('Pleuronectiformes', 'Cynoglossidae', [
    ['Cynoglossus', 'senegalensis', '(Kaup, 1858)', 'Língua', 'benthic', 10, 110, -14, 0, 'NT'],
    ['Cynoglossus', 'canariensis', 'Steindachner, 1882', 'Língua', 'benthic', 10, 300, -17, 0, 'NT'],
    ['Cynoglossus', 'monodi', 'Chabanaud, 1949', 'Língua', 'benthic', 10, 45, -12, 0],
  ]),
];
