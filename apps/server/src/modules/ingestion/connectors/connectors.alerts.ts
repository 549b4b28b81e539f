import type { ConnectorSummary } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { formatPlainNumber } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AlertRule, ModuleAlert } from '../../../platform/module.ts';
import type { ConnectorService } from './connectors.service.ts';
import type { DriftRepository } from './drift/drift.repository.ts';

const hourMs = 3_600_000;
/** Data this many times older than their limit are no longer late but missing. */
const missingFactor = 3;

/** Alerts about connectors; each one closes by itself. */
export function connectorAlerts(service: ConnectorService, drift: DriftRepository, clock: Clock): readonly AlertRule[] {
  const active = async () => (await service.list()).filter(({ status }) => status !== 'inactive');
  return [
    {
      rule: 'connector_stale',
      title: 'Dados de um conector atrasados',
      condition: 'O dado mais recente de um fluxo ativo é mais velho do que o seu limite de frescura.',
      judge: async () => (await active()).flatMap((connector) => staleAlert(connector, clock.nowMs())),
    },
    {
      rule: 'connector_failing',
      title: 'Fornecedor de um conector a falhar',
      condition: 'Três execuções seguidas de um fluxo ativo falharam, ou o fornecedor recusa a credencial.',
      judge: async () =>
        (await active())
          .filter((one) => one.streams.some(({ circuit }) => circuit !== 'closed') || isRefused(one))
          .map((connector) => ({
            subject: connector.id,
            severity: 'error' as const,
            title: `${connector.name}: o fornecedor falha`,
            message: connector.statusReason ?? 'Três execuções seguidas falharam.',
            source: connector.name,
            metadata: {
              connector: connector.id,
              failures: Math.max(...connector.streams.map(({ consecutiveFailures }) => consecutiveFailures)),
            },
          })),
    },
    {
      rule: 'connector_drift',
      title: 'Esquema de um fornecedor mudou',
      condition: 'O fornecedor envia campos ou valores que o conector não conhece, por ver.',
      async judge() {
        const [open, list] = await Promise.all([drift.openCounts(), service.list()]);
        return list.flatMap((connector): ModuleAlert[] => {
          const findings = open.get(connector.id) ?? 0;
          if (findings === 0) return [];
          return [
            {
              subject: connector.id,
              severity: 'warning',
              title: `${connector.name}: o esquema mudou`,
              message: findings === 1 ? '1 desvio por ver.' : `${findings} desvios por ver.`,
              source: connector.name,
              metadata: { connector: connector.id, findings },
            },
          ];
        });
      },
    },
  ];
}

/** In error though no run failed: the check of the credential found it. */
function isRefused({ status, streams }: ConnectorSummary): boolean {
  return status === 'error' && streams.every(({ consecutiveFailures }) => consecutiveFailures === 0);
}

/** An alert for the oldest of a connector's streams that are beyond their limit. */
function staleAlert(connector: ConnectorSummary, nowMs: number): ModuleAlert[] {
  const ages = connector.streams.flatMap(({ id, currentAt, freshness, freshnessLimitHours }) =>
    freshness === 'stale' && currentAt !== null
      ? [{ id, limitHours: freshnessLimitHours, ageHours: (nowMs - Date.parse(currentAt)) / hourMs }]
      : [],
  );
  const [oldest] = ages.toSorted((a, b) => b.ageHours / b.limitHours - a.ageHours / a.limitHours);
  if (oldest === undefined) return [];
  const { id, ageHours, limitHours } = oldest;
  const subject = connector.freshnessBy === 'retrieval' ? 'A última obtenção' : 'A observação mais recente';
  return [
    {
      subject: connector.id,
      severity: ageHours > missingFactor * limitHours ? 'error' : 'warning',
      title: `${connector.name}: dados antigos`,
      message: `${subject} de «${id}» tem ${age(ageHours)}; o limite é ${age(limitHours)}.`,
      source: connector.name,
      metadata: { connector: connector.id, stream: id, ageHours: Math.round(ageHours), limitHours },
    },
  ];
}

/** `6 h`, `2,5 h`, from three days on `56 dias`. */
function age(hours: number): string {
  if (hours >= 72) return `${formatPlainNumber(hours / 24, { maxDecimals: 0 })} dias`;
  return `${formatPlainNumber(hours, { maxDecimals: hours < 10 ? 1 : 0 })} h`;
}
