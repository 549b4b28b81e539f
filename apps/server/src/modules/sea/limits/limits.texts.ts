import type { MaritimeBoundary, MaritimeZoneType } from '@kianda/contract/sea/limits/limits.contract';

export const zoneNames: Readonly<Record<MaritimeZoneType, string>> = {
  internal_waters: 'Águas interiores',
  territorial_waters: 'Mar territorial',
  contiguous_zone: 'Zona contígua',
  zee: 'Zona económica exclusiva',
  continental_shelf: 'Plataforma continental até às 200 milhas',
};

export const zoneMiles: Readonly<Record<MaritimeZoneType, number | null>> = {
  internal_waters: null,
  territorial_waters: 12,
  contiguous_zone: 24,
  zee: 200,
  continental_shelf: 200,
};

const convention = 'https://www.un.org/depts/los/convention_agreements/texts/unclos/unclos_e.pdf';
const nationalLaw = 'Lei n.º 14/10, que substituiu a Lei n.º 21/92';

/** Articles of the United Nations Convention on the Law of the Sea in our words, and what the reference says of Angola's law. */
export const zoneLaw: Readonly<Record<MaritimeZoneType, NonNullable<MaritimeBoundary['legal']>>> = {
  internal_waters: {
    articles: 'CNUDM, artigos 8.º e 10.º',
    says: 'Águas do lado de terra da linha de base. Uma baía fecha-se por uma linha de 24 milhas no máximo, se as suas águas forem pelo menos o semicírculo dela.',
    national: null,
    url: convention,
  },
  territorial_waters: {
    articles: 'CNUDM, artigos 3.º, 4.º, 5.º e 15.º',
    says: 'Até 12 milhas da linha de base; entre costas vizinhas, sem acordo, até à linha mediana.',
    national: `${nationalLaw}: mar territorial de 12 milhas`,
    url: convention,
  },
  contiguous_zone: {
    articles: 'CNUDM, artigo 33.º',
    says: 'Até 24 milhas da linha de base, para fiscalização. Sobrepõe-se à zona económica exclusiva.',
    national: null,
    url: convention,
  },
  zee: {
    articles: 'CNUDM, artigos 55.º, 57.º e 74.º',
    says: 'Para lá do mar territorial, até 200 milhas da linha de base; entre vizinhos, por acordo.',
    national: `${nationalLaw}: zona económica exclusiva de 200 milhas`,
    url: convention,
  },
  continental_shelf: {
    articles: 'CNUDM, artigos 76.º e 83.º',
    says: 'Leito e subsolo até 200 milhas da linha de base, mesmo onde a margem continental acaba antes. O que possa ir além das 200 milhas não está desenhado.',
    national: null,
    url: convention,
  },
};

/** Neighbours by ISO 3166 code, and what is known of the limit with each. */
export const neighbours: Readonly<Record<string, { readonly name: string; readonly note: string | null }>> = {
  COD: {
    name: 'República Democrática do Congo',
    note: 'Limite nunca delimitado, em disputa: a linha mediana não é um limite acordado.',
  },
  COG: { name: 'República do Congo', note: 'A plataforma não tem o texto de nenhum acordo: linha mediana calculada.' },
  GAB: { name: 'Gabão', note: 'A plataforma não tem o texto de nenhum acordo: linha mediana calculada.' },
  NAM: {
    name: 'Namíbia',
    note: 'A plataforma não tem o texto de nenhum acordo: linha mediana calculada. A ZEE que a plataforma usa acaba no paralelo 17,25° S.',
  },
};

export const neighbourName = (id: string | null): string => (id === null ? '' : (neighbours[id]?.name ?? id));

export const lineNames = {
  territorial: 'Limite das 12 milhas',
  contiguous: 'Limite das 24 milhas',
  zee: 'Limite das 200 milhas',
} as const;

/** A part of a limit that lies wholly north of it is Cabinda's. */
export const cabindaFrom = -6.05;
export const ofCabinda = (name: string) => `${name}, Cabinda`;

export const method =
  'Zonas tampão geodésicas (WGS84) da linha de base. Linhas medianas por equidistância geodésica, com cada vértice a menos de 1 m de iguais distâncias. Baías jurídicas pelo artigo 10.º da CNUDM; a foz do Congo fecha-se por uma reta.';

export const comparisonNote =
  'A ZEE da plataforma é uma aproximação de trabalho de 29 vértices e um triângulo em Cabinda. Os dois desenhos diferem na costa simplificada e nos limites com os vizinhos. Nenhum dos dois representa limites legais.';

export const noDrawing =
  'Os limites marítimos ainda não foram desenhados. O primeiro desenho faz-se nos primeiros minutos da plataforma; se falhou, peça-o de novo.';
export const noNational =
  'Sem fonte: não está guardada nenhuma linha de base nacional. Vem com a camada AGO_OEM_BASE_LINHA_BASE do conector BCC GeoData.';

export const naturalEarth = {
  id: 'natural-earth',
  title: 'Linha de costa do Natural Earth, com as baías fechadas',
  resolution: '1:10 000 000 (vértices a cerca de 4 km)',
  source: 'Natural Earth 1:10m, países (world-atlas 2.0.2)',
  licence: 'Domínio público',
} as const;
