import { allows, type DataOf } from '@kianda/contract';
import {
  type BackupSettings,
  backupSettings,
  changeBackupSettings,
  type SecondTarget,
  testBackupTarget,
} from '@kianda/contract/operations/backups/backups.contract';
import { ClockInput, PageStack, Panel, RelativeTime } from '@kianda/ui';
import { Button, Group, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { useBackupAction } from '../api/use-backup-action.ts';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';
import { SecondFields } from './second-fields.tsx';

type Stored = DataOf<typeof backupSettings>;
const refreshed = [backupSettings] as const;

/** Schedule, retention and the second target. */
export function SettingsPanel() {
  const settings = useEndpoint(backupSettings, {}, { refetchSeconds: 0 });
  return (
    <Panel id="definicoes" title={texts.schedule} source={settings}>
      {(stored) => <SettingsForm key={stored.updatedAt} stored={stored} />}
    </Panel>
  );
}

function SettingsForm({ stored }: { readonly stored: Stored }) {
  const { role } = useAccount();
  const { mainPlace, hasSecret, updatedAt: _at, updatedBy: _by, ...settings } = stored;
  const [draft, setDraft] = useState<BackupSettings>(settings);
  const [secret, setSecret] = useState('');
  const save = useAction(changeBackupSettings, refreshed);
  const mayChange = allows(changeBackupSettings.access, role);
  const change = (part: Partial<BackupSettings>) => setDraft({ ...draft, ...part });
  const submit = async () => {
    const body = { ...draft, ...(secret === '' ? {} : { secret }) };
    const outcome = await save.run({ body }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.saved });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0 }}>
        <PageStack>
          {mayChange ? null : <p className={styles.muted}>{texts.readOnly}</p>}
          <ScheduleFields draft={draft} change={change} mainPlace={mainPlace} />
          <Stack gap="xs">
            <h3>{texts.second}</h3>
            <p className={styles.muted}>{texts.secondText}</p>
            <SecondFields
              second={draft.second}
              secret={secret}
              hasSecret={hasSecret}
              onChange={(second: SecondTarget | null) => change({ second })}
              onSecret={setSecret}
            />
          </Stack>
          {save.failure === null ? null : (
            <p role="alert" className={styles.error}>
              {save.failure.message}
            </p>
          )}
          <SettingsFoot stored={stored} isSaving={save.isRunning} />
        </PageStack>
      </fieldset>
    </form>
  );
}

type ScheduleProps = {
  readonly draft: BackupSettings;
  readonly change: (part: Partial<BackupSettings>) => void;
  readonly mainPlace: string;
};

function ScheduleFields({ draft, change, mainPlace }: ScheduleProps) {
  return (
    <>
      <Switch
        label={texts.scheduleEnabled}
        checked={draft.scheduleEnabled}
        onChange={(event) => change({ scheduleEnabled: event.currentTarget.checked })}
      />
      <div className={styles.fields}>
        <NativeSelect
          label={texts.fullWeekday}
          value={String(draft.fullWeekday)}
          data={texts.weekdays.map((label, index) => ({ value: String(index), label }))}
          onChange={(event) => change({ fullWeekday: Number(event.currentTarget.value) })}
        />
        <ClockInput
          label={texts.fullAt}
          description={texts.luanda}
          required
          value={draft.fullAt}
          onChange={(value) => change({ fullAt: value })}
        />
        <ClockInput
          label={texts.incrementalAt}
          description={texts.luanda}
          required
          value={draft.incrementalAt}
          onChange={(value) => change({ incrementalAt: value })}
        />
        <NumberInput
          label={texts.retentionDays}
          description={texts.retentionHelp}
          min={1}
          max={3_650}
          required
          value={draft.retentionDays}
          onChange={(value) => change({ retentionDays: Number(value) })}
        />
        <NumberInput
          label={texts.maxAgeHours}
          min={1}
          max={720}
          required
          value={draft.maxAgeHours}
          onChange={(value) => change({ maxAgeHours: Number(value) })}
        />
        <NumberInput
          label={texts.drillEveryDays}
          description={texts.drillHelp}
          min={1}
          max={365}
          value={draft.drillEveryDays ?? ''}
          onChange={(value) => change({ drillEveryDays: value === '' ? null : Number(value) })}
        />
        <TextInput label={texts.main} description={texts.mainHelp} readOnly value={mainPlace} />
      </div>
    </>
  );
}

/** Saves, tries the stored second target, and says who changed the settings last. */
function SettingsFoot({ stored, isSaving }: { readonly stored: Stored; readonly isSaving: boolean }) {
  const probe = useBackupAction(testBackupTarget);
  const { updatedAt, updatedBy } = stored;
  const tryTarget = async () => {
    const answer = await probe.run({}, null);
    if (answer === null) return;
    const { ok, detail } = answer;
    notify({ tone: ok ? 'success' : 'error', title: ok ? texts.testOk : texts.testFailed, message: detail });
  };
  return (
    <Group gap="xs">
      <Button type="submit" loading={isSaving}>
        {texts.save}
      </Button>
      {stored.second === null ? null : (
        <Button variant="default" loading={probe.isRunning} onClick={() => void tryTarget()}>
          {texts.test}
        </Button>
      )}
      {updatedBy === null ? null : (
        <p className={styles.muted}>
          {texts.lastChange(updatedBy)} <RelativeTime at={updatedAt} />
        </p>
      )}
    </Group>
  );
}
