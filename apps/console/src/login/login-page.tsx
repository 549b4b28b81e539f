import type { Account, SignIn } from '@kianda/contract/identity/identity.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApplication } from '../client/context.tsx';
import { parseSearch, validateLogin, validateSection } from '../search.ts';
import { accountKey } from '../session/account-key.ts';
import { PasswordForm } from '../shell/account/password-form.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';
import { loginTexts } from './texts.pt.ts';

/** The one page outside the session. */
export function LoginPage() {
  const { keeper, setAccount } = useApplication();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { next, reason } = validateLogin(useSearch({ strict: false }));
  // Whoever left the forced change half-way is still signed in, and comes back to it.
  const [mustChange, setMustChange] = useState<{ readonly currentPassword: string | undefined } | null>(() =>
    queries.getQueryData<Account>(accountKey)?.mustChangePassword === true ? { currentPassword: undefined } : null,
  );

  useEffect(() => {
    document.title = loginTexts.pageTitle;
  }, []);

  const enter = () => {
    void navigate({ to: '/', search: next === undefined ? {} : validateSection(parseSearch(next)), replace: true });
  };
  const onSignedIn = (signIn: SignIn, currentPassword: string | undefined) => {
    keeper.start(signIn);
    setAccount(signIn.account);
    if (signIn.mustChangePassword) {
      setMustChange({ currentPassword });
      return;
    }
    queries.setQueryData(accountKey, signIn.account);
    enter();
  };

  return (
    <LoginFrame>
      {mustChange === null ? (
        <>
          <h1 className={styles.title}>{loginTexts.title}</h1>
          {reason === undefined ? null : (
            <p className={styles.reason} role="status">
              {loginTexts.reasons[reason]}
            </p>
          )}
          <LoginForm onSignedIn={onSignedIn} />
        </>
      ) : (
        <>
          <h1 className={styles.title}>{loginTexts.changeTitle}</h1>
          <p className={styles.reason}>{loginTexts.changeBody}</p>
          <PasswordForm currentPassword={mustChange.currentPassword} onDone={enter} />
        </>
      )}
    </LoginFrame>
  );
}
