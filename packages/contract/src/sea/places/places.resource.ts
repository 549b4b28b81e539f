import { z } from 'zod';
import { choicesFilter, searchFilter } from '../../core/filters.ts';
import { latitudeSchema, longitudeSchema } from '../../core/geo.ts';
import { resource } from '../../core/resource.ts';

/** Kinds of places, with what people read. */
export const placeKinds = {
  port: 'Porto',
  zee: 'Zona económica exclusiva',
  'fishing-zone': 'Zona de pesca',
  'protected-area': 'Área protegida',
  'watched-area': 'Área vigiada',
  'sea-station': 'Estação de monitorização',
  'tide-gauge': 'Marégrafo',
  'coastal-station': 'Estação costeira',
  'ais-station': 'Estação AIS',
} as const;
export type PlaceKind = keyof typeof placeKinds;
export const placeKindSchema = z.enum(Object.keys(placeKinds) as [PlaceKind, ...PlaceKind[]]);

export const placeSchema = z.object({
  kind: placeKindSchema,
  /** Unique within its kind. */
  id: z.string(),
  name: z.string(),
  /** Its sort, more closely than by its kind. */
  detail: z.string(),
  /** The place itself, or the middle of the box around an area, WGS84 degrees. */
  lon: longitudeSchema,
  lat: latitudeSchema,
  /** Null for places without an extent. */
  areaKm2: z.number().nullable(),
  source: z.string(),
});
export type Place = z.infer<typeof placeSchema>;

/** Ports, areas and stations as one list. */
export const placesResource = resource<Place>()({
  id: 'lugares',
  initial: { sort: 'name', order: 'asc', size: 25 },
  pageSizes: [25, 50, 100, 200],
  filters: { search: searchFilter('Procurar', 'Nome, tipo ou fonte') },
  columns: {
    name: { label: 'Nome', kind: 'text', value: ({ name }) => name, sort: 'name' },
    kind: {
      label: 'Tipo',
      kind: 'choice',
      value: ({ kind }) => kind,
      choices: placeKinds,
      sort: 'kind',
      filter: choicesFilter('kinds', 'Tipos', placeKinds),
    },
    detail: { label: 'Descrição', kind: 'text', value: ({ detail }) => detail },
    area: {
      label: 'Superfície',
      kind: 'number',
      unit: 'km²',
      decimals: 0,
      value: ({ areaKm2 }) => areaKm2,
      sort: 'area',
      unknown: 'É um ponto: não tem superfície.',
    },
    lat: { label: 'Latitude', kind: 'latitude', value: ({ lat }) => lat, sort: 'lat' },
    lon: { label: 'Longitude', kind: 'longitude', value: ({ lon }) => lon, shown: 'chosen' },
    source: { label: 'Fonte', kind: 'text', value: ({ source }) => source, shown: 'chosen' },
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
  },
});
