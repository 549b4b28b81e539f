import type { DataOf } from '@kianda/contract';
import {
  type Account,
  authTotpConfirm,
  authTotpDisable,
  authTotpEnrol,
} from '@kianda/contract/people/identity/identity.contract';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAccount, useApplication } from '../../client/context.tsx';
import { useAction } from '../../client/use-action.ts';
import { notify } from '../../platform/notices.ts';
import { accountKey } from '../../session/account-key.ts';
import styles from './account.module.css';
import { accountTexts } from './texts.pt.ts';
import { TwoStepOffer } from './two-step-offer.tsx';

/** Sets up two-step verification, or takes it away. */
export function TwoStep() {
  const account = useAccount();
  return account.totpEnabled ? <Disable /> : <EnrolTwoStep hasPassword={account.hasPassword} />;
}

function useAccountUpdate(): (account: Account, message: string) => void {
  const { setAccount } = useApplication();
  const queries = useQueryClient();
  return (account, message) => {
    setAccount(account);
    queries.setQueryData(accountKey, account);
    notify({ tone: 'success', message });
  };
}

type EnrolProps = {
  readonly hasPassword: boolean;
  /** Known where the person has just typed it. */
  readonly currentPassword?: string | undefined;
  readonly onDone?: () => void;
};

/** Shows a new secret and takes its first code. */
export function EnrolTwoStep({ hasPassword, currentPassword, onDone }: EnrolProps) {
  const enrol = useAction(authTotpEnrol);
  const confirm = useAction(authTotpConfirm);
  const update = useAccountUpdate();
  const [password, setPassword] = useState(currentPassword ?? '');
  const [code, setCode] = useState('');
  const [offer, setOffer] = useState<DataOf<typeof authTotpEnrol> | null>(null);

  const begin = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await enrol.run({ body: hasPassword ? { currentPassword: password } : {} }, { offline: 'fail' });
    if (outcome.state === 'done') setOffer(outcome.data);
  };
  const finish = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await confirm.run({ body: { code } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    update(outcome.data, accountTexts.activated);
    onDone?.();
  };

  if (offer === null) {
    return (
      <form onSubmit={(event) => void begin(event)} className={styles.form}>
        <p>{accountTexts.twoStepOff}</p>
        {hasPassword && currentPassword === undefined ? (
          <PasswordInput
            label={accountTexts.twoStepPassword}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <Problem message={enrol.failure?.message} />
        <Button type="submit" loading={enrol.isRunning}>
          {accountTexts.start}
        </Button>
      </form>
    );
  }
  return (
    <form onSubmit={(event) => void finish(event)} className={styles.form}>
      <TwoStepOffer offer={offer} />
      <CodeInput value={code} onChange={setCode} />
      <Problem message={confirm.failure?.message} />
      <Button type="submit" loading={confirm.isRunning}>
        {accountTexts.confirm}
      </Button>
    </form>
  );
}

function Disable() {
  const disable = useAction(authTotpDisable);
  const update = useAccountUpdate();
  const [code, setCode] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await disable.run({ body: { code } }, { offline: 'fail' });
    if (outcome.state === 'done') update(outcome.data, accountTexts.disabled);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form}>
      <p>{accountTexts.twoStepOn}</p>
      <p>{accountTexts.disableHint}</p>
      <CodeInput value={code} onChange={setCode} />
      <Problem message={disable.failure?.message} />
      <Button type="submit" color="red" variant="light" loading={disable.isRunning}>
        {accountTexts.disable}
      </Button>
    </form>
  );
}

function CodeInput({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  return (
    <TextInput
      label={accountTexts.code}
      description={accountTexts.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Problem({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" className={styles.error}>
      {message}
    </p>
  );
}
