import { type SystemCondition, type SystemLevel, systemLevels } from '@kianda/contract/operations/health/condition';
import { systemHealth } from '@kianda/contract/operations/health/health.contract';
import { formatAge } from '@kianda/format';
import { useNow } from '@kianda/ui';
import { type EndpointResult, useEndpoint } from '../../../client/use-endpoint.ts';
import { conditionTexts as texts } from './texts.pt.ts';

/** An answer older than this tells nothing of now: two questions went unanswered. */
const currentMs = 75_000;
/** Interval of the question; every screen shares its answer. */
const refetchSeconds = 30;

export type ConditionView = {
  readonly level: SystemLevel;
  /** Title of the level. */
  readonly word: string;
  readonly sentence: string;
  readonly services: SystemCondition['services'] | null;
  /** Moment of the newest check that the server told of. */
  readonly checkedAt: string | null;
};

/** The one health sentence as the server computes it; what was not said just now is unknown, never healthy. */
export function useCondition(): ConditionView | undefined {
  const health = useEndpoint(systemHealth, {}, { refetchSeconds });
  const now = useNow(10);
  return conditionFrom(health, now);
}

type HealthAnswer = Pick<
  EndpointResult<{ readonly condition: SystemCondition }>,
  'sourced' | 'failure' | 'receivedAt' | 'isRefreshing'
>;

/** The present condition by an answer; undefined while nothing has arrived or failed. */
export function conditionFrom(answer: HealthAnswer, now: number): ConditionView | undefined {
  const { sourced, failure, receivedAt, isRefreshing } = answer;
  if (sourced === undefined) return failure === null ? undefined : view('unknown', texts.never, null);
  const { condition } = sourced.value;
  const { state } = sourced.provenance;
  const ageMs = receivedAt === null ? 0 : now - receivedAt;
  const isCopy = state === 'cached' || state === 'fallback';
  if (failure === null && !isCopy && ageMs <= currentMs) return view(condition.level, condition.sentence, condition);
  // A copy that is shown while the server is being asked says nothing of the server yet.
  const why = failure === null && isRefreshing ? texts.asking : texts.lost;
  return view('unknown', why(formatAge(Math.max(0, ageMs)), systemLevels[condition.level]), condition);
}

function view(level: SystemLevel, sentence: string, known: SystemCondition | null): ConditionView {
  return {
    level,
    word: systemLevels[level],
    sentence,
    services: known?.services ?? null,
    checkedAt: known?.checkedAt ?? null,
  };
}
