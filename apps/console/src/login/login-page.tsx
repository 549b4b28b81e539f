import type { Account, SignIn } from '@kianda/contract/people/identity/identity.contract';
import { SkeletonLines } from '@kianda/ui';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useApplication } from '../client/context.tsx';
import type { LoginSearch } from '../search.ts';
import { accountKey } from '../session/account-key.ts';
import { PasswordForm } from '../shell/account/password-form.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';
import { loginTexts } from './texts.pt.ts';

const EnrolTwoStep = lazy(async () => ({
  default: (await import('../shell/account/two-step.tsx')).EnrolTwoStep,
}));

type Props = {
  readonly reason: LoginSearch['reason'];
  /** Opens the console for the account that has just signed in. */
  readonly onEnter: () => void;
};

/** The one page outside the session. */
export function LoginPage({ reason, onEnter }: Props) {
  const { keeper, setAccount } = useApplication();
  const queries = useQueryClient();
  // A person who left a required step half-way is still signed in, and comes back to it.
  const [step, setStep] = useState(() => stepOf(queries.getQueryData<Account>(accountKey), undefined));

  useEffect(() => {
    document.title = loginTexts.pageTitle;
  }, []);

  const goOn = (account: Account, currentPassword: string | undefined) => {
    const next = stepOf(account, currentPassword);
    setStep(next);
    if (next === null) onEnter();
  };
  const onSignedIn = (signIn: SignIn, currentPassword: string | undefined) => {
    keeper.start(signIn);
    setAccount(signIn.account);
    queries.setQueryData(accountKey, signIn.account);
    goOn(signIn.account, currentPassword);
  };

  if (step === null) {
    return (
      <LoginFrame>
        <h1 className={styles.title}>{loginTexts.title}</h1>
        {reason === undefined ? null : (
          <p className={styles.reason} role="status">
            {loginTexts.reasons[reason]}
          </p>
        )}
        <LoginForm onSignedIn={onSignedIn} />
      </LoginFrame>
    );
  }
  return (
    <LoginFrame>
      <h1 className={styles.title}>{loginTexts.steps[step.kind].title}</h1>
      <p className={styles.reason}>{loginTexts.steps[step.kind].body}</p>
      {step.kind === 'password' ? (
        <PasswordForm
          currentPassword={step.currentPassword}
          onDone={({ account }, newPassword) => goOn(account, newPassword)}
        />
      ) : (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <EnrolTwoStep hasPassword={step.hasPassword} currentPassword={step.currentPassword} onDone={onEnter} />
        </Suspense>
      )}
    </LoginFrame>
  );
}

type Step = {
  readonly kind: 'password' | 'two-step';
  readonly hasPassword: boolean;
  /** Known where the person has just typed it. */
  readonly currentPassword: string | undefined;
};

/** Step that the account must complete before anything else opens; null for none. */
function stepOf(account: Account | undefined, currentPassword: string | undefined): Step | null {
  if (account === undefined || !(account.mustChangePassword || account.mustSetUpTwoStep)) return null;
  const kind = account.mustChangePassword ? 'password' : 'two-step';
  return { kind, hasPassword: account.hasPassword, currentPassword };
}
