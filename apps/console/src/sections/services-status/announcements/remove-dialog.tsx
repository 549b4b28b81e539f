import { deleteIncident, deleteMaintenance } from '@kianda/contract/services/announcements.contract';
import { useAction } from '../../../client/use-action.ts';
import { FormDialog } from './form-dialog.tsx';
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
  const { run, isRunning, failure } = kind === 'incident' ? incident : maintenance;
  const submit = async () => {
    const outcome = await run({ params: { id } });
    if (outcome.state !== 'failed') onClose();
  };
  return (
    <FormDialog
      title={texts[kind]}
      note={kind === 'incident' ? texts.incidentBody(title) : texts.maintenanceBody(title)}
      confirm={announcementTexts.act.remove}
      isDangerous
      failure={failure?.message ?? null}
      isRunning={isRunning}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
