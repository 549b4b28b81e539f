import { DialogForm } from '@kianda/ui';
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { sharedTexts } from './texts.pt.ts';

const texts = sharedTexts.dialog;

type Props = {
  readonly title: string;
  /** Consequences of the action. */
  readonly body: string;
  readonly confirm: string;
  readonly onConfirm: (reason: string) => Promise<string | null>;
  readonly onClose: () => void;
  /** Characters the reason must have; none is asked for without it. */
  readonly reasonLength?: number;
  readonly isDangerous?: boolean;
  /** Further fields, and whether they are fit to send. */
  readonly children?: ReactNode;
  readonly isFit?: boolean;
};

/** Asks before something that cannot simply be taken back. `onConfirm` answers what went wrong, or null. */
export function ConfirmDialog(props: Props) {
  const { title, body, confirm, onConfirm, onClose, reasonLength = 0, isFit = true } = props;
  const [reason, setReason] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    setRunning(true);
    const failed = await onConfirm(reason.trim());
    setRunning(false);
    if (failed === null) onClose();
    else setProblem(failed);
  };
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      onSubmit={submit}
      action={{ isRunning, failure: null }}
      problem={problem}
      confirm={confirm}
      isReady={isFit && reason.trim().length >= reasonLength}
      isDangerous={props.isDangerous === true}
    >
      <p>{body}</p>
      {props.children}
      {reasonLength === 0 ? null : (
        <Textarea
          label={texts.reason}
          description={texts.reasonHelp(reasonLength)}
          value={reason}
          required
          rows={2}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  );
}
