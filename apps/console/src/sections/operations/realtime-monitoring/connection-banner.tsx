import { formatAge } from '@kianda/format';
import { cx, StatusMark, type StatusTone, useNow } from '@kianda/ui';
import { useState } from 'react';
import type { Live } from './api/use-live-metrics.ts';
import styles from './page.module.css';
import { liveTexts } from './texts.pt.ts';

const texts = liveTexts.connection;
/** Three readings that did not come: the websocket is not to be counted on. */
const silentMs = 10_000;
/** More than one asking missed as well: what is shown is old. */
const oldMs = 20_000;

/** How current the cards are, in one line that speaks up when that changes. */
export function ConnectionBanner({ live }: { readonly live: Live }) {
  const now = useNow(1);
  const [openedAt] = useState(now);
  const { tone, text } = stateOf(live, now, openedAt);
  return (
    <p className={cx(styles.banner, tone === 'caution' && styles.caution, tone === 'bad' && styles.bad)} role="status">
      <StatusMark tone={tone} />
      {text}
    </p>
  );
}

function stateOf(live: Live, now: number, openedAt: number): { readonly tone: StatusTone; readonly text: string } {
  const { eventAt, arrivedAt, isVisible, provenance } = live;
  if (!isVisible) return { tone: 'unknown', text: texts.paused };
  if (provenance?.state === 'fallback') return { tone: 'bad', text: texts.failed };
  if (arrivedAt === null) return { tone: 'unknown', text: texts.connecting };
  if (eventAt !== null && now - eventAt <= silentMs) return { tone: 'good', text: texts.live };
  const ageMs = now - arrivedAt;
  if (ageMs > oldMs) return { tone: 'bad', text: texts.stale(formatAge(ageMs)) };
  // The page counts as connected from its start; the first readings take a moment.
  if (now - openedAt <= silentMs) return { tone: 'good', text: texts.live };
  return { tone: 'caution', text: texts.polling };
}
