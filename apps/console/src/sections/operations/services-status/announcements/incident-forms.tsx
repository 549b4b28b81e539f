import {
  addIncidentUpdate,
  createIncident,
  editIncident,
  type Incident,
  type IncidentSeverity,
  type IncidentState,
  incidentSeverities,
  incidentStates,
} from '@kianda/contract/operations/services/announcements.contract';
import { instantOf, timeZones } from '@kianda/format';
import { DialogForm, MomentInput, usePreferences } from '@kianda/ui';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { knownServices, PublicNote, ServicesField } from './announcement-fields.tsx';
import { refreshed } from './refreshed.ts';
import { announcementTexts } from './texts.pt.ts';

const texts = announcementTexts.form;
const states = Object.keys(incidentStates) as IncidentState[];
const severities = Object.keys(incidentSeverities) as IncidentSeverity[];

/** A new incident, or the title, severity and services of one there is. */
export function IncidentForm({ incident, onClose }: { readonly incident?: Incident; readonly onClose: () => void }) {
  const { timeZone } = usePreferences();
  const [title, setTitle] = useState(incident?.title ?? '');
  const [severity, setSeverity] = useState<IncidentSeverity>(incident?.severity ?? 'minor');
  const [services, setServices] = useState(knownServices(incident?.services ?? []));
  const [text, setText] = useState('');
  const [startedAt, setStartedAt] = useState('');
  const create = useAction(createIncident, refreshed);
  const edit = useAction(editIncident, refreshed);
  const [tried, setTried] = useState(false);
  const problem = services.length === 0 ? texts.noServices : null;
  const started = startedAt === '' ? null : instantOf(startedAt, timeZone);
  const submit = async () => {
    setTried(true);
    if (problem !== null) return;
    const common = { title, severity, services };
    const outcome =
      incident === undefined
        ? await create.run({ body: { ...common, text, ...(started === null ? {} : { startedAt: started }) } })
        : await edit.run({ params: { id: incident.id }, body: common });
    if (outcome.state !== 'failed') onClose();
  };
  return (
    <DialogForm
      title={incident === undefined ? texts.incident : texts.edit}
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
      <NativeSelect
        label={texts.severity}
        description={texts.severityHelp}
        value={severity}
        data={severities.map((value) => ({ value, label: incidentSeverities[value] }))}
        onChange={({ currentTarget }) =>
          setSeverity(severities.find((value) => value === currentTarget.value) ?? 'minor')
        }
      />
      <ServicesField value={services} onChange={setServices} />
      {incident === undefined ? (
        <>
          <TextField label={texts.text} value={text} onChange={setText} />
          <MomentInput
            label={texts.startedAt}
            description={texts.startedAtHelp(timeZones[timeZone])}
            value={startedAt}
            onChange={setStartedAt}
          />
        </>
      ) : null}
      <PublicNote />
    </DialogForm>
  );
}

/** Update of an incident: its text and new state. */
export function UpdateForm({ incident, onClose }: { readonly incident: Incident; readonly onClose: () => void }) {
  const [state, setState] = useState<IncidentState>(
    states[Math.min(states.indexOf(incident.state) + 1, states.length - 1)] ?? 'resolved',
  );
  const [text, setText] = useState('');
  const add = useAction(addIncidentUpdate, refreshed);
  const submit = async () => {
    const outcome = await add.run({ params: { id: incident.id }, body: { state, text } });
    if (outcome.state !== 'failed') onClose();
  };
  return (
    <DialogForm
      title={texts.update(incident.title)}
      action={add}
      confirm={texts.save}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.state}
        value={state}
        data={states.map((value) => ({ value, label: incidentStates[value] }))}
        onChange={({ currentTarget }) => setState(states.find((value) => value === currentTarget.value) ?? state)}
      />
      <TextField label={texts.text} value={text} onChange={setText} />
      <PublicNote />
    </DialogForm>
  );
}

type TextProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void };

export function TextField({ label, value, onChange }: TextProps) {
  return (
    <Textarea
      label={label}
      required
      minLength={3}
      maxLength={4_000}
      rows={3}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
