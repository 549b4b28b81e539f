import { backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import { restoreInstant } from '@kianda/contract/operations/backups/instants.contract';
import { formatDuration } from '@kianda/format';
import { useNow } from '@kianda/ui';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { backupTexts } from '../texts.pt.ts';
import { instantTexts as texts } from '../texts-instant.pt.ts';
import { TwoSteps } from './two-steps.tsx';

const refreshed = [backupOverview] as const;

/** Restores the database to an instant; asks first, in two steps. */
export function InstantDialog({ instant, onClose }: { readonly instant: string; readonly onClose: () => void }) {
  const now = useNow(30);
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1_000);
  const { run, isRunning, failure } = useAction(restoreInstant, refreshed);
  const submit = async (confirmation: string, reason: string) => {
    const outcome = await run({ body: { instant, confirmation, reason } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: backupTexts.restoreStarted });
    onClose();
  };
  return (
    <TwoSteps
      title={texts.restoreTitle(instant)}
      loses={texts.restoreLoses(formatDuration(seconds))}
      how={texts.restoreHow}
      typedLabel={texts.restoreInstant}
      expected={instant}
      confirm={texts.restoreConfirm}
      isRunning={isRunning}
      failure={failure?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
