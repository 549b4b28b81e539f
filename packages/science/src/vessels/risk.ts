/** Facts that may speak against a vessel; null: not known. */
export type RiskFacts = {
  /** Alerts of the preset's days that were not taken back, by severity; null for a vessel that is not watched. */
  readonly alerts: { readonly high: number; readonly medium: number; readonly low: number } | null;
  readonly flagContradicts: boolean | null;
  readonly gearContradicts: boolean | null;
  /** Of the licences it has; null where it has none: fishing without one is an alert already. */
  readonly licence: 'valid' | 'suspended' | 'lapsed' | null;
};

export const riskSignals = [
  'high_alerts',
  'medium_alerts',
  'low_alerts',
  'flag',
  'gear',
  'licence_suspended',
  'licence_lapsed',
] as const;
export type RiskSignal = (typeof riskSignals)[number];
export type RiskLevel = 'none' | 'low' | 'medium' | 'high';

export type RiskPreset = {
  readonly id: string;
  readonly days: number;
  /** Points of each, and what several of a kind come to at most. */
  readonly points: Readonly<Record<RiskSignal, { readonly each: number; readonly most: number }>>;
  /** A level begins with so many points. */
  readonly medium: number;
  readonly high: number;
};

const once = (points: number) => ({ each: points, most: points });

/** Kianda's own weights: no published score counts these signals. A changed weight is a new version. */
export const riskKianda: RiskPreset = {
  id: 'risco-kianda-1',
  days: 90,
  points: {
    high_alerts: { each: 20, most: 60 },
    medium_alerts: { each: 8, most: 24 },
    low_alerts: { each: 2, most: 6 },
    flag: once(20),
    gear: once(15),
    licence_suspended: once(25),
    licence_lapsed: once(10),
  },
  medium: 20,
  high: 50,
};

export type Risk = {
  /** 0 to 100: the sum of the reasons' points, no more than 100. */
  readonly score: number;
  readonly level: RiskLevel;
  /** Gravest first, with how many of each. */
  readonly reasons: readonly { readonly signal: RiskSignal; readonly count: number; readonly points: number }[];
  /** Facts that are not known: points may be missing. */
  readonly unknown: readonly (keyof RiskFacts)[];
};

/** A vessel's risk as the sum of its risk factors, each reason with its points. */
export function assessRisk(facts: RiskFacts, preset: RiskPreset = riskKianda): Risk {
  const { alerts, flagContradicts, gearContradicts, licence } = facts;
  const counts: Readonly<Record<RiskSignal, number>> = {
    high_alerts: alerts?.high ?? 0,
    medium_alerts: alerts?.medium ?? 0,
    low_alerts: alerts?.low ?? 0,
    flag: Number(flagContradicts === true),
    gear: Number(gearContradicts === true),
    licence_suspended: Number(licence === 'suspended'),
    licence_lapsed: Number(licence === 'lapsed'),
  };
  const reasons = riskSignals
    .filter((signal) => counts[signal] > 0)
    .map((signal) => {
      const { each, most } = preset.points[signal];
      return { signal, count: counts[signal], points: Math.min(most, each * counts[signal]) };
    })
    .toSorted((a, b) => b.points - a.points);
  const score = Math.min(
    100,
    reasons.reduce((sum, { points }) => sum + points, 0),
  );
  const unknown = (['alerts', 'flagContradicts', 'gearContradicts', 'licence'] as const).filter(
    (fact) => facts[fact] === null,
  );
  return { score, level: levelOf(score, preset), reasons, unknown };
}

function levelOf(score: number, { medium, high }: RiskPreset): RiskLevel {
  if (score >= high) return 'high';
  if (score >= medium) return 'medium';
  return score > 0 ? 'low' : 'none';
}
