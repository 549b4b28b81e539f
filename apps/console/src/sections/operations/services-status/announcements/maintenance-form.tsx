import {
  createMaintenance,
  editMaintenance,
  type Maintenance,
} from '@kianda/contract/operations/services/announcements.contract';
import { instantOf, localOf } from '@kianda/format';
import { DialogForm, MomentInput, usePreferences } from '@kianda/ui';
import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { knownServices, PublicNote, ServicesField } from './announcement-fields.tsx';
import { TextField } from './incident-forms.tsx';
import { refreshed } from './refreshed.ts';
import { announcementTexts } from './texts.pt.ts';

const texts = announcementTexts.form;

type Props = { readonly maintenance?: Maintenance; readonly onClose: () => void };

/** A new maintenance, or changes to one there is. */
export function MaintenanceForm({ maintenance, onClose }: Props) {
  const { timeZone } = usePreferences();
  const [title, setTitle] = useState(maintenance?.title ?? '');
  const [text, setText] = useState(maintenance?.text ?? '');
  const [services, setServices] = useState(knownServices(maintenance?.services ?? []));
  const [fromLocal, setFrom] = useState(maintenance === undefined ? '' : localOf(maintenance.from, timeZone));
  const [toLocal, setTo] = useState(maintenance === undefined ? '' : localOf(maintenance.to, timeZone));
  const create = useAction(createMaintenance, refreshed);
  const edit = useAction(editMaintenance, refreshed);
  const [tried, setTried] = useState(false);
  const [from, to] = [instantOf(fromLocal, timeZone), instantOf(toLocal, timeZone)];
  const isOrdered = from !== null && to !== null && from < to;
  const problem = services.length === 0 ? texts.noServices : isOrdered ? null : texts.badTimes;
  const submit = async () => {
    setTried(true);
    if (problem !== null || from === null || to === null) return;
    const body = { title, text, services, from, to };
    const outcome =
      maintenance === undefined ? await create.run({ body }) : await edit.run({ params: { id: maintenance.id }, body });
    if (outcome.state !== 'failed') onClose();
  };
  return (
    <DialogForm
      title={maintenance === undefined ? texts.maintenance : texts.changeMaintenance}
      problem={tried ? problem : null}
      action={[create, edit]}
      confirm={texts.save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.heading}
        description={texts.headingHelp}
        required
        minLength={3}
        maxLength={160}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Group grow align="flex-start">
        <MomentInput label={texts.from} required value={fromLocal} onChange={setFrom} />
        <MomentInput label={texts.to} required value={toLocal} onChange={setTo} />
      </Group>
      <ServicesField value={services} onChange={setServices} />
      <TextField label={texts.maintenanceText} value={text} onChange={setText} />
      <PublicNote />
    </DialogForm>
  );
}
