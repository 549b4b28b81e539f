import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

/** Years that a licence or a season can have; the calendar of the database has no year 0. */
export const dateSchema = z.iso.date().refine((date) => date >= '1900-01-01' && date <= '2200-12-31', {
  message: 'uma data entre 1900 e 2200',
});
export const codeList = z.array(z.string().trim().min(1).max(60)).max(30);

/** Fleets as the law distinguishes them, with their labels. */
export const fleets = { artisanal: 'Artesanal', semi_industrial: 'Semi-industrial', industrial: 'Industrial' } as const;
export type Fleet = keyof typeof fleets;
export const fleetSchema = z.enum(Object.keys(fleets) as [Fleet, ...Fleet[]]);

/** Days on which a licence is suspended, although it has not expired. */
const suspensionSchema = z
  .object({
    from: dateSchema,
    /** Last day; null until it is lifted. */
    to: dateSchema.nullable(),
    reason: z.string().trim().max(300).default(''),
  })
  .refine(({ from, to }) => to === null || from <= to, {
    message: 'o fim da suspensão vem antes do início',
    path: ['to'],
  });
export type Suspension = z.infer<typeof suspensionSchema>;
export const mostSuspensions = 20;

export const licenceFields = z
  .object({
    number: z.string().trim().min(1).max(60),
    vesselName: z.string().trim().min(1).max(120),
    mmsi: z
      .string()
      .regex(/^\d{9}$/)
      .nullable(),
    imo: z
      .string()
      .regex(/^\d{7}$/)
      .nullable(),
    callsign: z.string().trim().max(10).nullable(),
    /** National registration painted on the hull. */
    registration: z.string().trim().max(40).nullable(),
    /** ISO 3166-1 alpha-3. */
    flag: z.string().regex(/^[A-Z]{3}$/),
    holder: z.string().trim().max(200).nullable(),
    gears: codeList.min(1),
    /** Null where the licence does not state it. */
    fleet: fleetSchema.nullable().default(null),
    /** Areas it allows; null for the whole ZEE. */
    areaIds: z.array(z.string().max(64)).max(50).nullable(),
    validFrom: dateSchema,
    /** Last day. */
    validTo: dateSchema,
    suspensions: z.array(suspensionSchema).max(mostSuspensions).default([]),
    source: z.string().trim().min(2).max(300),
  })
  .refine(({ validFrom, validTo }) => validFrom <= validTo, { message: 'o fim vem antes do início', path: ['validTo'] })
  .refine(({ mmsi, imo, callsign, registration }) => [mmsi, imo, callsign, registration].some((one) => one !== null), {
    message: 'é preciso MMSI, IMO, indicativo ou matrícula',
    path: ['mmsi'],
  });
export const licenceSchema = z.object({
  ...licenceFields.shape,
  id: z.uuid(),
  /** Within its days and not suspended, today. */
  isValid: z.boolean(),
  isSuspended: z.boolean(),
  /** Of the demonstration's registry. */
  simulated: z.boolean(),
  updatedAt: instantSchema,
});
export type Licence = z.infer<typeof licenceSchema>;
