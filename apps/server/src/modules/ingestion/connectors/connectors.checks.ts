import { serviceNames } from '@kianda/contract/operations/services/service-names';
import type { HealthCheck } from '../../../platform/module.ts';
import type { ConnectorService } from './connectors.service.ts';

/** Health of the ingestion: offline where every active connector fails, warning where one does. */
export function ingestionHealth(service: ConnectorService): HealthCheck {
  return {
    id: 'data-processing',
    label: serviceNames['data-processing'],
    async check() {
      const all = (await service.list()).filter((connector) => connector.status !== 'inactive');
      const failing = all.filter((connector) => connector.status === 'error');
      // Old data have an alert of their own, one for each connector: here they are only mentioned.
      const stale = all.filter((connector) => connector.fresh === false);
      const late = stale.map(({ id, name }) => ({ id, name, detail: 'dados fora do prazo' }));
      if (all.length > 0 && failing.length === all.length) {
        return { state: 'offline', detail: 'Nenhum conector consegue obter dados', latencyMs: null, late };
      }
      if (failing.length > 0) {
        return { state: 'warning', detail: `Com falhas: ${namesOf(failing)}`, latencyMs: null, late };
      }
      const old = stale.length === 0 ? '' : `; dados antigos: ${namesOf(stale)}`;
      return { state: 'online', detail: `${all.length} conectores em funcionamento${old}`, latencyMs: null, late };
    },
  };
}

function namesOf(connectors: readonly { readonly name: string }[]): string {
  return connectors.map(({ name }) => name).join(', ');
}
