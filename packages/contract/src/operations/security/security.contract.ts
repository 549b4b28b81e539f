import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

export const securityStates = ['enforced', 'attention', 'missing', 'unknown'] as const;

const checkSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** `attention`: works, and should be better; `missing`: is not so; `unknown`: could not be found out. */
  state: z.enum(securityStates),
  /** The finding, in a sentence. */
  summary: z.string(),
  /** The check that found it. */
  evidence: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Section of the console where it is seen to; null where that is done outside. */
  section: z.string().nullable(),
  durationMs: z.number().nonnegative(),
});
export type SecurityCheckResult = z.infer<typeof checkSchema>;

export const securityChecks = endpoint({
  id: 'securityChecks',
  service: 'admin-api',
  method: 'GET',
  path: '/security/checks',
  summary: 'O que a segurança da instalação impõe agora, verificado neste momento, com a prova',
  access: 'security:read',
  response: z.object({ checkedAt: instantSchema, checks: z.array(checkSchema) }),
});

export const securityEndpoints = [securityChecks] as const;
