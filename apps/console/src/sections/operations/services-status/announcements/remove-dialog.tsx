import { deleteIncident, deleteMaintenance } from '@kianda/contract/operations/services/announcements.contract';
import { useAction } from '../../../../client/use-action.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { refreshed } from './refreshed.ts';
import { announcementTexts } from './texts.pt.ts';

const texts = announcementTexts.remove;

type Props = {
  readonly kind: 'incident' | 'maintenance';
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
};

/** Asks before an incident or a maintenance is gone for good. */
export function RemoveDialog({ kind, id, title, onClose }: Props) {
  const incident = useAction(deleteIncident, refreshed);
  const maintenance = useAction(deleteMaintenance, refreshed);
  const remove = async () => {
    const { run } = kind === 'incident' ? incident : maintenance;
    const outcome = await run({ params: { id } }, { offline: 'fail' });
    return outcome.state === 'failed' ? outcome.failure.message : null;
  };
  return (
    <ConfirmDialog
      title={texts[kind]}
      body={`${texts[`${kind}Body`](title)} ${announcementTexts.form.audited}`}
      confirm={announcementTexts.act.remove}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
