import {
  alertSourceNames,
  alertSources,
  type DeliverySeverity,
  type Digest,
  deliverySeverities,
  deliverySeverityNames,
  digests,
} from '@kianda/contract/people/delivery/delivery.contract';
import { listNotifications } from '@kianda/contract/people/notifications/bell.contract';
import {
  type NoticePreferences,
  type NoticeSettings,
  notificationSettings,
  saveNotificationSettings,
} from '@kianda/contract/people/notifications/notifications.contract';
import { ClockInput, Dialog, SkeletonLines } from '@kianda/ui';
import { Checkbox, NativeSelect, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../client/use-action.ts';
import { useEndpoint } from '../../client/use-endpoint.ts';
import { notify } from '../../platform/notices.ts';
import { DialogFoot } from '../../sections/shared/dialog-foot.tsx';
import { noticeTexts } from '../notice-texts.pt.ts';
import { Devices } from './devices.tsx';
import styles from './notice-settings.module.css';

const texts = noticeTexts.dialog;
const changed = [notificationSettings, listNotifications] as const;
const digestNames = Object.keys(digests) as Digest[];

/** A person's own settings of notices: which, by which way, and in which browsers. */
export default function NoticeSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const settings = useEndpoint(notificationSettings, {}, { refetchSeconds: 0 });
  return (
    <Dialog onClose={onClose} title={texts.title}>
      {settings.sourced === undefined ? (
        settings.error === null ? (
          <SkeletonLines lines={8} />
        ) : (
          <p role="alert">{settings.error.message}</p>
        )
      ) : (
        <Form settings={settings.sourced.value} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Form({ settings, onClose }: { readonly settings: NoticeSettings; readonly onClose: () => void }) {
  const save = useAction(saveNotificationSettings, changed);
  const [draft, setDraft] = useState<NoticePreferences>(settings.preferences);
  const set = (part: Partial<NoticePreferences>) => setDraft((before) => ({ ...before, ...part }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await save.run({ body: draft }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  const { email } = draft;
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.stack}>
      <p>{texts.description}</p>
      <Choices
        title={texts.sources}
        names={alertSourceNames}
        labels={alertSources}
        chosen={draft.sources}
        onChange={(sources) => set({ sources })}
      />
      <Severities
        title={texts.console}
        chosen={draft.console.severities}
        onChange={(severities) => set({ console: { severities } })}
      />
      <Severities
        title={texts.push}
        chosen={draft.push.severities}
        onChange={(severities) => set({ push: { severities } })}
      />
      <Devices settings={settings} />
      <Severities
        title={texts.email}
        chosen={email.severities}
        onChange={(severities) => set({ email: { ...email, severities } })}
      />
      <p className={styles.note}>
        {settings.email.problem === null
          ? texts.emailTo(settings.email.address)
          : texts.emailProblem(settings.email.problem)}
      </p>
      <NativeSelect
        label={texts.digest}
        value={email.digest}
        data={digestNames.map((value) => ({ value, label: digests[value] }))}
        onChange={({ currentTarget }) =>
          set({ email: { ...email, digest: digestNames.find((name) => name === currentTarget.value) ?? 'daily' } })
        }
      />
      <QuietHours hours={draft.quietHours} onChange={(quietHours) => set({ quietHours })} />
      <DialogFoot failure={save.failure?.message ?? null} isRunning={save.isRunning} onClose={onClose} />
    </form>
  );
}

type QuietProps = {
  readonly hours: NoticePreferences['quietHours'];
  readonly onChange: (hours: NoticePreferences['quietHours']) => void;
};

function QuietHours({ hours, onChange }: QuietProps) {
  return (
    <>
      <Switch
        label={texts.quiet}
        aria-label={texts.quiet}
        description={texts.quietHelp}
        checked={hours !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { from: '22:00', to: '06:00' } : null)}
      />
      {hours === null ? null : (
        <div className={styles.row}>
          <ClockInput
            label={texts.from}
            value={hours.from}
            required
            onChange={(value) => onChange({ ...hours, from: value })}
          />
          <ClockInput
            label={texts.to}
            value={hours.to}
            required
            onChange={(value) => onChange({ ...hours, to: value })}
          />
        </div>
      )}
    </>
  );
}

type SeveritiesProps = {
  readonly title: string;
  readonly chosen: readonly DeliverySeverity[];
  readonly onChange: (chosen: DeliverySeverity[]) => void;
};

function Severities({ title, chosen, onChange }: SeveritiesProps) {
  return (
    <Choices
      title={title}
      names={deliverySeverityNames}
      labels={deliverySeverities}
      chosen={chosen}
      onChange={onChange}
    />
  );
}

type ChoicesProps<N extends string> = {
  readonly title: string;
  readonly names: readonly N[];
  readonly labels: Readonly<Record<N, string>>;
  readonly chosen: readonly N[];
  readonly onChange: (chosen: N[]) => void;
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
