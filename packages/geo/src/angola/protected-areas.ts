import type { Bbox } from '../bbox.ts';
import type { Ring, SourcedFigure } from '../position.ts';
import { coastLine } from './coast.ts';

export type ProtectedArea = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'parque-nacional' | 'parque-regional' | 'reserva' | 'area-marinha' | 'ebsa' | 'caixa-configurada';
  readonly status: 'existente' | 'planeada' | 'configuração';
  readonly establishedYear: number | null;
  readonly area: SourcedFigure | null;
  /** Working box, west-south-east-north; null where no bounds are published. */
  readonly bbox: Bbox | null;
  /** Approximate outline, where the box would cover far more than the area: never the limit of a decree. */
  readonly approximateOutline?: Ring;
  readonly note: string;
  readonly source: string;
};

const list = 'Lista de áreas protegidas de Angola';
const km2 = (value: number): SourcedFigure => ({ value, unit: 'km²', source: list });
const ebsa = (id: string, name: string, note: string): ProtectedArea => ({
  id,
  name,
  kind: 'ebsa',
  status: 'existente',
  establishedYear: null,
  area: null,
  bbox: null,
  note,
  source: 'Portal EBSA da Corrente de Benguela',
});

const ionaCoast = coastLine(-17.25, -15.75);
/**
 * The coast from the mouth of the Cunene to that of the Curoca, up the Curoca by Pediva, down the Cunene from near Epupa.
 * The rivers are drawn by a few points each, and the eastern side so that the whole has the area declared.
 */
const ionaOutline: Ring = [
  ...ionaCoast,
  [12.2, -16.02],
  [12.56, -16.28],
  [13.06, -16.6],
  [13.12, -17.02],
  [12.43, -17.22],
  [12.1, -17.16],
  ...ionaCoast.slice(0, 1),
];

/**
 * Protected and sensitive areas. The boxes are working boxes; the legal bounds are those of the decrees, which are to
 * be loaded from the World Database on Protected Areas when its connector is set up.
 */
export const protectedAreas: readonly ProtectedArea[] = [
  {
    id: 'iona',
    name: 'Parque Nacional do Iona (limite aproximado)',
    kind: 'parque-nacional',
    status: 'existente',
    establishedYear: 1964,
    area: km2(15_150),
    bbox: [11.736, -17.25, 13.12, -15.75],
    approximateOutline: ionaOutline,
    note: 'Categoria II da UICN; do Atlântico ao interior, entre os rios Curoca e Cunene. Limite aproximado, traçado da costa e dos rios e ajustado à área declarada: não serve para decisões legais. O limite oficial vem da Base Mundial de Áreas Protegidas.',
    source: list,
  },
  {
    id: 'iona-marinha',
    name: 'Área marinha do Iona (planeada)',
    kind: 'area-marinha',
    status: 'planeada',
    establishedYear: null,
    area: null,
    bbox: [11.2, -17.25, 11.8, -15.8],
    note: 'Mar entre Tômbwa e a foz do Cunene, com a Ilha dos Tigres. Caixa de trabalho, não oficial.',
    source: 'PNUD/GEF, 2017; EcoAngola',
  },
  {
    id: 'quicama',
    name: 'Parque Nacional da Quiçama',
    kind: 'parque-nacional',
    status: 'existente',
    establishedYear: 1957,
    area: km2(9_960),
    bbox: null,
    note: 'Costa entre os rios Cuanza e Longa; a parte costeira está coberta pela caixa configurada do Cabo Ledo.',
    source: list,
  },
  {
    id: 'namibe-parcial',
    name: 'Reserva Parcial do Namibe',
    kind: 'reserva',
    status: 'existente',
    establishedYear: 1960,
    area: km2(4_450),
    bbox: null,
    note: 'Terrestre, contígua à costa.',
    source: list,
  },
  {
    id: 'ilheu-dos-passaros',
    name: 'Reserva Integral do Ilhéu dos Pássaros',
    kind: 'reserva',
    status: 'existente',
    establishedYear: 1973,
    area: km2(2),
    bbox: null,
    note: 'Ilhéu na baía do Mussulo.',
    source: list,
  },
  {
    id: 'chimalavera',
    name: 'Parque Regional da Chimalavera',
    kind: 'parque-regional',
    status: 'existente',
    establishedYear: 1974,
    area: km2(100),
    bbox: null,
    note: 'Província de Benguela.',
    source: list,
  },
  {
    id: 'caixa-reserva',
    name: 'Reserva (Cabo Ledo–Cuanza)',
    kind: 'caixa-configurada',
    status: 'configuração',
    establishedYear: null,
    area: { value: 3_829, unit: 'km²', source: 'Área geodésica da caixa; 2 757 km² são mar' },
    bbox: [12.814, -9.866, 13.366, -9.297],
    note: 'Caixa configurada na consola para alertas.',
    source: 'Configuração da consola',
  },
  {
    id: 'caixa-parque-nacional',
    name: 'Parque nacional (Iona, interior)',
    kind: 'caixa-configurada',
    status: 'configuração',
    establishedYear: null,
    area: null,
    bbox: [13.269, -17.382, 15.736, -16.154],
    note: 'Caixa configurada na consola, toda em terra: nenhuma embarcação a pode atravessar. Para alertas usar a área marinha do Iona.',
    source: 'Configuração da consola',
  },
  ebsa('ebsa-ramiros-palmeirinhas', 'EBSA Ramiros–Palmeirinhas', 'A sul de Luanda: tartarugas e mangais.'),
  ebsa('ebsa-cunene-tigres', 'EBSA Cunene–Tigres', 'Partilhada com a Namíbia.'),
];
