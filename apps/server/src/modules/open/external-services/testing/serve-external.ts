import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { createLogger } from '../../../../platform/log/log.ts';
import { serveBindings } from '../../../../testing/serve.ts';
import { createExternalServices, type ExternalServiceId } from '../index.ts';

export const publicUrl = 'https://kianda.test';

/** Our endpoints over the service at `baseUrl`, behind the real gate. */
export async function serveExternal(
  id: ExternalServiceId,
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
  timeoutMs = 60_000,
) {
  const audited: AuditEntry[] = [];
  let nowMs = Date.parse('2026-08-31T09:00:00Z');
  const clock = { nowMs: () => nowMs };
  const outside = createExternalServices({
    platform: { clock, log: createLogger({ level: 'silent', pretty: false }), random: () => 0.5 },
    audit: { record: async (entry) => audited.push(entry) },
    publicUrl,
    userAgent: () => 'Kianda/test',
    timeoutMs,
    services: {
      ...{ stac: null, features: null, monitor: null, identity: null, workflow: null },
      [id]: { baseUrl, credentials },
    },
  });
  const site = await serveBindings(outside.replacements, clock);
  return {
    ask: site.ask,
    audited,
    endpoints: outside.replacements.map(({ endpoint }) => endpoint.id),
    advance(ms: number) {
      nowMs += ms;
    },
    async close() {
      await site.close();
      await outside.stop?.();
    },
  };
}
