import type { GeoGeometry } from '@kianda/connectors';
import type { DataOf, Provenance } from '@kianda/contract';
import type { listProtectedAreas } from '@kianda/contract/sea/geography/geography.contract';
import { fishingZones, ports, stations, zee, zeeCabinda, zeeMrgid, zeeNotice, zeeProper } from '@kianda/geo';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Feature, FeatureCollection, FeatureProperty } from '../../../platform/feature-collections.ts';

type Areas = (query: {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly page: number;
  readonly pageSize: number;
}) => Promise<{ data: DataOf<typeof listProtectedAreas>; provenance: Provenance }>;

const name: FeatureProperty = { type: 'string', title: 'Nome' };
const source: FeatureProperty = { type: 'string', title: 'Fonte' };
const common = { access: 'public', time: null } as const;

/** Collections of geography for the OGC API: reference places, protected areas, regional layers. */
export function geographyFeatures(options: {
  readonly database: Database;
  readonly areas: Areas;
  readonly reference: Provenance;
  readonly layersProvenance: () => Promise<Provenance>;
}): readonly FeatureCollection[] {
  return [
    ...referencePlaces(options.reference),
    protectedAreaFeatures(options.areas),
    layerFeatures(options.database, options.layersProvenance),
  ];
}

/** Places that come with the platform: the economic zone, ports, stations and fishing zones. */
function referencePlaces(reference: Provenance): readonly FeatureCollection[] {
  const fixed = (features: readonly Feature[]) => ({
    kind: 'list' as const,
    provenance: async () => reference,
    features: async () => features,
  });
  return [
    {
      ...common,
      ...fixed(zeeFeatures),
      id: 'zee',
      title: 'Zona Económica Exclusiva',
      description: zeeNotice,
      keywords: ['ZEE', 'limites', 'Angola'],
      geometryType: 'multipolygon',
      properties: { name, mrgid: { type: 'integer', title: 'Identificador Marine Regions' } },
    },
    {
      ...common,
      ...fixed(ports.map(({ id, position, ...properties }) => ({ id, geometry: pointAt(position), properties }))),
      id: 'ports',
      title: 'Portos de Angola',
      description: 'Portos e locais de desembarque de Angola, de norte para sul.',
      keywords: ['portos', 'desembarque'],
      geometryType: 'point',
      properties: {
        name,
        kind: { type: 'string', title: 'Tipo' },
        locode: { type: 'string', title: 'UN/LOCODE' },
        source,
      },
    },
    {
      ...common,
      ...fixed(stations.map(({ id, position, ...properties }) => ({ id, geometry: pointAt(position), properties }))),
      id: 'stations',
      title: 'Estações de monitorização',
      description: 'Pontos de monitorização da plataforma; posições planeadas, não de boias existentes.',
      keywords: ['estações', 'monitorização'],
      geometryType: 'point',
      properties: {
        name,
        kind: { type: 'string', title: 'Tipo' },
        depthMeters: { type: 'number', title: 'Profundidade planeada', unit: 'm' },
      },
    },
    {
      ...common,
      ...fixed(fishingZones.map(({ id, geometry, ...properties }) => ({ id, geometry, properties }))),
      id: 'fishing-zones',
      title: 'Zonas de pesca',
      description:
        'Faixas de trabalho por distância à costa e setor: uma proposta operacional, não as do decreto em vigor.',
      keywords: ['pesca', 'zonas'],
      geometryType: 'polygon',
      properties: {
        name,
        segment: { type: 'string', title: 'Segmento' },
        sector: { type: 'string', title: 'Setor' },
        status: { type: 'string', title: 'Estado' },
      },
    },
  ];
}

function protectedAreaFeatures(areas: Areas): FeatureCollection {
  return {
    ...common,
    kind: 'list',
    id: 'protected-areas',
    title: 'Áreas protegidas',
    description: 'Áreas protegidas existentes e planeadas, do registo e da lista da plataforma.',
    keywords: ['conservação', 'áreas protegidas'],
    geometryType: 'any',
    properties: areaProperties,
    features: async () => (await allAreas(areas)).features,
    provenance: async () => (await areas({ ...everywhere, page: 1, pageSize: 1 })).provenance,
  };
}

function layerFeatures(database: Database, provenance: () => Promise<Provenance>): FeatureCollection {
  return {
    ...common,
    kind: 'table',
    id: 'boundaries',
    title: 'Limites e camadas regionais',
    description: 'Elementos das camadas cartográficas obtidas dos fornecedores regionais: limites, ecossistemas, usos.',
    keywords: ['limites', 'camadas', 'Benguela'],
    geometryType: 'any',
    database,
    from: sql`geography.layer_features f join geography.layers l
        on l.source = f.source and l.layer_id = f.layer_id`,
    where: sql`l.withdrawn_at is null`,
    key: [
      { sql: sql`f.source`, type: 'text' },
      { sql: sql`f.layer_id`, type: 'text' },
      { sql: sql`f.feature_id`, type: 'text' },
    ],
    geometry: { box: sql`f.bounds`, wkb: sql`f.geometry`, nullable: false },
    properties: {
      layer: { type: 'string', title: 'Camada' },
      layerTitle: { type: 'string', title: 'Título da camada' },
      source,
      licence: { type: 'string', title: 'Licença' },
    },
    columns: {
      layer: sql`f.layer_id`,
      layerTitle: sql`l.title`,
      source: sql`f.source`,
      licence: sql`l.licence`,
    },
    provenance,
  };
}

const zeeFeatures: readonly Feature[] = [
  { id: 'angola', geometry: zee, properties: { name: 'ZEE de Angola', mrgid: zeeMrgid } },
  { id: 'angola-sul', geometry: zeeProper, properties: { name: 'ZEE a sul do Zaire', mrgid: zeeMrgid } },
  { id: 'cabinda', geometry: zeeCabinda, properties: { name: 'ZEE de Cabinda', mrgid: zeeMrgid } },
];

const areaProperties: Readonly<Record<string, FeatureProperty>> = {
  name,
  designation: { type: 'string', title: 'Designação' },
  status: { type: 'string', title: 'Estado' },
  legalStatus: { type: 'string', title: 'Estado legal' },
  statusYear: { type: 'integer', title: 'Ano do estado legal' },
  iucnCategory: { type: 'string', title: 'Categoria da UICN' },
  managementAuthority: { type: 'string', title: 'Entidade gestora' },
  noTake: { type: 'string', title: 'Zona sem extração' },
  marine: { type: 'boolean', title: 'Marinha' },
  reportedAreaKm2: { type: 'number', title: 'Área declarada', unit: 'km²' },
  outline: { type: 'string', title: 'Contorno' },
  source,
  url: { type: 'string', title: 'Página' },
};

const everywhere = { west: -180, south: -90, east: 180, north: 90 } as const;
const areasPerPage = 100;

async function allAreas(areas: Areas): Promise<{ readonly features: readonly Feature[] }> {
  const features: Feature[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await areas({ ...everywhere, page, pageSize: areasPerPage });
    for (const { id, geometry, properties } of data.features) {
      const named: Readonly<Record<string, unknown>> = properties;
      features.push({
        id,
        geometry: geometry as GeoGeometry,
        properties: Object.fromEntries(Object.keys(areaProperties).map((key) => [key, named[key] ?? null])),
      });
    }
    if (data.features.length < areasPerPage) return { features };
  }
}

function pointAt(position: readonly [number, number]): GeoGeometry {
  return { type: 'Point', coordinates: position };
}
