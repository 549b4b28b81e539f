import { DialogForm } from '@kianda/ui';
import { cacheTexts as texts } from './texts.pt.ts';

type Props = { readonly isClearing: boolean; readonly onClear: () => Promise<void>; readonly onClose: () => void };

/** The question before the data of this browser are removed. */
export default function ClearDialog({ isClearing, onClear, onClose }: Props) {
  return (
    <DialogForm
      title={texts.confirmTitle}
      confirm={texts.confirm}
      isDangerous
      action={{ isRunning: isClearing, failure: null }}
      onSubmit={onClear}
      onClose={onClose}
    >
      <p>{texts.confirmText}</p>
      <p>
        <strong>{texts.unsent}</strong>
      </p>
    </DialogForm>
  );
}
