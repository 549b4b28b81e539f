import type { BodyOf } from '@kianda/contract';
import {
  type AlertSource,
  alertSources,
  createDeliveryChannel,
  type DeliveryChannel,
  type DeliverySeverity,
  type Digest,
  deliverySeverities,
  digests,
  listDeliveryChannels,
  updateDeliveryChannel,
} from '@kianda/contract/people/delivery/delivery.contract';
import { ClockInput, Dialog } from '@kianda/ui';
import { Checkbox, NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { DialogFoot } from '../../shared/dialog-foot.tsx';
import styles from './auto-alerts.module.css';
import { channelTexts as texts } from './texts.pt.ts';

const changed = [listDeliveryChannels] as const;
const severityNames = Object.keys(deliverySeverities) as DeliverySeverity[];
const sourceNames = Object.keys(alertSources) as AlertSource[];
const digestNames = Object.keys(digests) as Digest[];
const kinds = ['email', 'webhook'] as const;

type Props = { readonly channel: DeliveryChannel | null; readonly onClose: () => void };

/** The written channel as one draft; a secret goes in and never comes out. */
type Draft = {
  readonly kind: Body['kind'];
  readonly name: string;
  readonly target: string;
  readonly secret: string;
  readonly severities: readonly DeliverySeverity[];
  readonly sources: readonly AlertSource[];
  readonly isQuiet: boolean;
  readonly from: string;
  readonly to: string;
  readonly digest: Digest;
  readonly enabled: boolean;
};

const draftOf = (channel: DeliveryChannel | null): Draft => ({
  kind: channel?.kind ?? 'email',
  name: channel?.name ?? '',
  target: channel?.target ?? '',
  secret: '',
  severities: channel?.severities ?? ['high', 'critical'],
  sources: channel?.sources ?? sourceNames,
  isQuiet: channel !== null && channel.quietHours !== null,
  from: channel?.quietHours?.from ?? '22:00',
  to: channel?.quietHours?.to ?? '06:00',
  digest: channel?.digest ?? 'off',
  enabled: channel?.enabled ?? true,
});

const isWanting = ({ severities, sources }: Draft): boolean => severities.length === 0 || sources.length === 0;

/** Adds or changes a way by which alerts leave the console. */
export default function ChannelForm({ channel, onClose }: Props) {
  const create = useAction(createDeliveryChannel, changed);
  const update = useAction(updateDeliveryChannel, changed);
  const [draft, setDraft] = useState(() => draftOf(channel));
  const [isSubmitted, setSubmitted] = useState(false);
  const isRunning = create.isRunning || update.isRunning;
  const failure = create.failure ?? update.failure;
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isWanting(draft) || isRunning) return;
    const outcome =
      channel === null
        ? await create.run({ body: newBody(draft) }, { offline: 'fail' })
        : await update.run({ params: { id: channel.id }, body: changedBody(draft) }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={channel === null ? texts.addTitle : texts.editTitle}>
      <form onSubmit={(event) => void submit(event)} className={styles.stack}>
        <TargetFields draft={draft} set={set} isNew={channel === null} />
        <Choices
          title={texts.severities}
          names={severityNames}
          labels={deliverySeverities}
          chosen={draft.severities}
          onChange={(severities) => set({ severities })}
        />
        <Choices
          title={texts.sources}
          names={sourceNames}
          labels={alertSources}
          chosen={draft.sources}
          onChange={(sources) => set({ sources })}
        />
        <div className={styles.columns}>
          <NativeSelect
            label={texts.digest}
            value={draft.digest}
            data={digestNames.map((value) => ({ value, label: digests[value] }))}
            onChange={({ currentTarget }) =>
              set({ digest: digestNames.find((name) => name === currentTarget.value) ?? 'off' })
            }
          />
          <Switch
            label={texts.enabled}
            checked={draft.enabled}
            onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
          />
        </div>
        <QuietFields draft={draft} set={set} />
        <DialogFoot
          failure={isSubmitted && isWanting(draft) ? texts.needsOne : (failure?.message ?? null)}
          isRunning={isRunning}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

type FieldsProps = { readonly draft: Draft; readonly set: (part: Partial<Draft>) => void };

function TargetFields({ draft, set, isNew }: FieldsProps & { readonly isNew: boolean }) {
  return (
    <div className={styles.columns}>
      <NativeSelect
        label={texts.kind}
        value={draft.kind}
        // A channel does not change its kind: another one is made.
        disabled={!isNew}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value === 'webhook' ? 'webhook' : 'email' })}
      />
      <TextInput
        label={texts.name}
        value={draft.name}
        required
        maxLength={80}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        type={draft.kind === 'email' ? 'email' : 'url'}
        label={texts.target[draft.kind]}
        value={draft.target}
        required
        onChange={({ currentTarget }) => set({ target: currentTarget.value })}
      />
      {draft.kind === 'webhook' ? (
        <PasswordInput
          label={texts.secret}
          description={isNew ? texts.secretHelp : texts.secretKept}
          value={draft.secret}
          required={isNew}
          minLength={16}
          maxLength={200}
          autoComplete="new-password"
          onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
        />
      ) : null}
    </div>
  );
}

function QuietFields({ draft, set }: FieldsProps) {
  return (
    <>
      <Switch
        label={texts.quiet}
        aria-label={texts.quiet}
        description={texts.quietHelp}
        checked={draft.isQuiet}
        onChange={({ currentTarget }) => set({ isQuiet: currentTarget.checked })}
      />
      {draft.isQuiet ? (
        <div className={styles.filters}>
          <ClockInput label={texts.quietFrom} value={draft.from} required onChange={(value) => set({ from: value })} />
          <ClockInput label={texts.quietTo} value={draft.to} required onChange={(value) => set({ to: value })} />
        </div>
      ) : null}
    </>
  );
}

type Body = BodyOf<typeof createDeliveryChannel>;
type Settings = Omit<Extract<Body, { kind: 'email' }>, 'kind'>;

const settingsOf = (draft: Draft): Settings => ({
  name: draft.name.trim(),
  target: draft.target.trim(),
  severities: [...draft.severities],
  sources: [...draft.sources],
  quietHours: draft.isQuiet ? { from: draft.from, to: draft.to } : null,
  digest: draft.digest,
  enabled: draft.enabled,
});

function newBody(draft: Draft): Body {
  const { kind, secret } = draft;
  return kind === 'email' ? { kind, ...settingsOf(draft) } : { kind, secret, ...settingsOf(draft) };
}

function changedBody(draft: Draft): BodyOf<typeof updateDeliveryChannel> {
  const { kind, secret } = draft;
  if (kind === 'email') return { kind, ...settingsOf(draft) };
  return { kind, ...settingsOf(draft), ...(secret === '' ? {} : { secret }) };
}

type ChoicesProps<N extends string> = {
  readonly title: string;
  readonly names: readonly N[];
  readonly labels: Readonly<Record<N, string>>;
  readonly chosen: readonly N[];
  readonly onChange: (chosen: readonly N[]) => void;
};

function Choices<N extends string>({ title, names, labels, chosen, onChange }: ChoicesProps<N>) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={labels[name]}
          checked={chosen.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(names.filter((other) => (other === name ? checked : chosen.includes(other))))
          }
        />
      ))}
    </fieldset>
  );
}
