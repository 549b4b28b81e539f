import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

/** Hours of track before and after what an alert is about. */
export const evidenceHours = 24;

export const alertEvidence = endpoint({
  id: 'alertEvidence',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/alerts/{id}/evidence.pdf',
  summary:
    'Dossiê de evidência de um alerta em PDF: trajetos, acontecimentos, identidades, licença, percurso (auditado)',
  access: 'surveillance:export',
  params: z.object({ id: z.uuid() }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/pdf',
  errors: ['not_found'],
  rateLimitPerMinute: 20,
});

export const evidenceEndpoints = [alertEvidence] as const;
