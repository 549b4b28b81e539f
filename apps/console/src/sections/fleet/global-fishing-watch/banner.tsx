import { presenceLastDay } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatCount, formatDay } from '@kianda/format';
import { Instant } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CallFailure } from '../../../client/failure.ts';
import { notify } from '../../../platform/notices.ts';
import type { Overview } from './api/use-fishing.ts';
import styles from './page.module.css';
import { fishingTexts } from './texts.pt.ts';

const texts = fishingTexts.banner;

/** Words of a failed load, by the specification's catalogue. */
function wordsOf(failure: CallFailure): string {
  if (failure.kind === 'timeout') return texts.timeout;
  return failure.message === '' ? texts.unknown : failure.message;
}

type Props = { readonly overview: Overview };

/** Fault of the connection to the section's data; nothing while it works. */
export function ConnectionFailure({ overview }: Props) {
  const { fleet, open, areas, presence } = overview;
  const results = [fleet, open, areas, presence];
  const failures = results.flatMap((result) => result.failure ?? []);
  const [dismissed, setDismissed] = useState<readonly CallFailure[]>([]);
  const failure = failures.find((one) => !dismissed.includes(one));
  const words = failure === undefined ? null : wordsOf(failure);
  // Said in passing once, and on the screen until it is dealt with.
  useEffect(() => {
    if (words !== null) notify({ tone: 'error', title: texts.errorTitle, message: words });
  }, [words]);
  const clear = () => {
    setDismissed(failures);
    for (const result of results) if (result.failure !== null) result.refresh();
  };
  if (failure === undefined) return null;
  return (
    <div className={styles.failed} role="alert">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <div className={styles.said}>
        <strong>{texts.errorTitle}</strong>
        <p>{words}</p>
      </div>
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={() => setDismissed(failures)}>
          {texts.dismiss}
        </Button>
        <Button variant="default" size="xs" onClick={clear}>
          {texts.clear}
        </Button>
      </div>
    </div>
  );
}

/** How current the section's data are; nothing while they are not reached. */
export function Connected({ overview: { fleet, presence } }: Props) {
  const known = fleet.sourced?.value.known;
  if (known === undefined || fleet.receivedAt === null || fleet.failure !== null) return null;
  const end = presence.sourced?.value.window_end ?? null;
  return (
    <div className={styles.connected}>
      <IconPlugConnected size={18} aria-hidden="true" />
      <p className={styles.said}>
        {texts.connected(formatCount(known, texts.vessel, texts.vessels))} {texts.updated}:{' '}
        <Instant at={fleet.receivedAt} />.
        {end === null ? null : ` ${texts.providerEnd(formatDay(presenceLastDay(end)))}`}
      </p>
    </div>
  );
}
