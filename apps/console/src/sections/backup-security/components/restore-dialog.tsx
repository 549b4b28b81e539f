import type { DataOf } from '@kianda/contract';
import { type backupDetail, backupOverview, restoreBackup } from '@kianda/contract/backups/backups.contract';
import { EmptyState, formatDuration } from '@kianda/ui';
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { DialogFoot } from '../../shared/dialog-foot.tsx';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';

const refreshed = [backupOverview] as const;
const reasonLength = 10;

type Props = {
  readonly name: string;
  readonly restore: DataOf<typeof backupDetail>['restore'];
  readonly onClose: () => void;
  readonly onStarted: () => void;
};

/** Two steps: what will happen and be lost; then the backup's name and the reason. */
export function RestoreDialog({ name, restore, onClose, onStarted }: Props) {
  const [step, setStep] = useState<1 | 2>(1);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { run, isRunning, failure } = useAction(restoreBackup, refreshed);
  const submit = async () => {
    const body = { confirmation: typed, reason: reason.trim(), target: 'main' as const };
    const outcome = await run({ params: { name }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.restoreStarted });
    onStarted();
  };
  return (
    <Modal opened onClose={onClose} title={`${texts.restoreTitle(name)} · ${texts.restoreStep(step)}`} size="lg">
      {!restore.isPossible ? (
        <EmptyState title={texts.restoreImpossible}>{restore.reason}</EmptyState>
      ) : step === 1 ? (
        <Stack gap="sm">
          <p className={styles.warning}>
            <strong>{texts.restoreLoses(formatDuration((restore.minutesSinceMark ?? 0) * 60))}</strong>
          </p>
          <ul>
            {texts.restoreHow.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Group justify="flex-end">
            <Button color="red" onClick={() => setStep(2)}>
              {texts.restoreNext}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={texts.restoreName}
              description={name}
              required
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Textarea
              label={texts.restoreReason}
              description={texts.restoreReasonHelp}
              required
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <DialogFoot
              failure={failure?.message ?? null}
              confirm={texts.restoreConfirm}
              isRunning={isRunning}
              isReady={typed === name && reason.trim().length >= reasonLength}
              isDangerous
              onClose={onClose}
            />
          </Stack>
        </form>
      )}
    </Modal>
  );
}
