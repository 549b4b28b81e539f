import { createSpatialSchedule, listSpatialSchedules } from '@kianda/contract/space/spatial/schedules.contract';
import { DialogForm } from '@kianda/ui';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { WhenFields } from '../when-fields.tsx';
import styles from './analysis.module.css';
import { scheduleTexts as texts } from './texts.pt.ts';

const refreshed = [listSpatialSchedules] as const;
const usualCron = '0 8 * * *';

type Props = {
  readonly name: string;
  readonly of: { readonly analysisId: string } | { readonly chainId: string };
  readonly onClose: () => void;
};

/** When an analysis or a chain is run again by itself. */
export default function ScheduleDialog({ name, of, onClose }: Props) {
  const action = useAction(createSpatialSchedule, refreshed);
  const [cron, setCron] = useState(usualCron);
  const submit = async () => {
    const outcome = await action.run({ body: { ...of, cron: cron.trim() } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.created });
    onClose();
  };
  return (
    <DialogForm
      title={texts.title(name)}
      action={action}
      onSubmit={submit}
      onClose={onClose}
      confirm={texts.confirm}
      isReady={cron.trim() !== ''}
    >
      <p className={styles.quiet}>{texts.text}</p>
      <WhenFields cron={cron} onCron={setCron} />
    </DialogForm>
  );
}
