import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { mapConfigurationSchema } from './configuration.ts';
import { mapDefinitionSchema } from './definition.ts';
import { mapBases, mapCategoryIds, mapOverlays } from './layers.ts';

const share = z.number().min(0).max(1);
const categorySchema = z.enum(mapCategoryIds);
const count = z.number().int().nonnegative();

export { type MapDefinition, mapDefinitionSchema } from './definition.ts';

const mapSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  category: categorySchema,
  definition: mapDefinitionSchema,
  /** The same content as other clients exchange it. */
  configuration: mapConfigurationSchema,
  /** `private`: for its author; `shared`: for every account. */
  access: z.enum(['private', 'shared']),
  ownerName: z.string(),
  /** True when the calling account may change and delete it. */
  isMine: z.boolean(),
  version: z.number().int().positive(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  opens: count,
  lastOpenedAt: instantSchema.nullable(),
  /** Address at which the console opens it. */
  url: z.string(),
  /** How a page of this installation shows the map in a frame; a viewer signs in there. */
  iframe_config: z.object({
    src: z.string(),
    title: z.string(),
    /** Pixels. */
    height: z.number().int(),
    allowFullscreen: z.boolean(),
  }),
  /** Name of the icon of its category. */
  icon: z.string(),
  /** `active`: opened within thirty days. */
  status: z.enum(['active', 'inactive']),
  /** Features of the map, by their names on screen. */
  features: z.array(z.string()),
  last_updated: instantSchema,
});
export type SavedMap = z.infer<typeof mapSchema>;

/** Its content comes as `definition`, or as other clients write it, in `configuration`. */
const written = {
  name: z.string().trim().min(3).max(120),
  description: z.string().trim().max(500).default(''),
  category: categorySchema,
  definition: mapDefinitionSchema.optional(),
  configuration: mapConfigurationSchema.optional(),
  access: z.enum(['private', 'shared']).default('private'),
};
const hasOneContent = (map: { readonly definition?: unknown; readonly configuration?: unknown }): boolean =>
  (map.definition === undefined) !== (map.configuration === undefined);
const oneContent = { message: 'expected either definition or configuration', path: ['configuration'] };

const common = { service: 'admin-api', access: 'maps:read' } as const;
const byId = z.object({ id: z.uuid() });

export const listMaps = endpoint({
  ...common,
  id: 'listMaps',
  method: 'GET',
  path: '/api/maps',
  summary: 'Mapas guardados: os próprios e os partilhados, os mexidos há menos tempo primeiro',
  query: z.object({ category: categorySchema.optional(), search: z.string().trim().max(120).optional() }),
  response: z.object({ maps: z.array(mapSchema) }),
});

export const findMap = endpoint({
  ...common,
  id: 'findMap',
  method: 'GET',
  path: '/api/maps/{id}',
  summary: 'Um mapa guardado',
  params: byId,
  response: mapSchema,
  errors: ['not_found'],
});

export const createMap = endpoint({
  ...common,
  id: 'createMap',
  method: 'POST',
  path: '/api/maps',
  summary: 'Guarda um mapa novo',
  access: 'maps:write',
  body: z.object(written).refine(hasOneContent, oneContent),
  response: mapSchema,
  errors: ['conflict'],
});

export const updateMap = endpoint({
  ...common,
  id: 'updateMap',
  method: 'PUT',
  path: '/api/maps/{id}',
  summary: 'Muda um mapa próprio; a administração muda qualquer um que seja partilhado',
  access: 'maps:write',
  params: byId,
  body: z.object({ ...written, version: z.number().int().positive() }).refine(hasOneContent, oneContent),
  response: mapSchema,
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteMap = endpoint({
  ...common,
  id: 'deleteMap',
  method: 'DELETE',
  path: '/api/maps/{id}',
  summary: 'Elimina um mapa próprio; a administração elimina qualquer um que seja partilhado',
  access: 'maps:write',
  params: byId,
  response: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});

export const openMap = endpoint({
  ...common,
  id: 'openMap',
  method: 'POST',
  path: '/api/maps/{id}/opens',
  summary: 'Conta que o mapa foi aberto',
  params: byId,
  response: z.object({ opens: count }),
  errors: ['not_found'],
});

export const mapStats = endpoint({
  ...common,
  id: 'mapStats',
  method: 'GET',
  path: '/api/maps/stats',
  summary: 'Quantos mapas há, por categoria e partilha, e os mais abertos',
  response: z.object({
    total_maps: count,
    /** Opened within thirty days. */
    active_maps: count,
    maps_by_category: z.record(categorySchema, count),
    most_used_maps: z.array(z.object({ id: z.uuid(), name: z.string(), views: count })),
    recent_maps: z.array(z.object({ id: z.uuid(), name: z.string(), last_updated: instantSchema })),
    shared: count,
    mine: count,
    views: count,
  }),
});

export const mapTemplates = endpoint({
  ...common,
  id: 'mapTemplates',
  method: 'GET',
  path: '/api/maps/templates',
  summary: 'Mapas de partida, um por categoria',
  response: z.object({
    templates: z.array(
      z.object({
        /** `oceanographic_basic`, `fisheries_management`, … */
        id: z.string(),
        name: z.string(),
        description: z.string(),
        category: categorySchema,
        definition: mapDefinitionSchema,
        configuration: mapConfigurationSchema,
        /** Layers without which the map does not serve: `zee_angola`, `fishing_zones`, … */
        requires: z.array(z.string()),
      }),
    ),
  }),
});

export const mapToolCategories = endpoint({
  ...common,
  id: 'mapToolCategories',
  method: 'GET',
  path: '/api/maps/tools/categories',
  summary: 'Categorias de mapas, com quantos há em cada uma',
  response: z.object({ categories: z.array(z.object({ id: categorySchema, title: z.string(), maps: count })) }),
});

const availabilitySchema = z.object({
  id: z.enum(mapBases),
  title: z.string(),
  /** Newest field there is; null where none was stored. */
  newestAt: instantSchema.nullable(),
  provider: z.string().nullable(),
  /** Share of the ZEE it covers, 0–1. */
  coverage: share.nullable(),
});

export const mapBaseLayers = endpoint({
  ...common,
  id: 'mapBaseLayers',
  method: 'GET',
  path: '/api/maps/tools/base-layers',
  summary: 'Campos que podem encher um mapa, com a data do mais recente',
  response: z.object({ layers: z.array(availabilitySchema) }),
});

const findingSchema = z.object({
  /** An error prevents the map from showing its data; a warning does not. */
  level: z.enum(['error', 'warning']),
  /** Part of the definition: `base`, `overlays.wind`, `camera`, … */
  path: z.string(),
  message: z.string(),
});
export type MapFinding = z.infer<typeof findingSchema>;

export const validateMap = endpoint({
  ...common,
  id: 'validateMap',
  method: 'POST',
  path: '/api/maps/tools/validate',
  summary: 'Diz o que num mapa não se vai ver, e porquê',
  body: z.object({ definition: mapDefinitionSchema }),
  response: z.object({
    valid: z.boolean(),
    /** 100 without a finding: an error costs 40, a warning 10. */
    score: z.number().min(0).max(100),
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
    /** Effects of optimising. */
    suggestions: z.array(z.object({ code: z.string(), message: z.string(), category: z.enum(['error', 'warning']) })),
    findings: z.array(findingSchema),
  }),
});

export const suggestMapLayers = endpoint({
  ...common,
  id: 'suggestMapLayers',
  method: 'GET',
  path: '/api/maps/tools/suggest-layers/{category}',
  summary: 'Camadas que servem uma categoria, as com dados primeiro',
  params: z.object({ category: categorySchema }),
  response: z.object({
    bases: z.array(availabilitySchema.extend({ reason: z.string() })),
    overlays: z.array(z.object({ id: z.enum(mapOverlays), title: z.string(), reason: z.string() })),
  }),
});

export const optimizeMap = endpoint({
  ...common,
  id: 'optimizeMap',
  method: 'POST',
  path: '/api/maps/tools/optimize',
  summary: 'Tira de um mapa o que não se vê e o que estorva, e diz o que mudou',
  body: z.object({ definition: mapDefinitionSchema }),
  response: z.object({
    config: mapDefinitionSchema,
    optimizations: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
});

export const mapEndpoints = [
  listMaps,
  mapStats,
  mapTemplates,
  mapToolCategories,
  mapBaseLayers,
  validateMap,
  suggestMapLayers,
  optimizeMap,
  findMap,
  createMap,
  updateMap,
  deleteMap,
  openMap,
] as const;
