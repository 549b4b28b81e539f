import { formatDuration } from '@kianda/format';
import { ProvenanceBadge, RelativeTime, SkeletonBar, StatusMark, type StatusTone } from '@kianda/ui';
import type { ReactNode } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { SourcedValue } from '../../../shared/figure-list.tsx';
import type { Health } from '../api/use-system-health.ts';
import { healthTexts } from '../texts.pt.ts';
import styles from './overall-strip.module.css';

const texts = healthTexts.overall;
const tones = { healthy: 'good', warning: 'caution', error: 'bad', unknown: 'unknown' } as const satisfies Record<
  string,
  StatusTone
>;

/** The state of the whole in a word, with the figures that it follows from. */
export function OverallStrip({ health }: { readonly health: EndpointResult<Health> }) {
  const { sourced, figure } = health;
  const state = sourced?.value.overall_status;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [texts.components, <SourcedValue key="c" value={figure('health_percentage')} unit="%" />],
    [texts.availability, <SourcedValue key="a" value={figure('uptime')} unit="%" format={{ maxDecimals: 2 }} />],
    [
      texts.uptime,
      <SourcedValue
        key="u"
        value={figure('process_uptime_seconds')}
        display={(seconds) => formatDuration(Number(seconds))}
      />,
    ],
    [
      texts.lastCheck,
      sourced === undefined ? (
        <SkeletonBar key="l" width="64px" />
      ) : (
        <RelativeTime key="l" at={sourced.value.last_check} />
      ),
    ],
  ];
  return (
    <section aria-label={texts.title} className={styles.strip} data-state={state}>
      <p className={styles.state}>
        {state === undefined ? (
          <SkeletonBar width="180px" height={20} />
        ) : (
          <>
            <StatusMark tone={tones[state]} size={18} />
            {texts[state]}
            {sourced === undefined ? null : <ProvenanceBadge provenance={sourced.provenance} />}
          </>
        )}
      </p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
