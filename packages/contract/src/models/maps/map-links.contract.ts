import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { byLinkToken, newPublicLinkSchema, publicLinkSchema } from '../../core/public-link.ts';
import { modelMapGrid, modelMapSchema, modelMapTile } from './maps.contract.ts';

const common = { service: 'admin-api', access: 'maps:publish' } as const;
const linkSchema = publicLinkSchema.extend({ mapId: z.uuid() });
export type ModelMapLink = z.infer<typeof linkSchema>;

export const listModelMapLinks = endpoint({
  ...common,
  id: 'listModelMapLinks',
  method: 'GET',
  path: '/ml/map-links',
  summary: 'Ligações públicas de um mapa de modelo que a pessoa fez; a administração vê as de todos',
  query: z.object({ map: z.uuid() }),
  response: z.object({ links: z.array(linkSchema) }),
});

export const createModelMapLink = endpoint({
  ...common,
  id: 'createModelMapLink',
  method: 'POST',
  path: '/ml/maps/{id}/links',
  summary: 'Faz uma ligação que abre um mapa de modelo sem sessão, até uma data (auditado)',
  params: z.object({ id: z.uuid() }),
  body: newPublicLinkSchema,
  response: z.object({
    link: linkSchema,
    /** Address of the map; shown once, as the platform stores only a digest of it. */
    url: z.string(),
  }),
  errors: ['not_found', 'conflict'],
  neverStored: true,
});

export const revokeModelMapLink = endpoint({
  ...common,
  id: 'revokeModelMapLink',
  method: 'DELETE',
  path: '/ml/map-links/{linkId}',
  summary: 'Fecha já uma ligação pública; a administração fecha qualquer uma (auditado)',
  params: z.object({ linkId: z.uuid() }),
  response: z.object({ revoked: z.literal(true) }),
  errors: ['not_found'],
});

const open = { service: 'admin-api', access: 'public', errors: ['not_found'], rateLimitPerMinute: 600 } as const;

export const publicModelMap = endpoint({
  ...open,
  id: 'publicModelMap',
  method: 'GET',
  path: '/api/public-model-maps/{token}',
  summary: 'Um mapa de modelo aberto por uma ligação pública: o que mostra, como foi medido e de que dados veio',
  params: byLinkToken,
  // A visitor is told neither who asked for the map nor where its files lie.
  response: modelMapSchema
    .omit({ id: true, requestedBy: true, seconds: true, dataSha256: true, fileSha256: true, fileBytes: true })
    .extend({ operatorName: z.string(), expiresAt: instantSchema }),
});

export const publicModelMapGrid = endpoint({
  ...open,
  id: 'publicModelMapGrid',
  method: 'GET',
  path: '/api/public-model-maps/{token}/grid',
  summary: 'Uma camada de um mapa de modelo aberto por uma ligação pública, como grelha',
  params: byLinkToken,
  query: modelMapGrid.query,
  response: modelMapGrid.response,
});

export const publicModelMapTile = endpoint({
  ...open,
  id: 'publicModelMapTile',
  method: 'GET',
  path: '/api/public-model-maps/{token}/tiles/{band}/{z}/{x}/{y}',
  summary: 'Mosaico PNG de uma camada de um mapa de modelo aberto por uma ligação pública',
  params: modelMapTile.params.omit({ id: true }).extend(byLinkToken.shape),
  response: z.string(),
  format: 'binary',
  contentType: 'image/png',
  // A link may be closed at any moment, and its map made anew.
  maxAgeSeconds: 60,
});

export const modelMapLinkEndpoints = [
  listModelMapLinks,
  createModelMapLink,
  revokeModelMapLink,
  publicModelMap,
  publicModelMapGrid,
  publicModelMapTile,
] as const;
