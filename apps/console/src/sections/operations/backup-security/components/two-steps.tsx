import { Dialog } from '@kianda/ui';
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';

const reasonLength = 10;

type Props = {
  readonly title: string;
  readonly loses: string;
  readonly how: readonly string[];
  readonly typedLabel: string;
  /** Word to be typed as a confirmation. */
  readonly expected: string;
  readonly confirm: string;
  readonly isRunning: boolean;
  readonly failure: string | null;
  readonly onSubmit: (typed: string, reason: string) => Promise<void>;
  readonly onClose: () => void;
};

/** Two steps: what will happen and be lost; then what it is, by its name, and the reason. */
export function TwoSteps(props: Props) {
  const { title, expected, onClose, onSubmit } = props;
  const [step, setStep] = useState<1 | 2>(1);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  return (
    <Dialog onClose={onClose} title={`${title} · ${texts.restoreStep(step)}`}>
      {step === 1 ? (
        <Stack gap="sm">
          <p className={styles.warning}>
            <strong>{props.loses}</strong>
          </p>
          <ul>
            {props.how.map((line) => (
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
            void onSubmit(typed, reason.trim());
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={props.typedLabel}
              description={expected}
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
              failure={props.failure}
              confirm={props.confirm}
              isRunning={props.isRunning}
              isReady={typed === expected && reason.trim().length >= reasonLength}
              isDangerous
              onClose={onClose}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
