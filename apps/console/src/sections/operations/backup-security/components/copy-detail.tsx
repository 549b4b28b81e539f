import { allows, type DataOf } from '@kianda/contract';
import {
  backupDetail,
  backupList,
  backupOverview,
  deleteBackup,
  drillBackup,
  restoreBackup,
  verifyBackup,
} from '@kianda/contract/operations/backups/backups.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { Dialog, FactList, Panel, RelativeTime } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { triggerWord } from '../../../shared/connectors/run-texts.pt.ts';
import { useBackupAction } from '../api/use-backup-action.ts';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';
import { RestoreDialog } from './restore-dialog.tsx';

const afterRemoval = [backupList, backupOverview] as const;
const count = (value: number | null) => formatNumber(value, { maxDecimals: 0 });

/** One backup, and what can be done with it. */
export function CopyDetail({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { role } = useAccount();
  const detail = useEndpoint(backupDetail, { params: { name } }, { refetchSeconds: 10 });
  const [chosen, setChosen] = useState<'restore' | 'remove' | null>(null);
  const value = detail.sourced?.value;
  const status = value?.backup.status;
  const mayRun = allows(verifyBackup.access, role) && status === 'completed';
  const mayRestore = allows(restoreBackup.access, role);
  const hasSecond = value?.backup.copies.some(({ target, state }) => target === 'second' && state === 'good') === true;
  return (
    <Dialog onClose={onClose} title={texts.detailTitle(name)} size="xl">
      <Panel title={texts.detail} source={detail}>
        {(shown) => <BackupFacts {...shown} />}
      </Panel>
      <Group mt="md" gap="xs">
        {mayRun ? <CheckButtons name={name} hasSecond={hasSecond} /> : null}
        {mayRestore && status !== undefined && status !== 'running' ? (
          <>
            {status === 'completed' ? (
              <Button color="red" variant="light" onClick={() => setChosen('restore')}>
                {texts.restore}
              </Button>
            ) : null}
            <Button color="red" variant="subtle" onClick={() => setChosen('remove')}>
              {texts.remove}
            </Button>
          </>
        ) : null}
      </Group>
      {chosen === 'restore' && value !== undefined ? (
        <RestoreDialog name={name} restore={value.restore} onClose={() => setChosen(null)} onStarted={onClose} />
      ) : null}
      {chosen === 'remove' ? <RemoveBackup name={name} onClose={() => setChosen(null)} onRemoved={onClose} /> : null}
    </Dialog>
  );
}

function BackupFacts({ backup, neededBy }: Pick<DataOf<typeof backupDetail>, 'backup' | 'neededBy'>) {
  return (
    <FactList
      items={[
        [texts.type, texts.types[backup.type]],
        [texts.state, texts.states[backup.status]],
        ...(backup.error === null
          ? []
          : [
              [
                texts.error,
                <span key="error" className={styles.error}>
                  {backup.error}
                </span>,
              ] as const,
            ]),
        [texts.by, `${backup.actor} (${triggerWord(backup.trigger)})`],
        [texts.begun, <RelativeTime key="begun" at={backup.startTime} />],
        [
          texts.mark,
          <span key="mark" title={texts.markText} className={styles.mono}>
            {backup.markedAt ?? '—'}
          </span>,
        ],
        [
          texts.markLsn,
          <span key="lsn" className={styles.mono}>
            {backup.markLsn ?? '—'}
          </span>,
        ],
        [texts.size, formatBytes(backup.size)],
        [texts.tables, count(backup.tables)],
        [texts.rows, count(backup.rows)],
        [texts.objects, count(backup.objects)],
        [
          texts.checksum,
          <span key="checksum" className={styles.mono}>
            {backup.checksum ?? '—'}
          </span>,
        ],
        [
          texts.fingerprint,
          <span key="key" className={styles.mono}>
            {backup.keyFingerprint}
          </span>,
        ],
        ...(backup.base === null ? [] : [[texts.base, backup.base] as const]),
        ...(backup.requires.length === 0 ? [] : [[texts.requires, backup.requires.join(', ')] as const]),
        ...(neededBy.length === 0 ? [] : [[texts.neededBy, neededBy.join(', ')] as const]),
        [
          texts.verified,
          backup.verifyError ??
            (backup.verifiedAt === null ? texts.notVerified : <RelativeTime key="v" at={backup.verifiedAt} />),
        ],
        ...backup.copies.map(
          ({ target, place, state, error }) =>
            [texts.targets[target], `${place}${state === 'good' ? '' : `: ${error ?? ''}`}`] as const,
        ),
      ]}
    />
  );
}

/** Verification of either copy and the restore drill. */
function CheckButtons({ name, hasSecond }: { readonly name: string; readonly hasSecond: boolean }) {
  const verify = useBackupAction(verifyBackup);
  const drill = useBackupAction(drillBackup);
  return (
    <>
      <Button
        variant="default"
        loading={verify.isRunning}
        onClick={() => void verify.run({ params: { name }, body: { target: 'main' } }, texts.asked)}
      >
        {texts.verify}
      </Button>
      {hasSecond ? (
        <Button
          variant="default"
          loading={verify.isRunning}
          onClick={() => void verify.run({ params: { name }, body: { target: 'second' } }, texts.asked)}
        >
          {texts.verifySecond}
        </Button>
      ) : null}
      <Button
        variant="default"
        loading={drill.isRunning}
        onClick={() => void drill.run({ params: { name }, body: { target: 'main' } }, texts.asked)}
      >
        {texts.drill}
      </Button>
    </>
  );
}

type RemoveProps = { readonly name: string; readonly onClose: () => void; readonly onRemoved: () => void };

function RemoveBackup({ name, onClose, onRemoved }: RemoveProps) {
  const remove = useAction(deleteBackup, afterRemoval);
  return (
    <ConfirmDialog
      title={texts.removeTitle(name)}
      body={texts.removeBody}
      confirm={texts.removeConfirm}
      isDangerous
      onConfirm={async () => {
        const outcome = await remove.run({ params: { name } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removeDone });
        onRemoved();
        return null;
      }}
      onClose={onClose}
    />
  );
}
