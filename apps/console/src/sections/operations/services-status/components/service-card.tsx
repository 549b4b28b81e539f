import { allows, type Sourced } from '@kianda/contract';
import { formatInstant, formatMilliseconds, type TimeZone } from '@kianda/format';
import { RelativeTime, StatusPill, type StatusTone, usePreferences } from '@kianda/ui';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { SourcedValue } from '../../../shared/figure-list.tsx';
import type { History, ServiceCardView } from '../api/use-status.ts';
import { statusTexts } from '../texts.pt.ts';
import { ControlButtons } from './control.tsx';
import { DayBar } from './day-bar.tsx';
import { ProbeDialog } from './probe-dialog.tsx';
import styles from './service-card.module.css';

const texts = statusTexts.card;
const tones = {
  operational: 'good',
  degraded: 'caution',
  down: 'bad',
  maintenance: 'info',
  unknown: 'unknown',
} as const satisfies Record<string, StatusTone>;

/** One service: state, times, availability by day, and what may be done with it. */
export function ServiceCard({ service }: { readonly service: ServiceCardView }) {
  const { role } = useAccount();
  const { timeZone } = usePreferences();
  const [probing, setProbing] = useState(false);
  const { id, name, state, history, control, href } = service;
  return (
    <article aria-labelledby={`estado-${id}`} className={styles.card} data-state={state}>
      <header className={styles.header}>
        <h3 id={`estado-${id}`} className={styles.name}>
          {name}
        </h3>
        <StatusPill tone={tones[state]}>{statusTexts.state[state]}</StatusPill>
      </header>
      <p className={styles.detail}>{service.detail}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.response}</dt>
          <dd>{formatMilliseconds(service.responseMs)}</dd>
        </div>
        <div>
          <dt>{texts.checked}</dt>
          <dd>{service.checkedAt === null ? '—' : <RelativeTime at={service.checkedAt} />}</dd>
        </div>
        {(['day', 'week', 'quarter'] as const).map((span) => (
          <div key={span}>
            <dt>{texts[span]}</dt>
            <dd>
              <SourcedValue value={uptimeOf(service, span, timeZone)} unit="%" />
            </dd>
          </div>
        ))}
      </dl>
      <DayBar name={name} days={service.isHistoryLoading ? undefined : (history?.days ?? [])} />
      <footer className={styles.footer}>
        {href === null ? null : (
          <Anchor
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={styles.access}
            aria-label={texts.accessTo(name)}
          >
            {texts.access}
          </Anchor>
        )}
        {control === undefined ? null : (
          <Button variant="subtle" size="compact-sm" aria-label={texts.verifyOf(name)} onClick={() => setProbing(true)}>
            {texts.verify}
          </Button>
        )}
        {control?.stoppable === true && allows('services:control', role) ? (
          <ControlButtons name={name} control={control} />
        ) : null}
      </footer>
      {probing ? <ProbeDialog service={service} onClose={() => setProbing(false)} /> : null}
    </article>
  );
}

/** Availability over a window; of one that is longer than there are checks, since when there are. */
function uptimeOf(
  { history, isHistoryLoading }: ServiceCardView,
  span: keyof History['uptime'],
  zone: TimeZone,
): Sourced<number | null> {
  const value = history?.uptime[span] ?? null;
  const absent = isHistoryLoading ? texts.historyLoading : texts.noHistory;
  const reason = history === undefined ? absent : texts.tooShort(formatInstant(history.since, zone));
  return { value, provenance: { state: 'fallback', reason }, missingReason: reason };
}
