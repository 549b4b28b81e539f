import { coastLine, coastLongitude, destination, fishingZones, hashUnit, type Position, ports, zee } from '@kianda/geo';

export type Shape = { readonly type: string; readonly coordinates: readonly unknown[] };
type LayerFeature = { readonly geometry: Shape; readonly properties: Readonly<Record<string, string | number>> };

export type Layer = {
  readonly name: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly subtype: 'vector' | 'raster';
  /** Day of the last change. */
  readonly updated: string;
  /** Without a primary key the map server numbers the features anew with each request, and pages none. */
  readonly primaryKey: boolean;
  /** Listed, but handed out to members only. */
  readonly restricted: boolean;
  readonly features: (seed: number) => readonly LayerFeature[];
};

const south = -17.2;
const north = -6.1;

function layer(name: string, title: string, features: Layer['features'], over: Partial<Layer> = {}): Layer {
  return {
    name,
    title,
    abstract: '',
    keywords: ['Angola'],
    subtype: 'vector',
    updated: '2019-05-14',
    primaryKey: true,
    restricted: false,
    features,
    ...over,
  };
}

const none = (): readonly LayerFeature[] => [];

function point(position: Position, properties: LayerFeature['properties']): LayerFeature {
  return { geometry: { type: 'Point', coordinates: position }, properties };
}

function polygon(ring: readonly Position[], properties: LayerFeature['properties']): LayerFeature {
  return { geometry: { type: 'Polygon', coordinates: [ring] }, properties };
}

/** The coast line moved out to sea along the parallels; nautical miles. */
function offshoreLine(miles: number, from = south, to = north): Position[] {
  return coastLine(from, to).map(([lon, lat]) => rounded([lon - miles / 60 / Math.cos((lat * Math.PI) / 180), lat]));
}

function line(miles: number, name: string): Layer['features'] {
  return () => [{ geometry: { type: 'LineString', coordinates: offshoreLine(miles) }, properties: { NOME: name } }];
}

/** Belts of the shelf where a survey found a species, one polygon each half degree. */
function survey(
  species: string,
  [innerMiles, outerMiles]: readonly [number, number],
  [from, to]: readonly [number, number] = [south, north],
): Layer['features'] {
  return (seed) => {
    const found: LayerFeature[] = [];
    for (let lat = from; lat < to - 0.5; lat += 0.5) {
      const density = hashUnit(seed, species, lat);
      if (density < 0.25) continue;
      const outer = offshoreLine(outerMiles * (0.7 + 0.3 * density), lat, lat + 0.5);
      const inner = offshoreLine(innerMiles, lat, lat + 0.5).toReversed();
      const [first = [0, 0] as Position] = outer;
      found.push(
        polygon([...outer, ...inner, first], { ESPECIE: species, ANO: 2016, T_MN2: Number((90 * density).toFixed(1)) }),
      );
    }
    return found;
  };
}

/** Stations on a grid over the shelf: more than one page of the map server. */
function stationGrid(seed: number): LayerFeature[] {
  const found: LayerFeature[] = [];
  for (let lat = south; lat < north; lat += 0.05)
    for (let step = 1; step <= 11; step += 1) {
      const position = rounded([coastLongitude(lat) - step * 0.07, lat]);
      const caught = Number((400 * hashUnit(seed, 'sardinela', lat, step) ** 3).toFixed(2));
      found.push(point(position, { ESPECIE: 'Sardinella spp.', ANO: 2016, KG_H: caught }));
    }
  return found;
}

function circle(center: Position, meters: number): Position[] {
  const ring = Array.from({ length: 24 }, (_, step) => rounded(destination(center, step * 15, meters)));
  const [first = center] = ring;
  return [...ring, first];
}

/** Some layers of the provider carry a height in each position. */
const bays: Layer['features'] = () =>
  (
    [
      ['Baía de Luanda', 13.25, -8.78],
      ['Baía do Mussulo', 13.12, -8.95],
      ['Baía dos Tigres', 11.75, -16.6],
      ['Foz do Cuanza', 13.14, -9.35],
      ['Foz do Chiloango', 12.1, -5.2],
    ] as const
  ).map(([name, lon, lat]) => ({
    geometry: { type: 'Point', coordinates: [lon, lat, 0] },
    properties: { NOME: name },
  }));

const blocks: Layer['features'] = () =>
  Array.from({ length: 12 }, (_, index) => {
    const lat = -6.4 - Math.floor(index / 2) * 0.9;
    const west = coastLongitude(lat) - 0.6 - (index % 2) * 0.8;
    const ring: Position[] = [
      [west, lat - 0.8],
      [west + 0.7, lat - 0.8],
      [west + 0.7, lat],
      [west, lat],
      [west, lat - 0.8],
    ];
    return polygon(ring.map(rounded), { BLOCO: `Bloco ${index + 1}` });
  });

/** Rates of the simulated shoreline between parallels, metres a year towards the sea, with the type of coast. */
export const shorelineStretches = [
  { from: -9.4, to: -9.25, rate: 0.2, type: 'Falésia' },
  { from: -9.25, to: -9.1, rate: -1.6, type: 'Areia' },
  { from: -9.1, to: -9, rate: -3.8, type: 'Areia' },
  { from: -9, to: -8.9, rate: 1.2, type: 'Mangal' },
] as const;
const shorelineDates = ['1986-08-15', '1995-07-02', '2003-08-20', '2011-07-30', '2018-08-11', '2024-08-04'] as const;
const firstShoreline = 1986;

/** Shorelines of six dates between the Cuanza and Luanda: they move at known rates, with the scatter of a satellite. */
const shorelines: Layer['features'] = (seed) =>
  shorelineDates.flatMap((date) =>
    shorelineStretches.map(({ from, to, rate, type }) => {
      const positions: Position[] = [];
      for (let lat = from; lat <= to + 1e-9; lat += 0.002) {
        // All stretches end where the next begins: the rate fades to the mean of both there.
        const years = Number(date.slice(0, 4)) - firstShoreline;
        const scatter = 4 * (hashUnit(seed, 'costa', date, lat.toFixed(3)) - 0.5);
        const meters = rateAt(lat, rate) * years + scatter;
        positions.push(rounded(destination([coastLongitude(lat), lat], 270, meters)));
      }
      return {
        geometry: { type: 'LineString', coordinates: positions },
        properties: { DATA: date, TIPO_COSTA: type, METODO: 'Landsat (simulado)', INCERTEZA_M: 5 },
      };
    }),
  );

function rateAt(lat: number, rate: number): number {
  const ends = shorelineStretches.flatMap((one, place) => {
    const next = shorelineStretches[place + 1];
    return next === undefined ? [] : [{ lat: one.to, mean: (one.rate + next.rate) / 2 }];
  });
  const near = ends.find((end) => Math.abs(end.lat - lat) < 0.001);
  return near === undefined ? rate : near.mean;
}

const ebsas: Layer['features'] = () => [
  polygon(circle([12.95, -9.15], 22_000), { NOME: 'Ramiros–Palmeirinhas', PAIS: 'Angola' }),
  polygon(circle([11.5, -16.9], 55_000), { NOME: 'Kunene–Tigres', PAIS: 'Angola, Namíbia' }),
  polygon(circle([12.05, -5.2], 15_000), { NOME: 'Chiloango', PAIS: 'Angola' }),
  polygon(circle([11.6, -14.2], 30_000), { NOME: 'Bentiaba', PAIS: 'Angola' }),
];

const nansen = {
  abstract: 'Espécies Aquáticas. Vectorização das Informações Contida no Relatório da Noruega',
} as const;

/** Layers that the server lists: of Angola, of the region and of its neighbours. */
export const layers: readonly Layer[] = [
  layer(
    'AGO_OEM_BASE_ZEE',
    'AGO Zona Económica Exclusiva',
    () => [{ geometry: zee, properties: { NOME: 'ZEE', AREA_KM2: 518_433 } }],
    { abstract: 'Angola detém uma Zona Econômica Exclusiva com extensão de 518.433 Km²' },
  ),
  layer('AGO_OEM_BASE_LINHA_BASE', 'AGO Linha de base', line(0, 'Linha de base')),
  layer('AGO_OEM_BASE_12MN', 'AGO 12 milhas náuticas', line(12, 'Mar territorial')),
  layer('AGO_OEM_BASE_24MN', 'AGO 24 milhas náuticas', line(24, 'Zona contígua')),
  layer('AGO_OEM_BASE_200MN', 'AGO 200 milhas náuticas', line(200, 'Limite da ZEE')),
  layer('AGO_OEM_BASE_BAT0', 'AGO Batimetria 2012', none, { subtype: 'raster', keywords: ['Angola', 'Batimetria'] }),
  layer(
    'AGO_OEM_BASE_LINHA_COSTA_Harris2012',
    'AGO Linha de costa',
    () => [
      { geometry: { type: 'MultiLineString', coordinates: [coastLine(south, north)] }, properties: { ANO: 2012 } },
    ],
    { primaryKey: false },
  ),
  layer('AGO_OEM_BASE_LINHA_COSTA_SERIE', 'AGO Linhas de costa por data', shorelines, {
    keywords: ['Angola', 'linha de costa'],
    updated: '2024-09-02',
  }),
  layer('AGO_OEM_AMB_MANGAIS', 'AGO Mangais', (seed) =>
    ports.map(({ id, position }) => polygon(circle(position, 1_500 + 2_500 * hashUnit(seed, id)), { LOCAL: id })),
  ),
  layer('AGO_OEM_AMB_PRAIAS', 'AGO Praias', bays, { primaryKey: false }),
  layer('AGO_OEM_AMB_PARQ_QUISSAMA', 'AGO Parque da Quissama', () => [
    polygon(circle([13.7, -9.85], 50_000), { NOME: 'Parque Nacional da Quissama' }),
  ]),
  layer('AGO_OEM_PES_MARICULTURA', 'AGO Maricultura', bays),
  layer('AGO_OEM_PES_ZONAS', 'AGO Zonas de pesca', () =>
    fishingZones.map(({ name, segment, geometry }) => ({ geometry, properties: { NOME: name, SEGMENTO: segment } })),
  ),
  layer('AGO_OEM_INFR_PORTOS', 'AGO Portos', () => ports.map(({ name, position }) => point(position, { NOME: name }))),
  layer('AGO_OEM_PET_BLOCOS', 'AGO Blocos petrolíferos', blocks),
  layer('AGO_OEM_PET_POCOS', 'AGO Poços', none, { restricted: true }),
  layer('AGO_OEM_NOR_DAT_SARDINELAS', 'AGO Sardinelas 2016', stationGrid, {
    ...nansen,
    keywords: ['Sardinelas', 'Angola'],
  }),
  layer('AGO_OEM_NOR_DAT_CARAPAU', 'AGO Carapau 2016', survey('Trachurus trecae', [5, 30]), nansen),
  layer('AGO_OEM_NOR_DAT_MERLUCCIUS_POLLI', 'AGO Pescada 2016', survey('Merluccius polli', [20, 45]), nansen),
  layer(
    'AGO_OEM_NOR_DAT_PARAPENAEUS_LONGIROSTRIS',
    'AGO Camarão 2016',
    survey('Parapenaeus longirostris', [15, 35], [-13, north]),
    nansen,
  ),
  layer('AGO_OEM_DEF_BASES_NAVAIS', 'AGO Bases navais', bays),
  layer('AGO_OEM_DEF_RADARES', 'AGO Radares', bays),
  layer('REG_EBSA', 'Áreas marinhas ecologicamente ou biologicamente significativas', ebsas, {
    keywords: ['EBSA'],
    updated: '2021-03-02',
  }),
  layer('REG_LME', 'Grande ecossistema marinho da Corrente de Benguela', () => [
    polygon(
      [
        [5, -36],
        [20, -36],
        [14, -5],
        [8, -5],
        [5, -36],
      ],
      { NOME: 'BCLME' },
    ),
  ]),
  ...Array.from({ length: 40 }, (_, index) => layer(`NAM_MFMR_${index + 1}`, `NAM layer ${index + 1}`, none)),
];

function rounded([lon, lat]: Position): Position {
  return [Number(lon.toFixed(5)), Number(lat.toFixed(5))];
}
