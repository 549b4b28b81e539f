import type { DataOf } from '@kianda/contract';
import type { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { formatCount } from '@kianda/format';
import { SkeletonBar, StatusMark, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import type { SystemState } from '../api/use-overview.ts';
import { useVerifiedAge } from '../api/use-verified-age.ts';
import { dashboardTexts } from '../texts.pt.ts';
import styles from './status-banner.module.css';

const texts = dashboardTexts.banner;
const tones = { healthy: 'good', degraded: 'caution', down: 'bad', unknown: 'unknown' } as const satisfies Record<
  SystemState,
  StatusTone
>;

type Props = {
  readonly state: SystemState | undefined;
  readonly stats: EndpointResult<DataOf<typeof dashboardStats>>;
  readonly onRefresh: () => void;
  readonly isRefreshing: boolean;
};

/** State of the system in a word, and how old the check behind it is. */
export function StatusBanner({ state, stats, onRefresh, isRefreshing }: Props) {
  return (
    <section aria-label={texts.region} className={styles.banner} data-state={state ?? 'loading'}>
      <div className={styles.state}>
        <span className={styles.mark}>{state === undefined ? null : <StatusMark tone={tones[state]} size={22} />}</span>
        <div>
          <p className={styles.word}>
            {state === undefined ? <SkeletonBar width="160px" height={24} /> : texts[state]}
          </p>
          <p className={styles.lead}>{state === undefined ? <SkeletonBar width="260px" /> : texts.lead[state]}</p>
        </div>
      </div>
      <div className={styles.check}>
        <div>
          <p className={styles.verified}>
            <VerifiedAge stats={stats} />
          </p>
          <p className={styles.every}>{texts.every}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={onRefresh}
          loading={isRefreshing}
        >
          {texts.refresh}
        </Button>
      </div>
    </section>
  );
}

/** Ticks alone, so that the page around it is not drawn again each second. */
function VerifiedAge({ stats }: Pick<Props, 'stats'>) {
  const age = useVerifiedAge(stats);
  if (stats.sourced === undefined) return stats.error === null ? texts.neverVerified : texts.unreachable;
  return age === null ? texts.unreachable : texts.verified(ageInWords(age));
}

function ageInWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 120) return formatCount(seconds, texts.second, texts.seconds);
  return formatCount(Math.floor(seconds / 60), texts.minute, texts.minutes);
}
