import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

const bound = z.number();

/** The rules that come with the platform; each closes its alerts by itself once it no longer holds. */
export const listAlertRules = endpoint({
  id: 'listAlertRules',
  service: 'admin-api',
  method: 'GET',
  path: '/alerts/rules',
  summary: 'Regras automáticas de alerta da plataforma, com os seus limiares',
  access: 'alerts:read',
  response: z.object({
    rules: z.array(
      z.object({
        rule: z.string(),
        title: z.string(),
        /** What has to be so for it to raise an alert. */
        condition: z.string(),
        /** Of the rules that compare a measure; null for the others. */
        limits: z
          .object({
            unit: z.string(),
            warning: bound,
            error: bound,
            critical: bound,
            /** How long the measure has to stay above. */
            forSeconds: z.number().int(),
          })
          .nullable(),
      }),
    ),
  }),
});

export const alertRuleEndpoints = [listAlertRules] as const;
