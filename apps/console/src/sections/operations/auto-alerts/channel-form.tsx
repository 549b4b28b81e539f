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
import { Dialog } from '@kianda/ui';
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

/** Adds or changes a way by which alerts leave the console. A secret goes in and never comes out. */
export default function ChannelForm({ channel, onClose }: Props) {
  const create = useAction(createDeliveryChannel, changed);
  const update = useAction(updateDeliveryChannel, changed);
  const [kind, setKind] = useState(channel?.kind ?? 'email');
  const [name, setName] = useState(channel?.name ?? '');
  const [target, setTarget] = useState(channel?.target ?? '');
  const [secret, setSecret] = useState('');
  const [severities, setSeverities] = useState<readonly DeliverySeverity[]>(
    channel?.severities ?? ['high', 'critical'],
  );
  const [sources, setSources] = useState<readonly AlertSource[]>(channel?.sources ?? sourceNames);
  const [isQuiet, setQuiet] = useState(channel !== null && channel.quietHours !== null);
  const [from, setFrom] = useState(channel?.quietHours?.from ?? '22:00');
  const [to, setTo] = useState(channel?.quietHours?.to ?? '06:00');
  const [digest, setDigest] = useState<Digest>(channel?.digest ?? 'off');
  const [enabled, setEnabled] = useState(channel?.enabled ?? true);
  const [isTold, setTold] = useState(false);
  const isWanting = severities.length === 0 || sources.length === 0;
  const isRunning = create.isRunning || update.isRunning;
  const failure = create.failure ?? update.failure;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (isWanting || isRunning) return;
    const settings = {
      name: name.trim(),
      target: target.trim(),
      severities: [...severities],
      sources: [...sources],
      quietHours: isQuiet ? { from, to } : null,
      digest,
      enabled,
    };
    const outcome =
      channel === null
        ? await create.run({ body: newBody(settings, kind, secret) }, { offline: 'fail' })
        : await update.run(
            { params: { id: channel.id }, body: changedBody(settings, kind, secret) },
            { offline: 'fail' },
          );
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={channel === null ? texts.addTitle : texts.editTitle}>
      <form onSubmit={(event) => void submit(event)} className={styles.stack}>
        <div className={styles.columns}>
          <NativeSelect
            label={texts.kind}
            value={kind}
            // A channel does not change its kind: another one is made.
            disabled={channel !== null}
            data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
            onChange={({ currentTarget }) => setKind(currentTarget.value === 'webhook' ? 'webhook' : 'email')}
          />
          <TextInput
            label={texts.name}
            value={name}
            required
            maxLength={80}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            type={kind === 'email' ? 'email' : 'url'}
            label={texts.target[kind]}
            value={target}
            required
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          />
          {kind === 'webhook' ? (
            <PasswordInput
              label={texts.secret}
              description={channel === null ? texts.secretHelp : texts.secretKept}
              value={secret}
              required={channel === null}
              minLength={16}
              maxLength={200}
              autoComplete="new-password"
              onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            />
          ) : null}
        </div>
        <Choices
          title={texts.severities}
          names={severityNames}
          labels={deliverySeverities}
          chosen={severities}
          onChange={setSeverities}
        />
        <Choices
          title={texts.sources}
          names={sourceNames}
          labels={alertSources}
          chosen={sources}
          onChange={setSources}
        />
        <div className={styles.columns}>
          <NativeSelect
            label={texts.digest}
            value={digest}
            data={digestNames.map((value) => ({ value, label: digests[value] }))}
            onChange={({ currentTarget }) => setDigest(digestNames.find((one) => one === currentTarget.value) ?? 'off')}
          />
          <Switch
            label={texts.enabled}
            checked={enabled}
            onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
          />
        </div>
        <Switch
          label={texts.quiet}
          description={texts.quietHelp}
          checked={isQuiet}
          onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
        />
        {isQuiet ? (
          <div className={styles.filters}>
            <TextInput
              type="time"
              label={texts.quietFrom}
              value={from}
              required
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextInput
              type="time"
              label={texts.quietTo}
              value={to}
              required
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
          </div>
        ) : null}
        <DialogFoot
          failure={isTold && isWanting ? texts.needsOne : (failure?.message ?? null)}
          isRunning={isRunning}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

type Body = BodyOf<typeof createDeliveryChannel>;
type Settings = Omit<Extract<Body, { kind: 'email' }>, 'kind'>;

function newBody(settings: Settings, kind: Body['kind'], secret: string): Body {
  return kind === 'email' ? { kind, ...settings } : { kind, secret, ...settings };
}

function changedBody(settings: Settings, kind: Body['kind'], secret: string): BodyOf<typeof updateDeliveryChannel> {
  if (kind === 'email') return { kind, ...settings };
  return { kind, ...settings, ...(secret === '' ? {} : { secret }) };
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
            onChange(names.filter((one) => (one === name ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
