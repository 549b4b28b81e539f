import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { eventKinds } from './alerts.contract.ts';

/** Longest period of a report, days. */
export const mostReportDays = 100;
/** Length of the period where none is asked for, days. */
export const defaultReportDays = 30;

const dayMs = 86_400_000;
const day = z.iso.date();
const isPeriod = (from: string | undefined, to: string | undefined): boolean => {
  if (from === undefined || to === undefined) return (from === undefined) === (to === undefined);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= mostReportDays;
};
const periodMessage = `indique o primeiro e o último dia, por esta ordem, com ${mostReportDays} dias no máximo`;

/** Days of Luanda, both included. */
const reportQuery = z
  .object({
    from: day.optional(),
    to: day.optional(),
    /** Area to compare with; absent with a period: the same area. */
    compareArea: z.string().max(64).optional(),
    /** Period to compare with; absent with an area: the same period. */
    compareFrom: day.optional(),
    compareTo: day.optional(),
  })
  .refine(({ from, to }) => isPeriod(from, to), { message: periodMessage, path: ['to'] })
  .refine(({ compareFrom, compareTo }) => isPeriod(compareFrom, compareTo), {
    message: periodMessage,
    path: ['compareTo'],
  });

const areaSchema = z.object({ id: z.string(), name: z.string(), areaKm2: z.number() });

export const areaFiguresSchema = z.object({
  area: areaSchema,
  from: day,
  to: day,
  /** Hours of the period, and those in which any vessel was heard anywhere: without these, zero means nothing. */
  periodHours: z.number().int(),
  receivedHours: z.number().int(),
  /** One for each vessel and hour in which it was last heard in the area. */
  presenceHours: z.number().int(),
  vessels: z.number().int(),
  /** Of fishing events that began in the area, within the period. */
  fishingHours: z.number(),
  flags: z.array(z.object({ flag: z.string().nullable(), vessels: z.number().int(), hours: z.number().int() })),
  /** Vessels with most hours, a limited number. */
  topVessels: z.array(
    z.object({
      id: z.number().int(),
      name: z.string().nullable(),
      mmsi: z.string().nullable(),
      flag: z.string().nullable(),
      hours: z.number().int(),
      fishingHours: z.number(),
    }),
  ),
  events: z.array(z.object({ kind: z.enum(eventKinds), count: z.number().int() })),
  alerts: z.array(z.object({ rule: z.string(), label: z.string(), count: z.number().int() })),
  days: z.array(z.object({ day, hours: z.number().int(), vessels: z.number().int() })),
});
export type AreaFigures = z.infer<typeof areaFiguresSchema>;

const common = {
  service: 'admin-api',
  method: 'GET',
  params: z.object({ id: z.string().max(64) }),
  query: reportQuery,
  errors: ['not_found'],
} as const;

export const areaReport = endpoint({
  id: 'areaReport',
  path: '/surveillance/areas/{id}/report',
  summary: 'Relatório de uma área: esforço, embarcações, bandeiras, acontecimentos, antes e depois, comparação',
  access: 'surveillance:read',
  response: z.object({
    current: areaFiguresSchema,
    /** The same area over as many days just before. */
    before: areaFiguresSchema,
    comparison: areaFiguresSchema.nullable(),
    attribution: z.string(),
  }),
  ...common,
});

export const areaReportPdf = endpoint({
  id: 'areaReportPdf',
  path: '/surveillance/areas/{id}/report.pdf',
  summary: 'O mesmo relatório de área em PDF, com gráficos e mapa (auditado)',
  access: 'surveillance:export',
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/pdf',
  rateLimitPerMinute: 20,
  ...common,
});

export const areaReportEndpoints = [areaReport, areaReportPdf] as const;
