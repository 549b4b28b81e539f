import { Alert, Button, Group, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { uiTexts } from '../texts.pt.ts';
import { useUnsavedText } from './unsaved.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useTopDialog } from './use-top-dialog.ts';
import { useTyped } from './use-typed.ts';

const texts = uiTexts.dialog;

export type DialogProps = {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: ModalProps['size'];
  readonly classNames?: { readonly content?: string; readonly body?: string };
  readonly closeOnClickOutside?: boolean;
  /** Closed by its own buttons alone: for a secret that is shown once. */
  readonly isFirm?: boolean;
  /**
   * Holds text that is not saved: closing asks before it is lost. Without it, whatever a person changed in the fields of
   * a form inside counts.
   */
  readonly hasUnsaved?: boolean | undefined;
  /** Covers the page, so that nothing of it can be read. */
  readonly isFullScreen?: boolean;
};

/** A dialog over the page. It is mounted open; closing it gives the focus back to the control that opened it. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, size = 'lg', classNames, isFirm = false, isFullScreen = false } = props;
  const [isAsking, setAsking] = useState(false);
  const isTop = useTopDialog();
  const typed = useTyped();
  const hasUnsaved = props.hasUnsaved ?? typed.isTyped;
  useUnsavedText(hasUnsaved);
  useReturnFocus();
  const close = () => {
    if (!isTop()) return;
    if (props.hasUnsaved ?? typed.hasTyped()) setAsking(true);
    else onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      fullScreen={isFullScreen}
      closeOnClickOutside={!isFirm && props.closeOnClickOutside !== false}
      closeOnEscape={!isFirm}
      withCloseButton={!isFirm}
      {...typed.watch}
      {...(classNames === undefined ? {} : { classNames })}
    >
      {children}
      {isAsking && hasUnsaved ? <UnsavedQuestion onStay={() => setAsking(false)} onDiscard={onClose} /> : null}
    </Modal>
  );
}

type QuestionProps = { readonly onStay: () => void; readonly onDiscard: () => void };

function UnsavedQuestion({ onStay, onDiscard }: QuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);
  // The question stands below the fields: without the focus it could lie out of view.
  useEffect(() => stay.current?.focus(), []);
  return (
    <Alert color="yellow" mt="md" title={texts.unsaved}>
      <Group gap="xs">
        <Button ref={stay} size="xs" onClick={onStay}>
          {texts.stay}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </Group>
    </Alert>
  );
}
