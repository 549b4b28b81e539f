import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { roles } from '../../core/permissions.ts';
import { instantSchema } from '../../core/provenance.ts';
import { homeTileIds } from './home-tiles.ts';

const tilesSchema = z
  .array(z.enum(homeTileIds))
  .min(1)
  .max(homeTileIds.length)
  .refine((tiles) => new Set(tiles).size === tiles.length, { message: 'Um mosaico está repetido.' });

const layoutSchema = z.object({
  /** In the order of the screen; only those that the account may see. */
  tiles: z.array(z.enum(homeTileIds)),
  /** Whose layout it is: the account's own, one that an administrator gave to its role, or the one nobody has changed. */
  from: z.enum(['own', 'role', 'default']),
  updatedAt: instantSchema.nullable(),
});
export type HomeLayout = z.infer<typeof layoutSchema>;

export const homeLayout = endpoint({
  id: 'homeLayout',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/home/layout',
  summary: 'Mosaicos do início da própria conta, pela sua ordem',
  access: 'session',
  response: layoutSchema,
});

export const saveHomeLayout = endpoint({
  id: 'saveHomeLayout',
  service: 'admin-api',
  method: 'PUT',
  path: '/home/layout',
  summary: 'Guarda os mosaicos do início da própria conta',
  access: 'session',
  body: z.object({ tiles: tilesSchema }),
  response: layoutSchema,
});

export const resetHomeLayout = endpoint({
  id: 'resetHomeLayout',
  service: 'admin-api',
  method: 'DELETE',
  path: '/home/layout',
  summary: 'Repõe o início do perfil da própria conta',
  access: 'session',
  response: layoutSchema,
});

const roleParams = z.object({ role: z.enum(roles) });

export const shareHomeLayout = endpoint({
  id: 'shareHomeLayout',
  service: 'admin-api',
  method: 'PUT',
  path: '/home/roles/{role}',
  summary: 'Dá uma disposição do início a um perfil: é a de quem não tem uma sua (auditado)',
  access: 'config:write',
  params: roleParams,
  body: z.object({ tiles: tilesSchema }),
  response: z.object({ role: z.enum(roles), tiles: z.array(z.enum(homeTileIds)) }),
});

export const unshareHomeLayout = endpoint({
  id: 'unshareHomeLayout',
  service: 'admin-api',
  method: 'DELETE',
  path: '/home/roles/{role}',
  summary: 'Retira a disposição dada a um perfil, que volta à de origem (auditado)',
  access: 'config:write',
  params: roleParams,
  response: z.object({ role: z.enum(roles), tiles: z.array(z.enum(homeTileIds)) }),
});

/** Kinds of what may have changed since the last visit, in their order on the screen. */
export const changeKinds = [
  'alert',
  'vessel-alert',
  'connector-failed',
  'connector-recovered',
  'report',
  'data',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

const changeSchema = z.object({
  id: z.string(),
  title: z.string(),
  at: instantSchema,
  /** Place of the console that shows it. */
  target: z.object({ section: z.string(), search: z.record(z.string(), z.string()) }),
});

/** Single changes of one kind that an answer holds at most; `count` tells of all. */
export const changesPerKind = 4;

export const homeChanges = endpoint({
  id: 'homeChanges',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/home/changes',
  summary: 'O que mudou desde a última visita da própria conta, do que ela pode ver',
  access: 'session',
  response: z.object({
    /** End of the last visit; null at the first, when the last 24 hours are told. */
    lastVisitAt: instantSchema.nullable(),
    since: instantSchema,
    kinds: z.array(z.object({ kind: z.enum(changeKinds), count: z.number().int(), newest: z.array(changeSchema) })),
    /** Kinds that could not be read now. */
    unavailable: z.array(z.enum(changeKinds)),
  }),
});

export const homeVisit = endpoint({
  id: 'homeVisit',
  service: 'admin-api',
  method: 'POST',
  path: '/home/visit',
  summary: 'Regista que a conta está a ver o início; meia hora depois da última vez começa outra visita',
  access: 'session',
  response: z.object({ lastVisitAt: instantSchema.nullable() }),
});

/** Figures of the briefing, in the order of its sentences. */
export const briefingFigures = ['temperature', 'anomaly', 'chlorophyll', 'vessels', 'data'] as const;
export type BriefingFigure = (typeof briefingFigures)[number];

const comparedSchema = z.object({
  current: z.number().nullable(),
  previous: z.number().nullable(),
  /** Last day of the later period: that of the newest value. */
  until: z.iso.date().nullable(),
});

export const homeBriefing = endpoint({
  id: 'homeBriefing',
  service: 'admin-api',
  method: 'GET',
  path: '/home/briefing',
  summary: 'Cinco valores da semana, os quatro primeiros com o da semana anterior, cada um com a sua origem',
  access: 'dashboard:read',
  response: z.object({
    /** Days of each of the two periods. */
    days: z.number().int(),
    temperature: comparedSchema,
    anomaly: comparedSchema,
    chlorophyll: comparedSchema,
    vessels: comparedSchema,
    /** Variables of the sea with data of the days until then, of all that have any. */
    data: z.object({ current: z.number().int(), all: z.number().int(), until: z.iso.date() }),
  }),
  maxAgeSeconds: 60,
});

export const homeEndpoints = [
  homeLayout,
  saveHomeLayout,
  resetHomeLayout,
  shareHomeLayout,
  unshareHomeLayout,
  homeChanges,
  homeVisit,
  homeBriefing,
] as const;
