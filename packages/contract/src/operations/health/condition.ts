import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

/** Condition of the platform, the worst last except for unknown, with the labels. */
export const systemLevels = {
  healthy: 'Sistema Operacional',
  warning: 'Sistema com Avisos',
  error: 'Sistema com Problemas',
  unknown: 'Status Desconhecido',
} as const;
export type SystemLevel = keyof typeof systemLevels;
const levelSchema = z.enum(Object.keys(systemLevels) as [SystemLevel, ...SystemLevel[]]);

export const findingSchema = z.object({
  kind: z.enum(['alert', 'check', 'limit', 'stale', 'provider']),
  level: levelSchema.exclude(['healthy']),
  /** Subject: a component, a measure, a connector or the subject of an alert. */
  subject: z.string(),
  /** Part of a sentence, in Portuguese. */
  text: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** The one health sentence, and everything that it was computed from: every screen and document shows this. */
export const systemConditionSchema = z.object({
  level: levelSchema,
  /** The worst first. */
  sentence: z.string(),
  findings: z.array(findingSchema),
  /** Online: its last check passed without a warning, not long ago, and no operator stopped it. Each is in one count. */
  services: z.object({
    total: z.number().int(),
    online: z.number().int(),
    warning: z.number().int(),
    offline: z.number().int(),
    unknown: z.number().int(),
  }),
  checkedAt: instantSchema.nullable(),
});
export type SystemCondition = z.infer<typeof systemConditionSchema>;
