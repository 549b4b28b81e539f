import type { UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { formatCount, toMilliseconds } from '@kianda/format';
import { Instant, useNow } from '@kianda/ui';
import { IconShieldCheck } from '@tabler/icons-react';
import { openAccountView } from './account/account-view.ts';
import { useHeldSpace } from './notice-space.tsx';
import styles from './offline-notice.module.css';
import { twoStepNoticeTexts as texts } from './two-step-notice-texts.pt.ts';

const dayMs = 86_400_000;
type Settings = UserSettings<'two-step-notice'>;

type Props = {
  readonly dueAt: string;
  readonly settings: Settings | undefined;
  readonly save: (settings: Settings) => Promise<unknown>;
};

/** Says how long the account may still go without the second step that its role demands; can be put away for a day. */
export default function TwoStepNotice({ dueAt, settings, save }: Props) {
  const nowMs = useNow(60);
  const hiddenUntil = settings?.hiddenUntil ?? null;
  useHeldSpace(settings === undefined);
  // Before the settings were read nobody knows whether it was put away: a line that comes and goes would be worse.
  if (settings === undefined || (hiddenUntil !== null && toMilliseconds(hiddenUntil) > nowMs)) return null;
  const days = Math.max(1, Math.ceil((toMilliseconds(dueAt) - nowMs) / dayMs));
  const putAway = () => {
    save({ hiddenUntil: new Date(nowMs + dayMs).toISOString() }).catch((cause: unknown) =>
      console.warn('kianda: aviso por guardar', cause),
    );
  };
  return (
    <aside className={styles.notice} aria-label={texts.region}>
      <IconShieldCheck size={16} aria-hidden="true" />
      <span>
        <Instant at={dueAt} words={(at) => texts.due(formatCount(days, 'dia', 'dias'), days === 1, at)} />
      </span>
      <button type="button" className={styles.act} onClick={() => openAccountView('two-step')}>
        {texts.now}
      </button>
      <button type="button" className={styles.act} onClick={putAway}>
        {texts.later}
      </button>
    </aside>
  );
}
