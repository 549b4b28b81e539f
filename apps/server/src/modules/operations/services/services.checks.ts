import { formatPlainNumber } from '@kianda/format';
import type { HealthCheck } from '../../../platform/module.ts';
import type { ServiceControl } from './control.service.ts';
import { serviceDefinitions } from './definitions.rules.ts';
import { type ProbeResult, probe } from './probe.client.ts';

/** Services that other checks cover already. */
const checkedElsewhere: readonly string[] = ['database', 'admin-api'];

/** Sentence about a probe. A warning whose steps all passed was slow: its last step would not explain the state. */
function detailOf({ status, steps, totalMs }: ProbeResult): string {
  const isSlow = status === 'warning' && steps.every(({ ok }) => ok);
  if (isSlow) return `Demorou ${formatPlainNumber(totalMs / 1000)} s a responder`;
  const decisive = steps.findLast(({ ok }) => !ok) ?? steps.find(({ step }) => step === 'http');
  return decisive?.detail ?? '';
}

/** Checks of the services: each is asked at its address, and one that an operator stopped is offline. */
export function serviceChecks(
  control: Pick<ServiceControl, 'view'>,
  addressOf: (id: string) => string | null,
): HealthCheck[] {
  return serviceDefinitions
    .filter(({ id }) => !checkedElsewhere.includes(id))
    .flatMap((definition): HealthCheck[] => {
      const url = addressOf(definition.id);
      // Without an address and without jobs there is nothing to check.
      if (url === null && definition.jobs.length === 0) return [];
      return [
        {
          id: definition.id,
          label: definition.name,
          async check(signal) {
            const { stopped } = control.view(definition);
            if (stopped !== null) return { state: 'offline', detail: `Parado por ${stopped.by}`, latencyMs: null };
            if (url === null) return { state: 'online', detail: 'Em funcionamento', latencyMs: 0 };
            const result = await probe(url, signal);
            return { state: result.status, detail: detailOf(result), latencyMs: result.totalMs };
          },
        },
      ];
    });
}
