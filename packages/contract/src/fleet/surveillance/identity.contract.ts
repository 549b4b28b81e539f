import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { licenceSchema } from './registry.contract.ts';

/** Identifiers of a vessel in a register, with their labels. */
export const identityMarks = { mmsi: 'MMSI', imo: 'IMO', callsign: 'Indicativo', registration: 'Matrícula' } as const;
export type IdentityMark = keyof typeof identityMarks;
const markSchema = z.enum(Object.keys(identityMarks) as [IdentityMark, ...IdentityMark[]]);
const markText = z.string().trim().min(1).max(40).optional();

const sameVesselSchema = z.object({
  vesselId: z.number().int(),
  /** `mmsi:603990001`, `ir:AGO:1234-N`: how its feed knows it. */
  key: z.string(),
  name: z.string().nullable(),
  mmsi: z.string().nullable(),
  imo: z.string().nullable(),
  callsign: z.string().nullable(),
  registration: z.string().nullable(),
  flag: z.string().nullable(),
  lastAt: instantSchema.nullable(),
  simulated: z.boolean(),
  /** Marks that both have, or that one licence gives of both. */
  reasons: z
    .array(
      z.object({
        mark: markSchema,
        value: z.string(),
        /** Number of the licence that ties it to the asked one; null where both report the mark themselves. */
        licence: z.string().nullable(),
      }),
    )
    .min(1),
  /** Marks that both have and that differ. */
  contradictions: z.array(z.object({ mark: markSchema, own: z.string(), other: z.string() })),
});
export type SameVessel = z.infer<typeof sameVesselSchema>;

/** Components of a vessel's risk, with their labels. */
export const riskSignals = {
  high_alerts: 'Alertas de gravidade alta',
  medium_alerts: 'Alertas de gravidade média',
  low_alerts: 'Alertas de gravidade baixa',
  flag: 'Bandeira que não condiz com o MMSI',
  gear: 'Arte que não condiz com a licença',
  licence_suspended: 'Licença suspensa',
  licence_lapsed: 'Licença fora do período',
} as const;
export const riskLevels = { none: 'Sem indícios', low: 'Baixo', medium: 'Médio', high: 'Alto' } as const;
const riskFacts = ['alerts', 'flagContradicts', 'gearContradicts', 'licence'] as const;
const riskSchema = z.object({
  /** Named and versioned weights. */
  preset: z.string(),
  /** Alerts of so many days count. */
  days: z.number().int(),
  /** 0 to 100: the sum of the points below, no more than 100. */
  score: z.number().int(),
  level: z.enum(Object.keys(riskLevels) as [keyof typeof riskLevels]),
  reasons: z.array(
    z.object({
      signal: z.enum(Object.keys(riskSignals) as [keyof typeof riskSignals]),
      count: z.number().int(),
      points: z.number().int(),
    }),
  ),
  /** Unknown components: points may be missing. */
  unknown: z.array(z.enum(riskFacts)),
});

/**
 * Findings of the national registry about a vessel: its licences, whether its flag is its MMSI's, and which other tracks
 * (AIS, VMS) may be the same vessel. Nothing is merged: people are shown the reasons.
 */
export const vesselIdentity = endpoint({
  id: 'vesselIdentity',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/vessel-identity',
  summary: 'Identidade de uma embarcação perante o registo nacional: licenças, bandeira do MMSI e trajetos da mesma',
  access: 'surveillance:read',
  query: z
    .object({
      vesselId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      /** Of a vessel that only a provider reports, as it reports them. */
      mmsi: markText,
      imo: markText,
      callsign: markText,
      flag: markText,
    })
    .refine((query) => Object.values(query).some((value) => value !== undefined), {
      message: 'é preciso a embarcação, ou uma das suas marcas',
    }),
  response: z.object({
    flag: z.object({
      stated: z.string().nullable(),
      /** Countries that the first three digits of the MMSI belong to, alpha-3; empty where they are of none. */
      ofMmsi: z.array(z.string()),
      /** Null where one of them is not known. */
      contradicts: z.boolean().nullable(),
    }),
    licences: z.array(licenceSchema),
    /** Fishing gear by registers and providers, in their words; none for a vessel without positions. */
    gears: z.array(
      z.object({
        source: z.string(),
        gear: z.string(),
        from: instantSchema.nullable(),
        to: instantSchema.nullable(),
      }),
    ),
    /** True when none of them agrees with the licences valid today; null where that is unknown. */
    gearContradicts: z.boolean().nullable(),
    same: z.array(sameVesselSchema),
    risk: riskSchema,
  }),
  errors: ['not_found'],
});

export const identityRegistryEndpoints = [vesselIdentity] as const;
