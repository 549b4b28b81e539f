import type { DataOf } from '@kianda/contract';
import type { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { formatCount } from '@kianda/format';
import { SkeletonBar, StatusMark } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { conditionTones } from '../../../shared/condition/condition-line.tsx';
import { useCondition } from '../../../shared/condition/use-condition.ts';
import { useVerifiedAge } from '../api/use-verified-age.ts';
import { dashboardTexts } from '../texts.pt.ts';
import styles from './status-banner.module.css';

const texts = dashboardTexts.banner;

type Props = {
  readonly stats: EndpointResult<DataOf<typeof dashboardStats>>;
  readonly onRefresh: () => void;
  readonly isRefreshing: boolean;
};

/** State of the system in a word and a sentence, and how old the check behind it is. */
export function StatusBanner({ stats, onRefresh, isRefreshing }: Props) {
  const condition = useCondition();
  return (
    <section aria-label={texts.region} className={styles.banner} data-state={condition?.level ?? 'loading'}>
      <div className={styles.state}>
        <span className={styles.mark}>
          {condition === undefined ? null : <StatusMark tone={conditionTones[condition.level]} size={22} />}
        </span>
        <div>
          <p className={styles.word}>
            {condition === undefined ? <SkeletonBar width="160px" height={24} /> : condition.word}
          </p>
          <p className={styles.lead}>{condition === undefined ? <SkeletonBar width="260px" /> : condition.sentence}</p>
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
  if (age === null) return texts.unreachable;
  const isKept = stats.sourced.provenance.state === 'cached';
  return isKept ? texts.verifiedKept(ageInWords(age)) : texts.verified(ageInWords(age));
}

function ageInWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 120) return formatCount(seconds, texts.second, texts.seconds);
  return formatCount(Math.floor(seconds / 60), texts.minute, texts.minutes);
}
