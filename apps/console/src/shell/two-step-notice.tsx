import { formatCount, formatInstant, toMilliseconds } from '@kianda/format';
import { useNow } from '@kianda/ui';
import { IconShieldCheck } from '@tabler/icons-react';
import { useAccount } from '../client/context.tsx';
import { openAccountView } from './account/account-view.ts';
import styles from './offline-notice.module.css';
import { shellTexts } from './texts.pt.ts';

const DAY_MS = 86_400_000;

/** Says how long the account may still go without the second step that its role demands. */
export function TwoStepNotice() {
  const { twoStepDueAt } = useAccount();
  const nowMs = useNow(60);
  if (twoStepDueAt === null) return null;
  const days = Math.max(1, Math.ceil((toMilliseconds(twoStepDueAt) - nowMs) / DAY_MS));
  return (
    <p className={styles.notice}>
      <IconShieldCheck size={16} aria-hidden="true" />
      <span>{shellTexts.twoStepDue(formatCount(days, 'dia', 'dias'), days === 1, formatInstant(twoStepDueAt))}</span>
      <button type="button" className={styles.act} onClick={() => openAccountView('two-step')}>
        {shellTexts.twoStepNow}
      </button>
    </p>
  );
}
