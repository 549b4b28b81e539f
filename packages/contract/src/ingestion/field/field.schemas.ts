import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

/** Kinds of record that a person makes in the field, with what people read. */
export const fieldKinds = { observation: 'Observação', landing: 'Desembarque', inspection: 'Inspeção' } as const;
export type FieldKind = keyof typeof fieldKinds;

export const fieldStates = {
  received: 'Por rever',
  asked: 'Pergunta feita',
  accepted: 'Aceite',
  rejected: 'Recusado',
} as const;
export type FieldState = keyof typeof fieldStates;

export const behaviours = {
  unknown: 'Não se viu',
  swimming: 'A nadar',
  feeding: 'A alimentar-se',
  breeding: 'A reproduzir-se',
  resting: 'Em repouso',
  travelling: 'Em deslocação',
  stranded: 'Arrojado',
  dead: 'Morto',
  bycatch: 'Captura acidental',
} as const;

/** Segments of the fleet, in the words of the institute's statistics. */
export const fleetSegments = {
  industrial: 'Industrial',
  'semi-industrial': 'Semi-industrial',
  artesanal: 'Artesanal',
  continental: 'Continental',
} as const;

/** Points of an inspection on board or at the quay. */
export const inspectionItems = {
  licence: 'Licença a bordo e válida',
  marking: 'Matrícula e nome bem visíveis no casco',
  gear: 'Arte igual à da licença',
  mesh: 'Malhagem dentro do permitido',
  logbook: 'Diário de bordo em dia',
  species: 'Sem espécies em veda ou protegidas',
  size: 'Tamanhos mínimos respeitados',
  hold: 'Porão conforme o declarado',
  ais: 'AIS ou VMS ligado',
  safety: 'Meios de salvação a bordo',
} as const;
export type InspectionItem = keyof typeof inspectionItems;
export const inspectionAnswers = { yes: 'Sim', no: 'Não', unseen: 'Não se viu' } as const;
export type InspectionAnswer = keyof typeof inspectionAnswers;

const keys = <T extends Readonly<Record<string, string>>>(of: T) =>
  Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

/** Text without what PostgreSQL cannot store: NUL, and halves of characters. */
export const plain = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text), {
      message: 'texto com um sinal que não se guarda',
    });
const named = (most: number) => plain(most).refine((text) => text !== '', { message: 'falta preencher' });
const lon = z.number().min(-180).max(180);
const lat = z.number().min(-90).max(90);
const notes = plain(2000).default('');
/** A calendar day of Angola. */
const day = z.iso.date().refine((at) => at >= '2000' && at < '2200', { message: 'um dia entre 2000 e 2200' });

const placeSchema = z.object({
  /** Decimal degrees, WGS 84. */
  lon,
  lat,
  /** Radius within which the device says it is; null where a person gave the place. */
  accuracyMeters: z.number().min(0).max(100_000).nullable(),
});

export const observationSchema = z.object({
  kind: z.literal('observation'),
  scientificName: named(160),
  commonName: plain(160).nullable().default(null),
  aphiaId: z.number().int().min(1).max(2_147_483_647).nullable().default(null),
  count: z.number().int().min(1).max(1_000_000),
  behaviour: z.enum(keys(behaviours)),
  depthMeters: z.number().min(0).max(11_000).nullable().default(null),
  place: placeSchema,
  notes,
});
export const landingSchema = z.object({
  kind: z.literal('landing'),
  vessel: named(120),
  registration: plain(40).nullable().default(null),
  port: named(80),
  segment: z.enum(keys(fleetSegments)),
  gear: named(60),
  /** Area of the platform where it was caught, under the name that the phone knew; absent where nobody said. */
  area: z.object({ id: named(64), name: named(120) }).optional(),
  /** Absent where it was landed on the day on which the record was made. */
  landedOn: day.optional(),
  /** First and last day of fishing; absent where nobody said. */
  fished: z.object({ from: day, to: day }).optional(),
  lines: z
    .array(
      z.object({
        /** FAO ASFIS three-letter code. */
        speciesCode: z.string().regex(/^[A-Z]{3}$/),
        weightKg: z.number().positive().max(5_000_000),
        /** Kwanzas a kilogram; null where none was paid or said. */
        pricePerKg: z.number().min(0).max(10_000_000).nullable().default(null),
      }),
    )
    .min(1)
    .max(40),
  place: placeSchema.nullable().default(null),
  notes,
});
export const inspectionSchema = z.object({
  kind: z.literal('inspection'),
  vessel: named(120),
  registration: plain(40).nullable().default(null),
  port: plain(80).nullable().default(null),
  items: z
    .array(
      z.object({
        item: z.enum(keys(inspectionItems)),
        answer: z.enum(keys(inspectionAnswers)),
        note: plain(300).default(''),
      }),
    )
    .min(1)
    .max(20),
  place: placeSchema.nullable().default(null),
  notes,
});
export const fieldPayloadSchema = z.discriminatedUnion('kind', [observationSchema, landingSchema, inspectionSchema]);
export type FieldPayload = z.infer<typeof fieldPayloadSchema>;
export type Observation = z.infer<typeof observationSchema>;
export type Landing = z.infer<typeof landingSchema>;
export type Inspection = z.infer<typeof inspectionSchema>;

/** A doubt or a fault that the rules find. An error keeps a record from being accepted, not from being sent. */
export const fieldFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});
export type FieldFinding = z.infer<typeof fieldFindingSchema>;

/** A record as a device sends it. Its `id` and `sequence` are the device's own: the same record twice is stored once. */
export const sentRecordSchema = z.object({
  id: z.uuid(),
  deviceId: z.uuid(),
  sequence: z.number().int().min(1).max(2_147_483_647),
  /** Counts the changes that its author made to it. */
  revision: z.number().int().min(1).max(1_000_000),
  /** Version of the platform that a change replaces knowingly; absent: none. */
  replaces: z.number().int().min(1).max(2_147_483_647).nullable().default(null),
  /** By the clock of the device. */
  capturedAt: instantSchema.refine((at) => at >= '2000' && at < '2200', { message: 'um instante entre 2000 e 2200' }),
  payload: fieldPayloadSchema,
});
export type SentRecord = z.infer<typeof sentRecordSchema>;

export const sendOutcomes = ['stored', 'already', 'updated', 'conflict', 'refused'] as const;
export type SendOutcome = (typeof sendOutcomes)[number];

/** A record as its author sees it. */
export const ownRecordSchema = z.object({
  id: z.uuid(),
  deviceId: z.uuid(),
  sequence: z.number().int(),
  kind: z.enum(keys(fieldKinds)),
  state: z.enum(keys(fieldStates)),
  version: z.number().int(),
  revision: z.number().int(),
  capturedAt: instantSchema,
  changedAt: instantSchema,
  payload: fieldPayloadSchema,
  /** Set where a reviewer corrected it; `payload` stays as it was sent. */
  corrected: fieldPayloadSchema.nullable(),
  /** Each field that the reviewer corrected, as it was sent and as it is now; empty where nothing was. */
  changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  findings: z.array(fieldFindingSchema),
  question: z.string().nullable(),
  reviewNote: z.string().nullable(),
});
export type OwnRecord = z.infer<typeof ownRecordSchema>;
