import {
  type LiveMetric,
  type LiveMetricId,
  type LiveReading,
  liveHistoryLength,
  liveMetricIds,
} from '@kianda/contract/operations/health/live.contract';

/** One reading of everything the cards show; null where the platform does not know. */
export type Reading = { readonly at: string; readonly values: Readonly<Record<LiveMetricId, number | null>> };

type Card = {
  readonly name: string;
  readonly unit: string;
  /** Why the value may be missing. */
  readonly reason: string;
  /**
   * Whether more than 90 asks for attention. Percentages that measure load or faults only: 99,97 % of availability is
   * the best there is, and 91 users are no warning.
   */
  readonly warnsAbove90: boolean;
};

export const cards: Readonly<Record<LiveMetricId, Card>> = {
  cpu: { name: 'CPU Usage', unit: '%', reason: 'Precisa de duas leituras.', warnsAbove90: true },
  memory: { name: 'Memory Usage', unit: '%', reason: 'O sistema não publica a memória.', warnsAbove90: true },
  network: {
    name: 'Network I/O',
    unit: 'MB/s',
    reason: 'Precisa de duas leituras, num sistema que publique o tráfego de rede.',
    warnsAbove90: false,
  },
  requests: { name: 'Requests/sec', unit: 'req/s', reason: 'Precisa de duas leituras.', warnsAbove90: false },
  database: { name: 'DB Connections', unit: 'conn', reason: 'A base de dados não respondeu.', warnsAbove90: false },
  errors: { name: 'Error Rate', unit: '%', reason: 'Sem pedidos nos últimos 5 minutos.', warnsAbove90: true },
  uptime: { name: 'System Uptime', unit: '%', reason: 'Ainda sem verificações registadas.', warnsAbove90: false },
  users: { name: 'Active Users', unit: 'users', reason: 'A base de dados não respondeu.', warnsAbove90: false },
};

const trendThreshold = 0.1;
const warningAbove = 90;

/** The present reading of each card, judged against the one before (spec 3 §4). */
export function evaluateReading(now: Reading, before: Reading | undefined): LiveReading[] {
  return liveMetricIds.map((id) => {
    const value = now.values[id];
    const previous = before?.values[id] ?? null;
    const change = value === null || previous === null ? null : value - previous;
    return {
      id,
      value,
      change,
      trend: trendOf(change),
      status: cards[id].warnsAbove90 && value !== null && value > warningAbove ? 'warning' : 'healthy',
      reason: value === null ? cards[id].reason : null,
    };
  });
}

/** The cards with their history. Throws on an empty list of readings. */
export function cardsOf(readings: readonly Reading[]): LiveMetric[] {
  const now = readings.at(-1);
  if (now === undefined) throw new RangeError('cardsOf: received 0 readings, expected at least 1');
  const shown = readings.slice(-liveHistoryLength);
  return evaluateReading(now, readings.at(-2)).map((reading) => ({
    ...reading,
    name: cards[reading.id].name,
    unit: cards[reading.id].unit,
    history: shown.map(({ at, values }) => ({ at, value: values[reading.id] })),
  }));
}

function trendOf(change: number | null): LiveReading['trend'] {
  if (change === null) return 'stable';
  if (change > trendThreshold) return 'up';
  return change < -trendThreshold ? 'down' : 'stable';
}
