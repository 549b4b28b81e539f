import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { hourMs } from '@kianda/geo';
import type { AlertMetric, MetricReading } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ConnectorService } from './connectors.service.ts';
import type { ConnectorOperations } from './operations/operations.service.ts';

const unseen = 'Ainda sem observações.';

/** Metrics of the incoming data for alert rules: their age, failed runs, and the scores of the quality report. */
export function connectorMetrics(deps: {
  service: ConnectorService;
  operations: Pick<ConnectorOperations, 'quality'>;
  clock: Clock;
}): readonly AlertMetric[] {
  const { service, operations, clock } = deps;
  const active = async () => (await service.list()).filter(({ status }) => status !== 'inactive');
  const streams = async (
    of: (stream: Awaited<ReturnType<typeof active>>[number]['streams'][number]) => number | null,
  ) =>
    (await active()).flatMap((connector) =>
      connector.streams.map((stream): MetricReading => {
        const value = of(stream);
        const subject = `${connector.id}/${stream.id}`;
        const label = connector.streams.length === 1 ? connector.name : `${connector.name} (${streamTitle(stream.id)})`;
        return { subject, label, value, atMs: clock.nowMs(), reason: value === null ? unseen : null };
      }),
    );
  return [
    {
      id: 'connectors.age',
      group: 'freshness',
      label: 'Idade do dado mais recente de um fluxo',
      unit: 'h',
      note: 'Tempo desde a observação mais recente que o fluxo obteve; num registo, desde a última obtenção.',
      read: () =>
        streams(({ currentAt }) => (currentAt === null ? null : (clock.nowMs() - Date.parse(currentAt)) / hourMs)),
    },
    {
      id: 'connectors.failures',
      group: 'freshness',
      label: 'Execuções seguidas falhadas de um fluxo',
      unit: '',
      note: 'Volta a zero com a primeira execução que corre bem.',
      read: () => streams(({ consecutiveFailures }) => consecutiveFailures),
    },
    {
      id: 'quality.score',
      group: 'quality',
      label: 'Pontuação da qualidade dos dados',
      unit: '%',
      note: 'As do relatório de qualidade, de 0 a 100.',
      async read() {
        const scores = await operations.quality();
        const of = (subject: string, label: string, value: number | null): MetricReading => ({
          subject,
          label,
          value,
          atMs: clock.nowMs(),
          reason: value === null ? 'Ainda sem verificações de qualidade.' : null,
        });
        return [
          of('overall', 'Global', scores.overall_score),
          of('completeness', 'Completude', scores.data_completeness),
          of('accuracy', 'Exatidão', scores.accuracy_score),
          of('timeliness', 'Atualidade', scores.timeliness_score),
        ];
      },
    },
  ];
}
