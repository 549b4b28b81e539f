import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { byLinkToken, newPublicLinkSchema, publicLinkSchema } from '../../core/public-link.ts';
import { listPorts, zeeBoundary } from '../../sea/geography/geography.contract.ts';
import { fieldGrid, listFields, listStations } from '../../sea/ocean/ocean.contract.ts';
import { mapBases, mapOverlays } from './layers.ts';
import { mapDefinitionSchema } from './maps.contract.ts';

const refusedSchema = z.object({
  layer: z.enum([...mapBases, ...mapOverlays]),
  title: z.string(),
  /** The provider whose terms forbid it, as shown to people. */
  reason: z.string(),
});

const linkSchema = publicLinkSchema.extend({ mapId: z.uuid(), mapName: z.string() });
export type MapLink = z.infer<typeof linkSchema>;

const common = { service: 'admin-api', access: 'maps:publish' } as const;

export const listMapLinks = endpoint({
  ...common,
  id: 'listMapLinks',
  method: 'GET',
  path: '/api/maps/links',
  summary: 'Ligações públicas dos mapas próprios; a administração vê as de todos',
  query: z.object({ map: z.uuid().optional() }),
  response: z.object({
    links: z.array(linkSchema),
    /** Origins whose pages may embed a map; `*` is any; an empty list allows no page. */
    embedOrigins: z.array(z.string()),
  }),
});

export const previewMapLink = endpoint({
  ...common,
  id: 'previewMapLink',
  method: 'GET',
  path: '/api/maps/{id}/public-layers',
  summary: 'Que camadas de um mapa se veem sem sessão, e quais não, e porquê',
  params: z.object({ id: z.uuid() }),
  response: z.object({ shown: z.array(z.string()), refused: z.array(refusedSchema) }),
  errors: ['not_found'],
});

export const createMapLink = endpoint({
  ...common,
  id: 'createMapLink',
  method: 'POST',
  path: '/api/maps/{id}/links',
  summary: 'Faz uma ligação que abre um mapa próprio sem sessão, até uma data',
  params: z.object({ id: z.uuid() }),
  body: newPublicLinkSchema,
  response: z.object({
    link: linkSchema,
    /** Address of the map; shown once, as the platform stores only a digest of it. */
    url: z.string(),
    /** Address to embed in a page of an origin that may. */
    embedUrl: z.string(),
  }),
  errors: ['not_found', 'conflict'],
  neverStored: true,
});

export const revokeMapLink = endpoint({
  ...common,
  id: 'revokeMapLink',
  method: 'DELETE',
  path: '/api/maps/links/{linkId}',
  summary: 'Fecha já uma ligação pública; a administração fecha qualquer uma',
  params: z.object({ linkId: z.uuid() }),
  response: z.object({ revoked: z.literal(true) }),
  errors: ['not_found'],
});

const open = { service: 'admin-api', access: 'public', errors: ['not_found'], rateLimitPerMinute: 600 } as const;

export const publicMap = endpoint({
  ...open,
  id: 'publicMap',
  method: 'GET',
  path: '/api/public-maps/{token}',
  summary: 'Um mapa aberto por uma ligação pública, só com as camadas que podem ser públicas',
  params: byLinkToken,
  response: z.object({
    name: z.string(),
    description: z.string(),
    operatorName: z.string(),
    definition: mapDefinitionSchema,
    refused: z.array(refusedSchema),
    expiresAt: instantSchema,
  }),
});

export const publicMapFields = endpoint({
  ...open,
  id: 'publicMapFields',
  method: 'GET',
  path: '/api/public-maps/{token}/fields',
  summary: 'Datas dos campos de um mapa público',
  params: byLinkToken,
  query: listFields.query,
  response: listFields.response,
});

export const publicMapGrid = endpoint({
  ...open,
  id: 'publicMapGrid',
  method: 'GET',
  path: '/api/public-maps/{token}/fields/{variable}/grid',
  summary: 'Um campo de um mapa público',
  params: byLinkToken.extend(fieldGrid.params.shape),
  query: fieldGrid.query,
  response: fieldGrid.response,
});

export const publicMapStations = endpoint({
  ...open,
  id: 'publicMapStations',
  method: 'GET',
  path: '/api/public-maps/{token}/stations',
  summary: 'Estações de um mapa público',
  params: byLinkToken,
  response: listStations.response,
});

export const publicMapZee = endpoint({
  ...open,
  id: 'publicMapZee',
  method: 'GET',
  path: '/api/public-maps/{token}/zee',
  summary: 'Limite da ZEE de um mapa público',
  params: byLinkToken,
  response: zeeBoundary.response,
});

export const publicMapPorts = endpoint({
  ...open,
  id: 'publicMapPorts',
  method: 'GET',
  path: '/api/public-maps/{token}/ports',
  summary: 'Portos de um mapa público',
  params: byLinkToken,
  response: listPorts.response,
});

export const publicMapEndpoints = [
  listMapLinks,
  previewMapLink,
  createMapLink,
  revokeMapLink,
  publicMap,
  publicMapFields,
  publicMapGrid,
  publicMapStations,
  publicMapZee,
  publicMapPorts,
] as const;
