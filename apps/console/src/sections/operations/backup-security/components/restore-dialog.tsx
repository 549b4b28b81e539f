import type { DataOf } from '@kianda/contract';
import { type backupDetail, backupOverview, restoreBackup } from '@kianda/contract/operations/backups/backups.contract';
import { formatDuration } from '@kianda/format';
import { Dialog, EmptyState } from '@kianda/ui';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { backupTexts as texts } from '../texts.pt.ts';
import { TwoSteps } from './two-steps.tsx';

const refreshed = [backupOverview] as const;

type Props = {
  readonly name: string;
  readonly restore: DataOf<typeof backupDetail>['restore'];
  readonly onClose: () => void;
  readonly onStarted: () => void;
};

/** Restores a backup; asks first, in two steps. */
export function RestoreDialog({ name, restore, onClose, onStarted }: Props) {
  const { run, isRunning, failure } = useAction(restoreBackup, refreshed);
  if (!restore.isPossible) {
    return (
      <Dialog onClose={onClose} title={texts.restoreTitle(name)}>
        <EmptyState title={texts.restoreImpossible}>{restore.reason}</EmptyState>
      </Dialog>
    );
  }
  const submit = async (confirmation: string, reason: string) => {
    const body = { confirmation, reason, target: 'main' as const };
    const outcome = await run({ params: { name }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.restoreStarted });
    onStarted();
  };
  return (
    <TwoSteps
      title={texts.restoreTitle(name)}
      loses={texts.restoreLoses(formatDuration((restore.minutesSinceMark ?? 0) * 60))}
      how={texts.restoreHow}
      typedLabel={texts.restoreName}
      expected={name}
      confirm={texts.restoreConfirm}
      isRunning={isRunning}
      failure={failure?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
