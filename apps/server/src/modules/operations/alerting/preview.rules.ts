import type { DataOf } from '@kianda/contract';
import {
  type AlertType,
  alertTypeNames,
  type previewAlertRule,
  type RuleDraft,
} from '@kianda/contract/operations/alerts/rules.contract';
import type { MetricPoint } from '../../../platform/alert-metric.ts';
import { blank, type Memory, take } from './engine.rules.ts';

type Preview = DataOf<typeof previewAlertRule>;
type Episode = Preview['episodes'][number];
const shownEpisodes = 50;

const graver = (a: AlertType, b: AlertType): AlertType =>
  alertTypeNames.indexOf(a) > alertTypeNames.indexOf(b) ? a : b;

/** Alerts that a rule would have raised on past values (oldest first), by the same steps as the evaluation itself. */
export function tryOnPast(
  rule: RuleDraft,
  points: readonly MetricPoint[],
): Pick<Preview, 'readings' | 'fired' | 'episodes' | 'coveredFrom'> {
  const isUpward = rule.comparison === 'gt' || rule.comparison === 'gte';
  const memories = new Map<string, Memory>();
  const open = new Map<string, Episode>();
  const episodes: Episode[] = [];
  let readings = 0;
  for (const { subject, atMs, value } of points) {
    if (rule.subject !== null && subject !== rule.subject) continue;
    readings += 1;
    const taken = take(rule, memories.get(subject) ?? blank, atMs, value);
    memories.set(subject, taken.memory);
    const at = new Date(atMs).toISOString();
    const { level } = taken.memory;
    if (taken.change?.kind === 'fired' && level !== null)
      open.set(subject, { subject, from: at, to: null, type: level, value });
    const episode = open.get(subject);
    if (episode === undefined) continue;
    if (level === null) {
      episodes.push({ ...episode, to: at });
      open.delete(subject);
      continue;
    }
    const farthest = isUpward ? Math.max(episode.value, value) : Math.min(episode.value, value);
    open.set(subject, { ...episode, type: graver(episode.type, level), value: farthest });
  }
  const all = [...episodes, ...open.values()].toSorted((a, b) => b.from.localeCompare(a.from));
  const [first] = points;
  return {
    readings,
    fired: all.length,
    episodes: all.slice(0, shownEpisodes),
    coveredFrom: first === undefined ? null : new Date(first.atMs).toISOString(),
  };
}
