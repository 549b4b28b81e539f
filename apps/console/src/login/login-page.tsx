import { platformInfo } from '@kianda/contract/dashboard/dashboard.contract';
import type { Account, SignIn } from '@kianda/contract/identity/identity.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApplication } from '../client/context.tsx';
import { useEndpoint } from '../client/use-endpoint.ts';
import { parseSearch, validateLogin, validateSection } from '../search.ts';
import { accountKey } from '../session/account-key.ts';
import { PasswordForm } from '../shell/account/password-form.tsx';
import { BrandMark } from '../shell/brand.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { SeaFloor } from './sea-floor.tsx';
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
    <div className={styles.page}>
      <aside className={styles.art} aria-label={loginTexts.about}>
        <SeaFloor />
        <p className={styles.claim}>{loginTexts.claim}</p>
      </aside>
      <main className={styles.main}>
        <div className={styles.box}>
          <div className={styles.brand}>
            <BrandMark size={40} />
            <div>
              <p className={styles.product}>{loginTexts.product}</p>
              <p className={styles.subtitle}>{loginTexts.subtitle}</p>
            </div>
          </div>
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
          <Operator />
        </div>
      </main>
    </div>
  );
}

function Operator() {
  const info = useEndpoint(platformInfo, {}, { refetchSeconds: 0 }).sourced?.value;
  return (
    <footer className={styles.operator}>
      {info === undefined ? null : (
        <>
          <p>{info.operatorName}</p>
          {info.supportEmail === '' ? null : (
            <p>
              {loginTexts.support} <a href={`mailto:${info.supportEmail}`}>{info.supportEmail}</a>
            </p>
          )}
        </>
      )}
    </footer>
  );
}
