import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { featureCollectionOf, latitudeSchema, longitudeSchema, pointSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Kinds of fishing infrastructure, with what people read. */
export const infrastructureKinds = {
  port: 'Porto ou local de desembarque',
  village: 'Aldeia piscatória',
  plant: 'Unidade de transformação',
} as const;
export type InfrastructureKind = keyof typeof infrastructureKinds;
const kindNames = Object.keys(infrastructureKinds) as [InfrastructureKind, ...InfrastructureKind[]];
const kindSchema = z.enum(kindNames);

/** Fishing sectors of the coast, from north to south: the latitude of a place tells its zone. */
export const infrastructureZones = {
  cabinda: { label: 'Cabinda', south: -5.8, north: 90 },
  norte: { label: 'Norte (Soyo–Luanda)', south: -9, north: -5.8 },
  centro: { label: 'Centro (Luanda–Benguela)', south: -12.6, north: -9 },
  sul: { label: 'Sul (Benguela–Cunene)', south: -90, north: -12.6 },
} as const;
export type InfrastructureZone = keyof typeof infrastructureZones;
const zoneNames = Object.keys(infrastructureZones) as [InfrastructureZone, ...InfrastructureZone[]];

/** Zone of a latitude in degrees; a border belongs to the zone north of it. */
export function zoneOf(lat: number): InfrastructureZone {
  return zoneNames.find((zone) => lat >= infrastructureZones[zone].south) ?? 'sul';
}

/** Acts on a place that may be proposed, with what people read. */
export const infrastructureActs = { create: 'Criar', change: 'Alterar', retire: 'Retirar' } as const;
export type InfrastructureAct = keyof typeof infrastructureActs;

/** Text that the database stores as it is. */
const plainText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), { message: 'Caracteres que não se guardam.' });

/** A place as a person describes it. */
export const infrastructureFieldsSchema = z.object({
  kind: kindSchema,
  name: plainText(120).refine((name) => name.length >= 2, { message: 'Pelo menos 2 caracteres.' }),
  lon: longitudeSchema,
  lat: latitudeSchema,
  /** People who live there; null where it is not known, and of what is no village. */
  population: z.number().int().min(0).max(20_000_000).nullable(),
  note: plainText(1_000),
  /** Where the facts come from. */
  source: plainText(300).refine((source) => source.length >= 2, { message: 'Diga a fonte.' }),
});
export type InfrastructureFields = z.infer<typeof infrastructureFieldsSchema>;

const versionSchema = z.number().int().min(1).max(2_147_483_647);

const proposedSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('create'), fields: infrastructureFieldsSchema }),
  z.object({
    act: z.literal('change'),
    placeId: z.uuid(),
    /** Of the place that was read: another one since is a conflict at the review. */
    version: versionSchema,
    fields: infrastructureFieldsSchema,
  }),
  z.object({ act: z.literal('retire'), placeId: z.uuid(), version: versionSchema }),
]);

/** Proposals that one import sends at most. */
export const mostProposed = 500;

export const infrastructureStates = {
  pending: 'À espera de revisão',
  accepted: 'Aceite',
  refused: 'Recusada',
} as const;
export type InfrastructureState = keyof typeof infrastructureStates;

const proposalSchema = z.object({
  id: z.uuid(),
  act: z.enum(['create', 'change', 'retire']),
  placeId: z.uuid().nullable(),
  /** Null where the place is to be retired. */
  fields: infrastructureFieldsSchema.nullable(),
  /** The place as it is now; null of a new one. */
  present: infrastructureFieldsSchema.nullable(),
  reason: z.string(),
  state: z.enum(['pending', 'accepted', 'refused']),
  proposedBy: z.string(),
  proposedAt: instantSchema,
  /** Whether the calling account may review it: nobody reviews what they proposed. */
  isReviewable: z.boolean(),
  reviewedBy: z.string().nullable(),
  reviewedAt: instantSchema.nullable(),
  reviewNote: z.string().nullable(),
});
export type InfrastructureProposal = z.infer<typeof proposalSchema>;

const own = { service: 'admin-api' } as const;

export const listInfrastructure = endpoint({
  ...own,
  id: 'listInfrastructure',
  method: 'GET',
  path: '/fisheries/infrastructure',
  summary: 'Portos, aldeias e unidades de transformação da pesca, por zona, tipo e população',
  access: 'fisheries:read',
  query: z.object({
    zone: z.enum(zoneNames).optional(),
    kind: kindSchema.optional(),
    /** Leaves only places whose population is known and at least this. */
    minPopulation: z.coerce.number().int().min(0).max(20_000_000).optional(),
    limit: z.coerce.number().int().min(1).max(5_000).default(2_000),
  }),
  response: featureCollectionOf(
    pointSchema,
    z.object({
      kind: kindSchema,
      name: z.string(),
      zone: z.enum(zoneNames),
      population: z.number().int().nullable(),
      note: z.string(),
      source: z.string(),
      version: z.number().int(),
      updatedAt: instantSchema,
      updatedBy: z.string(),
    }),
  ).extend({
    /** Places of the filters, beyond the limit too. */
    total: z.number().int(),
    /** Proposals that wait for review. */
    pending: z.number().int(),
    /** Whether the calling account may propose and review. */
    isEditable: z.boolean(),
  }),
});

export const proposeInfrastructure = endpoint({
  ...own,
  id: 'proposeInfrastructure',
  method: 'POST',
  path: '/fisheries/infrastructure/proposals',
  summary: 'Propõe criar, alterar ou retirar infraestruturas de pesca; outra pessoa revê (auditado)',
  access: 'features:write',
  body: z.object({
    reason: plainText(500).refine((reason) => reason.length >= 3, { message: 'Diga porquê.' }),
    proposals: z.array(proposedSchema).min(1).max(mostProposed),
  }),
  response: z.object({ proposed: z.number().int() }),
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 30,
});

export const listInfrastructureProposals = endpoint({
  ...own,
  id: 'listInfrastructureProposals',
  method: 'GET',
  path: '/fisheries/infrastructure/proposals',
  summary: 'Propostas sobre infraestruturas de pesca: as que esperam revisão, ou a história de um lugar',
  access: 'features:write',
  query: z.object({
    state: z.enum(['pending', 'accepted', 'refused']).optional(),
    placeId: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.object({ proposals: z.array(proposalSchema), total: z.number().int() }),
});

export const reviewInfrastructure = endpoint({
  ...own,
  id: 'reviewInfrastructure',
  method: 'POST',
  path: '/fisheries/infrastructure/proposals/{id}/review',
  summary: 'Aceita ou recusa uma proposta de outra pessoa (auditado)',
  access: 'features:write',
  params: z.object({ id: z.uuid() }),
  body: z.object({ accept: z.boolean(), note: plainText(500).default('') }),
  response: proposalSchema,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const infrastructureEndpoints = [
  listInfrastructure,
  proposeInfrastructure,
  listInfrastructureProposals,
  reviewInfrastructure,
] as const;
