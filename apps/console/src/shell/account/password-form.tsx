import { authPassword, passwordLengthMin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApplication } from '../../client/context.tsx';
import { useAction } from '../../client/use-action.ts';
import { notify } from '../../platform/notices.ts';
import { accountKey } from '../../session/account-key.ts';
import styles from './account.module.css';
import { accountTexts } from './texts.pt.ts';

type Props = {
  readonly onDone: (signIn: SignIn, newPassword: string) => void;
  /** Known where the person has just typed it, at the forced change. */
  readonly currentPassword?: string | undefined;
};

/** Changes the password; the answer carries the tokens with which this session goes on. */
export function PasswordForm({ onDone, currentPassword }: Props) {
  const { keeper, setAccount } = useApplication();
  const queries = useQueryClient();
  const change = useAction(authPassword);
  const [given, setGiven] = useState(currentPassword ?? '');
  const [wanted, setWanted] = useState('');
  const [repeated, setRepeated] = useState('');
  const [complaint, setComplaint] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setComplaint(null);
    if (wanted.length < passwordLengthMin) return setComplaint(accountTexts.passwordShort);
    if (wanted !== repeated) return setComplaint(accountTexts.passwordsDiffer);
    const outcome = await change.run({ body: { currentPassword: given, newPassword: wanted } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    keeper.start(outcome.data);
    setAccount(outcome.data.account);
    queries.setQueryData(accountKey, outcome.data.account);
    notify({ tone: 'success', message: accountTexts.passwordChanged });
    onDone(outcome.data, wanted);
  };

  const message = complaint ?? change.failure?.issues?.[0]?.message ?? change.failure?.message ?? null;
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form}>
      {currentPassword === undefined ? (
        <PasswordInput
          label={accountTexts.currentPassword}
          autoComplete="current-password"
          required
          value={given}
          onChange={(event) => setGiven(event.currentTarget.value)}
        />
      ) : null}
      <PasswordInput
        label={accountTexts.newPassword}
        description={accountTexts.passwordRule}
        autoComplete="new-password"
        required
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <PasswordInput
        label={accountTexts.repeatPassword}
        autoComplete="new-password"
        required
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      {message === null ? null : (
        <p role="alert" className={styles.error}>
          {message}
        </p>
      )}
      <Button type="submit" loading={change.isRunning}>
        {accountTexts.changePassword}
      </Button>
    </form>
  );
}
