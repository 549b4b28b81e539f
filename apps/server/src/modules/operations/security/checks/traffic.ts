import type { SecurityCheck } from '../security.service.ts';
import type { CheckSources } from './checks.types.ts';
import { wholeText } from './texts.ts';

/** Limits on requests to the platform, and on requests that it makes. */
export function trafficChecks({ settings }: CheckSources): readonly SecurityCheck[] {
  return [
    {
      id: 'rate-limit',
      title: 'Limite de pedidos',
      section: 'system-config',
      run: async () => {
        const limit = settings.rateLimitPerMinute();
        return {
          state: 'enforced',
          summary:
            'Por conta, ou por endereço de quem não tem sessão; as entradas têm um limite próprio, mais apertado.',
          evidence: [['Pedidos por minuto', limit === null ? '—' : wholeText(Number(limit))]],
        };
      },
    },
    {
      id: 'egress',
      title: 'Pedidos para fora',
      section: 'data-connectors',
      run: async () => ({
        state: settings.allowedPrivateHosts.length === 0 ? 'enforced' : 'attention',
        summary:
          settings.allowedPrivateHosts.length === 0
            ? 'Endereços privados são recusados, também depois de um redirecionamento.'
            : 'O operador abriu máquinas privadas aos conectores e às verificações. Confirme que ainda são precisas.',
        evidence: [['Máquinas privadas abertas', settings.allowedPrivateHosts.join(', ') || 'nenhuma']],
      }),
    },
  ];
}
