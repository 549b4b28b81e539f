import type { Named } from '../language.types.ts';

const places: readonly (readonly [Named['kind'], string, string, number, number])[] = [
  ['port', 'luanda', 'Luanda', 13.235, -8.78],
  ['port', 'benguela', 'Benguela', 13.385, -12.57],
  ['port', 'lobito', 'Lobito', 13.55, -12.34],
  ['port', 'cabinda', 'Cabinda', 12.16, -5.523],
  ['port', 'soyo', 'Soyo', 12.292, -6.076],
  ['port', 'namibe', 'Moçâmedes (Namibe)', 12.14, -15.19],
  ['port', 'tombwa', 'Tômbwa', 11.85, -15.8],
  ['port', 'sumbe', 'Sumbe', 13.83, -11.2],
  ['port', 'porto-amboim', 'Porto Amboim', 13.74, -10.72],
  ['port', 'baia-farta', 'Baía Farta', 13.2, -12.6],
  ['port', 'ambriz', 'Ambriz', 13.097, -7.852],
  ['sea-station', 'lua-03', 'Largo de Luanda', 12.5, -8.8],
  ['sea-station', 'lua-02', 'Plataforma de Luanda', 12.9, -8.8],
  ['sea-station', 'lua-01', 'Baía de Luanda', 13.2, -8.78],
  ['sea-station', 'lob-01', 'Porto do Lobito', 13.5, -12.35],
  ['sea-station', 'lob-03', 'Largo do Lobito', 13, -12.35],
  ['sea-station', 'moc-01', 'Porto de Moçâmedes', 12.1, -15.2],
  ['sea-station', 'cab-01', 'Porto de Cabinda', 12.16, -5.523],
  ['sea-station', 'cab-02', 'Plataforma de Cabinda', 11.9, -5.5],
  ['sea-station', 'soy-01', 'Porto do Soyo', 12.28, -6.076],
  ['sea-station', 'ben-01', 'Benguela', 13.339, -12.55],
  ['sea-station', 'cun-01', 'Foz do Cunene', 11.75, -17.25],
  ['sea-station', 'zai-01', 'Foz do Zaire (Congo)', 12.3, -6.05],
  ['sea-station', 'abf-01', 'Frente Angola–Benguela', 11.5, -16],
  ['tide-gauge', 'ioc:luan', 'Luanda', 13.279, -8.748],
  ['tide-gauge', 'ioc:lobi', 'Lobito', 13.548, -12.345],
  ['coastal-station', 'inamet:66160', 'Luanda', 13.23, -8.86],
  ['coastal-station', 'inamet:66104', 'Cabinda', 12.19, -5.6],
  ['coastal-station', 'inamet:66305', 'Lobito', 13.53, -12.37],
  ['coastal-station', 'inamet:66422', 'Moçâmedes', 12.15, -15.2],
  ['coastal-station', 'inamet:66240', 'Sumbe', 13.85, -11.2],
  ['protected-area', 'iona-marinha', 'Área marinha do Iona (planeada)', 11.3, -16.7],
  ['protected-area', 'protected-planet:990000001', 'Iona', 12.5, -16.7],
  ['protected-area', 'protected-planet:990000002', 'Quiçama', 13.5, -9.9],
  ['protected-area', 'protected-planet:990000011', 'Luando', 17.2, -10.9],
  ['watched-area', 'iona-marinha', 'Área marinha do Iona (planeada)', 11.3, -16.7],
  ['fishing-zone', 'norte-artesanal', 'Pesca artesanal – Norte (Soyo–Luanda)', 12.9, -7.5],
  ['zee', 'zee', 'ZEE de Angola', 11.5, -11],
];

const species: readonly (readonly [string, string, string])[] = [
  ['90000020', 'Sardinela-lombuda', 'Sardinella aurita'],
  ['90000021', 'Sardinela-palheta', 'Sardinella maderensis'],
  ['90000023', 'Sardinha-do-Cabo', 'Sardinops sagax'],
  ['90000030', 'Carapau-do-Cunene', 'Trachurus trecae'],
  ['90000031', 'Carapau-do-Cabo', 'Trachurus capensis'],
  ['90000035', 'Cavala', 'Scomber colias'],
  ['90000040', 'Atum-albacora', 'Thunnus albacares'],
  ['90000440', 'Baleia-jubarte', 'Megaptera novaeangliae'],
  ['90000445', 'Baleia-sardinheira', 'Balaenoptera borealis'],
  ['90000460', 'Golfinho-corcunda-do-Atlântico', 'Sousa teuszii'],
  ['90000470', 'Peixe-boi-africano', 'Trichechus senegalensis'],
  ['90000500', 'Tartaruga-de-couro', 'Dermochelys coriacea'],
  ['90000501', 'Tartaruga-oliva', 'Lepidochelys olivacea'],
];

const vessels: readonly (readonly [string, string])[] = [
  ['603990101', 'MORABEZA'],
  ['603990065', 'ILHA DOS TIGRES 2'],
  ['603990069', 'SAO TIAGO 2'],
  ['603990115', 'PALANCA NEGRA 4'],
  ['603990021', 'MAR DE BENGUELA'],
  ['224990072', 'NUEVO AMANECER 2'],
];

/** Names as the platform's places and search give them, of the demonstration's sea. */
export const knownNames: readonly Named[] = [
  ...places.map(([kind, id, title, lon, lat]) => ({ kind, id, title, position: [lon, lat] as const })),
  ...species.map(([id, title, scientific]) => ({ kind: 'species' as const, id, title, names: [scientific] })),
  ...vessels.map(([id, title]) => ({ kind: 'vessel' as const, id, title })),
];
