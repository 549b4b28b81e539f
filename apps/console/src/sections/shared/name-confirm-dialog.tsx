import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  readonly title: string;
  /** Consequences of the removal. */
  readonly body: string;
  readonly confirm: string;
  /** Label of the field, which says the name that is to be typed. */
  readonly label: string;
  readonly name: string;
  /** `Ana@Kianda.ao` then stands for `ana@kianda.ao`. */
  readonly ignoresCase?: boolean;
  /** Receives the name as it was typed; answers what went wrong, or null. */
  readonly onConfirm: (typed: string) => Promise<string | null>;
  readonly onClose: () => void;
  /** Further knowledge that it needs before it is sent, and whether that is there. */
  readonly children?: ReactNode;
  readonly isFit?: boolean;
};

/** Asks before something is removed for good, and lets it go only once the thing's own name is typed. */
export function NameConfirmDialog(props: Props) {
  const { title, body, confirm, label, name, ignoresCase = false, onConfirm, onClose, isFit = true } = props;
  const [typed, setTyped] = useState('');
  const trimmed = typed.trim();
  const isName = ignoresCase ? trimmed.toLowerCase() === name.toLowerCase() : trimmed === name;
  return (
    <ConfirmDialog
      title={title}
      body={body}
      confirm={confirm}
      isDangerous
      isFit={isFit && isName}
      onConfirm={() => onConfirm(trimmed)}
      onClose={onClose}
    >
      {props.children}
      <TextInput
        label={label}
        required
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
