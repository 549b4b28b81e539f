import { reportGenerate, reportsList } from '@kianda/contract/operations/reports/reports.contract';
import { Dialog } from '@kianda/ui';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { configOf, isFit, newForm, recipientsOf } from '../api/form.ts';
import { reportTexts as texts } from '../texts.pt.ts';
import { FormFields, type Offer } from './form-fields.tsx';

const refreshed = [reportsList];

/** Asks for a report; it is made behind, and the list tells how far it is. */
export default function GenerateDialog({ offer, onClose }: { readonly offer: Offer; readonly onClose: () => void }) {
  const [form, setForm] = useState(() => newForm(offer.templates[0]?.id ?? 'oceanographic'));
  const { run, isRunning, failure } = useAction(reportGenerate, refreshed);
  const submit = async () => {
    const body = {
      type: form.template,
      config: configOf(form),
      recipients: recipientsOf(form),
      delivery: form.delivery,
    };
    const outcome = await run({ body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'info', message: texts.started(outcome.data.name) });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={texts.generateTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isFit(form) && !isRunning) void submit();
        }}
      >
        <Stack gap="md">
          <FormFields offer={offer} form={form} onChange={setForm} />
          <DialogFoot
            failure={failure?.message ?? null}
            confirm={texts.generate}
            isRunning={isRunning}
            isReady={isFit(form)}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
