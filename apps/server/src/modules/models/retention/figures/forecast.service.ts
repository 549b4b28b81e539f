import type { DataOf } from '@kianda/contract';
import type { retentionForecast } from '@kianda/contract/models/retention/statistics.contract';
import { gigabyte, type RetentionContext } from '../retention.context.ts';
import type { FiguresRepository } from './figures.repository.ts';
import { everyDay, forecastSizes, leastDays, type SizePath } from './forecast.rules.ts';

const dayMs = 86_400_000;
const historyDays = 400;
const shownDays = 90;
/** Share of the quota from which it is worth acting. */
const nearQuota = 0.8;

type Forecast = DataOf<typeof retentionForecast>;

/** Growth of the stores: what was noted each day, and what is expected. */
export function createForecast(
  { platform: { clock } }: RetentionContext,
  { figures, quotaGb }: { readonly figures: FiguresRepository; readonly quotaGb: () => Promise<number> },
) {
  return async function forecast(days: number): Promise<Forecast> {
    const [noted, totals, quota] = await Promise.all([
      figures.daily(new Date(clock.nowMs() - historyDays * dayMs)),
      figures.totals(),
      quotaGb(),
    ]);
    const current = totals.reduce((sum, { bytes }) => sum + bytes, 0) / gigabyte;
    const found = forecastSizes(noted, days);
    const path = (found?.path ?? []).map(({ day, size, low, high }) => ({
      ...{ day, size_gb: size / gigabyte, low_gb: low / gigabyte, high_gb: high / gigabyte },
    }));
    const end = path.at(-1);
    const full = daysToQuota(found?.path ?? [], quota);
    return {
      ...{ days, current_size_gb: current, quota_gb: quota, confidence: found?.confidence ?? 0.8 },
      ...{ projected_size_gb: end?.size_gb ?? null, low_gb: end?.low_gb ?? null, high_gb: end?.high_gb ?? null },
      growth_rate_percent: end === undefined || current === 0 ? null : (100 * (end.size_gb - current)) / current,
      method: found?.method ?? null,
      backtest:
        found?.backtest == null
          ? null
          : {
              ...{ trials: found.backtest.trials, covered: found.backtest.covered },
              mean_error_gb: found.backtest.meanError / gigabyte,
              baseline_error_gb: found.backtest.baselineError / gigabyte,
            },
      days_to_quota: full,
      history: everyDay(noted)
        .slice(-shownDays)
        .map(({ day, bytes }) => ({ day, size_gb: bytes / gigabyte })),
      path,
      recommendations: adviceOf({ current, quota, full, known: found !== null, days }),
    };
  };
}

/** Days until the expected size is the quota; 0 where it is already, null where it is not within the path. */
function daysToQuota(path: SizePath, quotaGb: number): number | null {
  const place = path.findIndex(({ size }) => size >= quotaGb * gigabyte);
  return place < 0 ? null : place + 1;
}

type Advice = {
  readonly current: number;
  readonly quota: number;
  readonly full: number | null;
  readonly known: boolean;
  readonly days: number;
};

function adviceOf({ current, quota, full, known, days }: Advice): string[] {
  const advice: string[] = [];
  if (!known) advice.push(`São precisos ${leastDays} dias de história para prever o crescimento.`);
  if (current >= quota) advice.push('A quota está cheia: ensaie a limpeza e veja o que sairia.');
  else if (current >= nearQuota * quota)
    advice.push('Mais de 80 % da quota está ocupada: encurte prazos ou aumente-a.');
  if (full !== null && current < quota) advice.push(`A este ritmo a quota enche em ${full} dias.`);
  if (known && full === null && current < nearQuota * quota) {
    advice.push(`Não se espera que a quota encha nos próximos ${days} dias.`);
  }
  return advice;
}
