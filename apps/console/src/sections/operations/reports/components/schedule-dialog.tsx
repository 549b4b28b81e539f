import {
  createReportSchedule,
  type ReportSchedule,
  reportSchedules,
  updateReportSchedule,
} from '@kianda/contract/operations/reports/reports.contract';
import { Dialog } from '@kianda/ui';
import { Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { WhenFields } from '../../../shared/when-fields.tsx';
import { configOf, formOf, isFit, newForm, recipientsOf } from '../api/form.ts';
import { reportTexts as texts } from '../texts.pt.ts';
import { FormFields, type Offer } from './form-fields.tsx';

const refreshed = [reportSchedules];

type Props = { readonly offer: Offer; readonly schedule: ReportSchedule | null; readonly onClose: () => void };

/** Writes a schedule anew, or changes one. */
export default function ScheduleDialog({ offer, schedule, onClose }: Props) {
  const [form, setForm] = useState(() =>
    schedule === null ? newForm(offer.templates[0]?.id ?? 'oceanographic') : formOf(schedule),
  );
  const [name, setName] = useState(schedule?.name ?? '');
  const [cron, setCron] = useState(schedule?.cron ?? '0 8 1 * *');
  const [enabled, setEnabled] = useState(schedule?.enabled ?? true);
  const create = useAction(createReportSchedule, refreshed);
  const update = useAction(updateReportSchedule, refreshed);
  const { isRunning, failure } = schedule === null ? create : update;
  const isReady = isFit(form) && name.trim().length >= 3 && cron.trim() !== '';
  const submit = async () => {
    const body = {
      name: name.trim(),
      template: form.template,
      config: configOf(form),
      cron: cron.trim(),
      recipients: recipientsOf(form),
      delivery: form.delivery,
      enabled,
    };
    const outcome =
      schedule === null
        ? await create.run({ body }, { offline: 'fail' })
        : await update.run({ params: { id: schedule.id }, body }, { offline: 'fail' });
    if (outcome.state === 'done') onClose();
  };
  return (
    <Dialog onClose={onClose} title={schedule === null ? texts.scheduleTitle : texts.editTitle(schedule.name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isRunning) void submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            required
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <WhenFields cron={cron} onCron={setCron} />
          <FormFields offer={offer} form={form} onChange={setForm} />
          <Switch
            label={texts.enabled}
            checked={enabled}
            onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
          />
          <DialogFoot
            failure={failure?.message ?? null}
            confirm={texts.save}
            isRunning={isRunning}
            isReady={isReady}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
