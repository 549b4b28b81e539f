import { NumberInput, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAccount } from '../../client/context.tsx';
import type { CallFailure } from '../../client/failure.ts';
import { DialogFoot } from './dialog-foot.tsx';
import { sharedTexts } from './texts.pt.ts';

const texts = sharedTexts.key;
const usualDays = 90;

/** Fields of every key for programs; the password only where the account has one. */
export type KeyTerms = { readonly name: string; readonly days: number; readonly currentPassword?: string };

type Props = {
  readonly nameHelp: string;
  readonly daysMax: number;
  /** Whether what the key may do is chosen. */
  readonly isReady?: boolean;
  readonly action: { readonly isRunning: boolean; readonly failure: CallFailure | null };
  readonly onSend: (terms: KeyTerms) => void;
  readonly onClose: () => void;
  /** Permissions of the key. */
  readonly children: ReactNode;
};

/** Asks for a new key of a program: its name, how long it holds, what it may do, and who asks. */
export function KeyForm({ nameHelp, daysMax, isReady = true, action, onSend, onClose, children }: Props) {
  const { hasPassword } = useAccount();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | string>(usualDays);
  const [password, setPassword] = useState('');
  const isFit = isReady && typeof days === 'number' && name.trim() !== '' && (!hasPassword || password !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFit || action.isRunning) return;
    onSend({ name, days, ...(hasPassword ? { currentPassword: password } : {}) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          description={nameHelp}
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          label={texts.days}
          min={1}
          max={daysMax}
          allowDecimal={false}
          required
          value={days}
          onChange={setDays}
        />
        {children}
        {hasPassword ? (
          <PasswordInput
            label={texts.password}
            description={texts.passwordHelp}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <DialogFoot
          failure={action.failure === null ? null : (action.failure.issues?.[0]?.message ?? action.failure.message)}
          confirm={texts.confirm}
          isRunning={action.isRunning}
          isReady={isFit}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
