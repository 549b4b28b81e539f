import { formatDuration } from '@kianda/format';
import { Instant, ProvenanceBadge, RelativeTime, SkeletonBar, StatusMark } from '@kianda/ui';
import type { ReactNode } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { conditionTones } from '../../../shared/condition/condition-line.tsx';
import { useCondition } from '../../../shared/condition/use-condition.ts';
import { SourcedValue } from '../../../shared/figure-list.tsx';
import type { Health } from '../api/use-system-health.ts';
import { healthTexts } from '../texts.pt.ts';
import styles from './overall-strip.module.css';

const texts = healthTexts.overall;

/** The state of the whole in a word, with the figures that it follows from. */
export function OverallStrip({ health }: { readonly health: EndpointResult<Health> }) {
  const { sourced, figure } = health;
  const condition = useCondition();
  const since = sourced?.value.uptime_since;
  const facts: readonly (readonly [id: string, label: ReactNode, value: ReactNode])[] = [
    ['components', texts.components, <SourcedValue key="c" value={figure('health_percentage')} unit="%" />],
    [
      'availability',
      since == null ? texts.availability : <Instant key="s" at={since} words={texts.availabilitySince} />,
      <SourcedValue key="a" value={figure('uptime')} unit="%" format={{ maxDecimals: 2 }} />,
    ],
    [
      'uptime',
      texts.uptime,
      <SourcedValue
        key="u"
        value={figure('process_uptime_seconds')}
        display={(seconds) => formatDuration(Number(seconds))}
      />,
    ],
    [
      'lastCheck',
      texts.lastCheck,
      sourced === undefined ? (
        <SkeletonBar key="l" width="64px" />
      ) : (
        <RelativeTime key="l" at={sourced.value.last_check} />
      ),
    ],
  ];
  return (
    <section aria-label={texts.title} className={styles.strip} data-state={condition?.level}>
      <p className={styles.state}>
        {condition === undefined ? (
          <SkeletonBar width="180px" height={20} />
        ) : (
          <>
            <StatusMark tone={conditionTones[condition.level]} size={18} />
            {condition.word}
            {sourced === undefined ? null : <ProvenanceBadge provenance={sourced.provenance} />}
          </>
        )}
      </p>
      {condition === undefined ? null : <p className={styles.sentence}>{condition.sentence}</p>}
      <dl className={styles.facts}>
        {facts.map(([id, label, value]) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
