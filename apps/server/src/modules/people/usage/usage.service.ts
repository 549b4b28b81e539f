import type { Provenance } from '@kianda/contract';
import { type UsagePeriod, type UsageReport, usageFigureIds } from '@kianda/contract/people/usage/usage.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { simulatedHistory } from './demonstration.rules.ts';
import { dayOf, hourOf, joinHistories, platformZone, type UsageHistory } from './history.rules.ts';
import { firstDayNeeded, reportOf } from './report.rules.ts';
import type { UsageRepository } from './usage.repository.ts';

/** An analysis looks over a year of records: once a minute is often enough. */
const cachedMs = 60_000;

/** The analysis of use, from the records and, in the demonstration, a simulated history beside them. */
export function createUsageService(deps: {
  readonly repository: UsageRepository;
  readonly clock: Clock;
  readonly recording: { readonly enabled: boolean; readonly retentionDays: number };
  readonly demonstrationSeed: number | null;
}) {
  const { repository, clock, demonstrationSeed: seed } = deps;
  const reports = createCache<{ readonly report: UsageReport; readonly provenance: Provenance }>({
    name: 'usage/reports',
    clock,
    ttlMs: cachedMs,
    maxStaleMs: cachedMs,
    maxEntries: 4,
  });

  async function make(period: UsagePeriod) {
    const nowMs = clock.nowMs();
    const to = dayOf(nowMs);
    const recorded = await repository.history(firstDayNeeded(period, to));
    const histories: UsageHistory[] =
      seed === null ? [recorded] : [recorded, simulatedHistory(seed, to, hourOf(nowMs))];
    const history = joinHistories(histories);
    const since = history.accounts.map(({ firstDay }) => firstDay).toSorted()[0] ?? null;
    const report: UsageReport = {
      ...reportOf(history, period, to),
      timeZone: platformZone,
      recording: { enabled: deps.recording.enabled, since, retentionDays: deps.recording.retentionDays },
    };
    return { report, provenance: provenance() };
  }

  /** Figures in which simulated records have a part are simulated. */
  function provenance(): Provenance {
    const own = ownProvenance(clock);
    if (seed === null || own.state !== 'live') return own;
    return { ...own, state: 'simulated', source: 'Utilização simulada da Kianda', seed };
  }

  return {
    report: async (period: UsagePeriod) => (await reports.get(period, () => make(period))).value,
    forgetReports: () => reports.clear(),
  };
}

export type UsageService = ReturnType<typeof createUsageService>;

const noEarlier = 'Ainda não há registos do período anterior.';
const reasons: Readonly<Record<(typeof usageFigureIds)[number], string>> = {
  dailyUsers: 'Ainda não há registos.',
  weeklyUsers: 'Ainda não há registos.',
  monthlyUsers: 'Só se conta em períodos de 30 dias ou mais, e com registos.',
  conversion: 'Ninguém utilizou a plataforma neste período.',
  sessionSeconds: 'Não há visitas neste período.',
  retention: noEarlier,
  churn: noEarlier,
  bounce: 'Não há visitas neste período.',
  sectionsOpened: 'Ainda não há registos.',
  signIns: 'Ainda não há registos.',
  analyses: 'Ainda não há registos.',
  exports: 'Ainda não há registos.',
};

/** Why each missing figure of a report is missing, by its path. */
export function missingOf(report: UsageReport): Record<string, string> {
  const figures = usageFigureIds
    .filter((id) => report.overview[id].value === null)
    .map((id): [string, string] => [`overview.${id}.value`, reasons[id]]);
  const segments = report.segments.flatMap(({ id, users }, index): [string, string][] =>
    users === null && id === 'students' ? [[`segments.${index}.users`, 'As contas não dizem quem é estudante.']] : [],
  );
  return Object.fromEntries([...figures, ...segments]);
}
