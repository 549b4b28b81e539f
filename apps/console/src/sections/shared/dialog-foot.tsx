import { Button, Group } from '@mantine/core';
import { sharedTexts } from './texts.pt.ts';

const texts = sharedTexts.dialog;

type Props = {
  readonly failure: string | null;
  readonly confirm?: string;
  readonly isRunning: boolean;
  readonly isReady?: boolean;
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
};

/** End of a dialog's form: what went wrong, the way out, and the button that sends it. */
export function DialogFoot({ failure, confirm, isRunning, isReady = true, isDangerous = false, onClose }: Props) {
  return (
    <>
      {failure === null ? null : (
        <p role="alert" style={{ color: 'var(--k-error)' }}>
          {failure}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isRunning} disabled={!isReady} {...(isDangerous ? { color: 'red' } : {})}>
          {confirm ?? texts.save}
        </Button>
      </Group>
    </>
  );
}
