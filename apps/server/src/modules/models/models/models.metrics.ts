import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import type { AlertMetric, MetricReading } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { CheckPoint, DriftRepository } from './drift/drift.repository.ts';
import type { ModelRepository } from './models.repository.ts';

const hundred = 100;
const types = Object.keys(modelTypes) as readonly ModelType[];

type Reading = Pick<MetricReading, 'value' | 'atMs' | 'reason'>;
const absent = (reason: string): Reading => ({ value: null, atMs: null, reason });

/** Drift of the versions in use, for alert rules. */
export function modelMetrics(
  repository: Pick<ModelRepository, 'deployed'>,
  drift: Pick<DriftRepository, 'last' | 'after'>,
  clock: Clock,
): readonly AlertMetric[] {
  /** The last check of each version in use, or why there is none. */
  async function lastOf(type: ModelType): Promise<CheckRead> {
    const row = await repository.deployed(type);
    if (row === undefined) return { check: null, reason: 'Não há versão em uso.' };
    const check = await drift.last(type, row.version);
    return check === undefined ? { check: null, reason: 'Ainda não foi verificada.' } : { check, reason: null };
  }
  const read = (of: (found: CheckRead) => Reading) => () =>
    Promise.all(
      types.map(
        async (type): Promise<MetricReading> => ({
          ...{ subject: type, label: modelTypes[type] },
          ...of(await lastOf(type)),
        }),
      ),
    );
  return [
    {
      id: 'models.drift',
      group: 'models',
      label: 'Variáveis de um modelo que derivaram',
      unit: '%',
      note: 'Parte das variáveis cuja distribuição nas linhas novas difere da do treino; verificada todos os dias.',
      read: read(({ check, reason }) => {
        if (check === null) return absent(reason);
        return check.share === null
          ? absent(check.body.reason ?? 'Nada se pôde comparar.')
          : { value: hundred * check.share, atMs: clock.nowMs(), reason: null };
      }),
      history: async (afterMs) =>
        (await drift.after(new Date(afterMs))).flatMap(({ model_type, at, share }: CheckPoint) =>
          share === null ? [] : [{ subject: model_type, atMs: at.getTime(), value: hundred * share }],
        ),
    },
    {
      id: 'models.prediction_drift',
      group: 'models',
      label: 'Mudança das previsões de um modelo',
      unit: '',
      note: 'Índice de estabilidade das previsões, em vezes o valor que só o acaso dá: acima de 1 mudaram.',
      read: read(({ check, reason }) => {
        if (check === null) return absent(reason);
        const { prediction } = check.body;
        return prediction.drift === null
          ? absent(prediction.reason ?? 'Nada se pôde comparar.')
          : {
              ...{ value: prediction.drift.stability / prediction.drift.stabilityBound, reason: null },
              atMs: clock.nowMs(),
            };
      }),
    },
  ];
}

type CheckRead =
  | { readonly check: NonNullable<Awaited<ReturnType<DriftRepository['last']>>>; readonly reason: null }
  | { readonly check: null; readonly reason: string };
