import type {
  RetentionAlert,
  RetentionAlertSettings,
  RetentionMetrics,
} from '@kianda/contract/models/retention/statistics.contract';

export const usualAlertSettings: RetentionAlertSettings = {
  max_size_gb: 10,
  min_quality_score: 0.7,
  max_age_days: 1_825,
  min_hit_ratio: 0.6,
  max_response_ms: 500,
  email_notifications: false,
};

/** Answers of the window from which a share or a time says something. */
const leastAnswers = 50;

/** Figures that alerts are judged by. */
export type Judged = Pick<
  RetentionMetrics,
  'cache_hit_ratio' | 'avg_response_time_ms' | 'total_size_gb' | 'avg_quality_score' | 'queries_intercepted'
> & { readonly oldestDays: number | null; readonly answers: number };

export type Raised = Pick<RetentionAlert, 'type' | 'severity' | 'message'>;

const number = (value: number, decimals: number) =>
  value.toLocaleString('pt-PT', { maximumFractionDigits: decimals, minimumFractionDigits: decimals });

/** The conditions that hold now. Critical begins at two thirds of the least hits, twice the time, half more of the space. */
export function alertsOf(judged: Judged, settings: RetentionAlertSettings): Raised[] {
  const raised: Raised[] = [];
  const { cache_hit_ratio: ratio, avg_response_time_ms: ms, total_size_gb: size, avg_quality_score: quality } = judged;
  const isMeasured = judged.answers >= leastAnswers;
  if (isMeasured && ratio !== null && ratio < settings.min_hit_ratio) {
    raised.push({
      type: 'hit_ratio',
      severity: ratio <= (settings.min_hit_ratio * 2) / 3 ? 'critical' : 'warning',
      message: `As tabelas acertam em ${number(100 * ratio, 1)} % das consultas; o limite é ${number(100 * settings.min_hit_ratio, 0)} %.`,
    });
  }
  if (isMeasured && ms !== null && ms > settings.max_response_ms) {
    raised.push({
      type: 'response_time',
      severity: ms >= 2 * settings.max_response_ms ? 'critical' : 'warning',
      message: `Uma resposta das tabelas demora ${number(ms, 0)} ms em média; o limite é ${number(settings.max_response_ms, 0)} ms.`,
    });
  }
  if (size > settings.max_size_gb) {
    raised.push({
      type: 'size',
      severity: size >= 1.5 * settings.max_size_gb ? 'critical' : 'warning',
      message: `As tabelas ocupam ${number(size, 2)} GB; a quota é ${number(settings.max_size_gb, 2)} GB.`,
    });
  }
  if (quality !== null && quality < settings.min_quality_score) {
    raised.push({
      type: 'quality',
      severity: quality <= (settings.min_quality_score * 5) / 7 ? 'critical' : 'warning',
      message: `A qualidade média é ${number(100 * quality, 1)} %; o limite é ${number(100 * settings.min_quality_score, 0)} %.`,
    });
  }
  if (judged.oldestDays !== null && judged.oldestDays > settings.max_age_days) {
    raised.push({
      type: 'age',
      severity: 'warning',
      message: `O registo mais antigo tem ${number(judged.oldestDays, 0)} dias; o limite é ${number(settings.max_age_days, 0)}.`,
    });
  }
  return raised;
}
