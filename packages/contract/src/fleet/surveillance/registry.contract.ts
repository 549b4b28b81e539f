import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { multiPolygonSchema, polygonSchema } from '../../core/geo.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { licenceResource } from './licences.resource.ts';
import { codeList, dateSchema, licenceFields, licenceSchema } from './licences.schemas.ts';

export {
  type Fleet,
  fleetSchema,
  fleets,
  type Licence,
  licenceSchema,
  mostSuspensions,
  type Suspension,
} from './licences.schemas.ts';

/** Reasons to watch an area, with their labels. */
export const areaKinds = {
  protected: 'Área protegida',
  oil_exclusion: 'Exclusão petrolífera',
  fishing_zone: 'Zona de pesca',
  watched: 'Área vigiada',
} as const;
const areaKindSchema = z.enum(Object.keys(areaKinds) as [keyof typeof areaKinds]);

/** Rings closed and of four positions at least; a coast is fine, a continent is not needed. */
const closedRing = (ring: readonly (readonly [number, number])[]): boolean => {
  const [first] = ring;
  const last = ring.at(-1);
  return ring.length >= 4 && first !== undefined && first[0] === last?.[0] && first[1] === last[1];
};
const maxPositions = 20_000;
export const arealGeometrySchema = z.discriminatedUnion('type', [polygonSchema, multiPolygonSchema]).refine(
  (geometry) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const rings = polygons.flat();
    const isFilled = polygons.length > 0 && polygons.every(([outer]) => outer !== undefined);
    return isFilled && rings.every(closedRing) && rings.reduce((sum, ring) => sum + ring.length, 0) <= maxPositions;
  },
  { message: `polígonos com anéis fechados, de pelo menos 4 posições e ${maxPositions} no total` },
);

const areaRules = z.object({
  /** Every entry raises an alert. */
  alertOnEntry: z.boolean(),
  /** A stay slower than this raises an alert, knots; null for none. */
  alertBelowKnots: z.number().positive().max(60).nullable(),
  /** True when fishing in the area raises an alert. */
  forbidsFishing: z.boolean(),
});
const areaFields = z.object({
  name: z.string().trim().min(2).max(120),
  kind: areaKindSchema,
  geometry: arealGeometrySchema,
  rules: areaRules,
  isMonitored: z.boolean(),
  /** Source of its boundary. */
  source: z.string().trim().min(2).max(300),
  note: z.string().trim().max(2_000).default(''),
});
export const areaSchema = areaFields.extend({
  id: z.string(),
  areaKm2: z.number(),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Comes with the platform: it can be switched and edited, not deleted. */
  isSeeded: z.boolean(),
  /** Alerts raised by it in the last 24 hours. */
  violations: z.number().int(),
  updatedAt: instantSchema,
});
export type SurveillanceArea = z.infer<typeof areaSchema>;

const areaParams = z.object({ id: z.string().min(1).max(64) });

export const listAreas = endpoint({
  id: 'listSurveillanceAreas',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/areas',
  summary: 'Áreas vigiadas, com as suas regras e violações das últimas 24 horas',
  access: 'surveillance:read',
  response: z.object({ areas: z.array(areaSchema) }),
});
export const createArea = endpoint({
  id: 'createSurveillanceArea',
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/areas',
  summary: 'Acrescenta uma área vigiada',
  access: 'surveillance:configure',
  body: areaFields,
  response: areaSchema,
});
export const updateArea = endpoint({
  id: 'updateSurveillanceArea',
  service: 'admin-api',
  method: 'PUT',
  path: '/surveillance/areas/{id}',
  summary: 'Altera uma área vigiada ou as suas regras',
  access: 'surveillance:configure',
  params: areaParams,
  body: areaFields,
  response: areaSchema,
  errors: ['not_found'],
});
export const deleteArea = endpoint({
  id: 'deleteSurveillanceArea',
  service: 'admin-api',
  method: 'DELETE',
  path: '/surveillance/areas/{id}',
  summary: 'Elimina uma área vigiada; os alertas que ela deu ficam',
  access: 'surveillance:configure',
  params: areaParams,
  response: z.object({ id: z.string() }),
  errors: ['not_found', 'conflict'],
});

const idParams = z.object({ id: z.uuid() });

export const listLicences = endpoint({
  id: 'listLicences',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/licences',
  summary: 'Licenças de pesca do registo nacional, por filtros, ordem e página',
  access: 'surveillance:read',
  query: z.object(pageShapeOf(licenceResource)),
  response: pageOf(licenceSchema),
});

export const exportLicences = endpoint({
  ...listFile,
  id: 'exportLicences',
  service: 'admin-api',
  path: '/surveillance/licences/export',
  summary: 'As licenças dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'surveillance:export',
  query: z.object(fileShapeOf(licenceResource)),
});

/** Number of valid licences in each zone on a day: a map shows this, however many licences there are. */
export const licenceZones = endpoint({
  id: 'licenceZones',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/licence-zones',
  summary: 'Licenças válidas num dia, contadas por zona',
  access: 'surveillance:read',
  query: z.object({ on: dateSchema }),
  response: z.object({
    on: dateSchema,
    /** Licences valid that day; one of several zones counts in each of them below, and once here. */
    total: z.number().int(),
    /** Zone null is the whole ZEE. */
    zones: z.array(z.object({ areaId: z.string().nullable(), licences: z.number().int() })),
  }),
});
export const createLicence = endpoint({
  id: 'createLicence',
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/licences',
  summary: 'Regista uma licença',
  access: 'surveillance:configure',
  body: licenceFields,
  response: licenceSchema,
  errors: ['conflict'],
});
export const updateLicence = endpoint({
  id: 'updateLicence',
  service: 'admin-api',
  method: 'PUT',
  path: '/surveillance/licences/{id}',
  summary: 'Altera uma licença',
  access: 'surveillance:configure',
  params: idParams,
  body: licenceFields,
  response: licenceSchema,
  errors: ['not_found', 'conflict'],
});
export const deleteLicence = endpoint({
  id: 'deleteLicence',
  service: 'admin-api',
  method: 'DELETE',
  path: '/surveillance/licences/{id}',
  summary: 'Elimina uma licença registada por engano',
  access: 'surveillance:configure',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

const seasonFields = z
  .object({
    name: z.string().trim().min(2).max(120),
    startsOn: dateSchema,
    /** Last day. */
    endsOn: dateSchema,
    /** Gears it forbids; null for all. */
    gears: codeList.nullable(),
    species: codeList,
    areaId: z.string().max(64).nullable(),
    source: z.string().trim().min(2).max(300),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { message: 'o fim vem antes do início', path: ['endsOn'] });
export const seasonSchema = z.object({ ...seasonFields.shape, id: z.uuid(), updatedAt: instantSchema });

export const listSeasons = endpoint({
  id: 'listClosedSeasons',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/seasons',
  summary: 'Períodos de veda, por ano',
  access: 'surveillance:read',
  query: z.object({ year: z.coerce.number().int().min(1900).max(2200).optional() }),
  response: z.object({ seasons: z.array(seasonSchema) }),
});
export const createSeason = endpoint({
  id: 'createClosedSeason',
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/seasons',
  summary: 'Acrescenta um período de veda',
  access: 'surveillance:configure',
  body: seasonFields,
  response: seasonSchema,
});
export const updateSeason = endpoint({
  id: 'updateClosedSeason',
  service: 'admin-api',
  method: 'PUT',
  path: '/surveillance/seasons/{id}',
  summary: 'Altera um período de veda',
  access: 'surveillance:configure',
  params: idParams,
  body: seasonFields,
  response: seasonSchema,
  errors: ['not_found'],
});
export const deleteSeason = endpoint({
  id: 'deleteClosedSeason',
  service: 'admin-api',
  method: 'DELETE',
  path: '/surveillance/seasons/{id}',
  summary: 'Elimina um período de veda',
  access: 'surveillance:configure',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

/** Puts the seasons that begin in one year into another, on the same days; those it has already stay as they are. */
export const copySeasons = endpoint({
  id: 'copyClosedSeasons',
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/seasons/copy',
  summary: 'Copia os períodos de veda de um ano para outro',
  access: 'surveillance:configure',
  body: z
    .object({ from: z.number().int().min(1900).max(2199), to: z.number().int().min(1900).max(2199) })
    .refine(({ from, to }) => from !== to, { message: 'o ano de destino tem de ser outro', path: ['to'] }),
  response: z.object({ seasons: z.array(seasonSchema), skipped: z.number().int() }),
});

export const registryEndpoints = [
  listAreas,
  createArea,
  updateArea,
  deleteArea,
  listLicences,
  exportLicences,
  licenceZones,
  createLicence,
  updateLicence,
  deleteLicence,
  listSeasons,
  createSeason,
  updateSeason,
  deleteSeason,
  copySeasons,
] as const;
