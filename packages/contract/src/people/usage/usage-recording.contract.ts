import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

export const usageDevices = ['desktop', 'mobile', 'tablet'] as const;
export type UsageDevice = (typeof usageDevices)[number];

const sectionId = z.string().regex(/^[a-z0-9-]{1,60}$/);

/** Activity of one page since its last report: sections by id, nothing of their content. */
export const recordUsage = endpoint({
  id: 'recordUsage',
  service: 'admin-api',
  method: 'POST',
  path: '/usage/events',
  summary: 'Recebe as secções que uma página da consola abriu',
  access: 'session',
  body: z.object({
    /** Made anew by each load of the console. */
    visit: z.uuid(),
    device: z.enum(usageDevices),
    entries: z
      .array(
        z.object({
          section: sectionId,
          /** Times it was opened since the last report; 0 while it just stays open. */
          opened: z.number().int().min(0).max(1_000),
          /** Seconds in view since the last report. */
          seconds: z.number().min(0).max(86_400),
          exports: z.number().int().min(0).max(1_000),
        }),
      )
      .min(1)
      .max(50),
  }),
  /** False: recording is off, or off for this account; the page then stops reporting. */
  response: z.object({ recorded: z.boolean() }),
  rateLimitPerMinute: 60,
  neverStored: true,
});
export type UsageEntry = z.infer<(typeof recordUsage)['body']>['entries'][number];

const choiceSchema = z.object({
  /** True when this installation records use at all. */
  enabled: z.boolean(),
  /** True when this account asked not to be recorded. */
  optedOut: z.boolean(),
});

export const usageChoice = endpoint({
  id: 'usageChoice',
  service: 'admin-api',
  method: 'GET',
  path: '/usage/choice',
  summary: 'Se a utilização desta conta é registada',
  access: 'session',
  response: choiceSchema,
});

export const setUsageChoice = endpoint({
  id: 'setUsageChoice',
  service: 'admin-api',
  method: 'PUT',
  path: '/usage/choice',
  summary: 'Escolhe se a utilização desta conta é registada; recusar apaga o que havia',
  access: 'session',
  body: z.object({ optedOut: z.boolean() }),
  response: choiceSchema,
});
