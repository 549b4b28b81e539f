import {
  authLogin,
  authMethods,
  authOidcExchange,
  authOidcStart,
  type SignIn,
} from '@kianda/contract/people/identity/identity.contract';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useApplication } from '../client/context.tsx';
import { urlOf } from '../client/request.ts';
import { useAction } from '../client/use-action.ts';
import { useEndpoint } from '../client/use-endpoint.ts';
import { notify } from '../platform/notices.ts';
import styles from './login.module.css';
import { beginOidc, readOidcReturn, takeVerifier } from './oidc.ts';
import { loginTexts } from './texts.pt.ts';

const ForgottenForm = lazy(() => import('./forgotten-form.tsx'));

type Props = {
  /** Known where a session that ended is gone on with. */
  readonly initialEmail?: string;
  readonly onSignedIn: (signIn: SignIn, password: string | undefined) => void;
};

/** The form that signs in, and the way for those who forgot their password. */
export function LoginForm({ initialEmail = '', onSignedIn }: Props) {
  const [email, setEmail] = useState(initialEmail);
  const [isForgotten, setForgotten] = useState(false);
  if (isForgotten) {
    return (
      <Suspense fallback={null}>
        <ForgottenForm email={email} onBack={() => setForgotten(false)} />
      </Suspense>
    );
  }
  return (
    <>
      <SignInForm email={email} isKnown={initialEmail !== ''} onEmail={setEmail} onSignedIn={onSignedIn} />
      <button type="button" className={styles.more} onClick={() => setForgotten(true)}>
        {loginTexts.forgotten.open}
      </button>
      <ProviderButton />
    </>
  );
}

type FormProps = Pick<Props, 'onSignedIn'> & {
  readonly email: string;
  readonly isKnown: boolean;
  readonly onEmail: (email: string) => void;
};

/** E-mail, password and, where set up, a one-time code. */
function SignInForm({ email, isKnown, onEmail, onSignedIn }: FormProps) {
  const login = useAction(authLogin);
  const { devices } = useApplication();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const provider = useProviderReturn(onSignedIn);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const totp = code.replaceAll(/\s/g, '');
    const outcome = await login.run(
      { body: { email, password, deviceTokens: devices.read(), ...(totp === '' ? {} : { totp }) } },
      { offline: 'fail' },
    );
    if (outcome.state !== 'done') return;
    const { deviceToken, refused, ...signIn } = outcome.data;
    devices.put(signIn.account.id, deviceToken);
    if (refused !== null) notify({ tone: 'warning', ...loginTexts.refused(refused.count, refused.lastAt) });
    onSignedIn(signIn, password);
  };

  const message = login.failure?.message ?? provider.failure;
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form}>
      <TextInput
        type="email"
        name="email"
        label={loginTexts.email}
        autoComplete="username"
        size="md"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <PasswordInput
        name="password"
        label={loginTexts.password}
        autoComplete="current-password"
        size="md"
        required
        withAsterisk={false}
        data-autofocus={isKnown || undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {hasCode ? (
        <TextInput
          name="totp"
          label={loginTexts.code}
          description={loginTexts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          maxLength={16}
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : (
        <button type="button" className={styles.more} onClick={() => setHasCode(true)}>
          {loginTexts.showCode}
        </button>
      )}
      {message === null ? null : (
        <p role="alert" className={styles.error}>
          {message}
        </p>
      )}
      <Button type="submit" size="md" loading={login.isRunning || provider.isWorking}>
        {loginTexts.submit}
      </Button>
    </form>
  );
}

function ProviderButton() {
  const methods = useEndpoint(authMethods, {}, { refetchSeconds: 0 }).sourced?.value;
  if (methods === undefined || methods.oidc === null) return null;
  const start = async () => {
    const challenge = await beginOidc(window.sessionStorage);
    window.location.assign(urlOf('', authOidcStart, { query: { challenge } }));
  };
  return (
    <>
      <p className={styles.or}>{loginTexts.or}</p>
      <Button variant="default" size="md" fullWidth onClick={() => void start()}>
        {loginTexts.oidc(methods.oidc.label)}
      </Button>
    </>
  );
}

/** Finishes a sign-in that comes back from the provider with `#code=` or `#error=` in the address. */
function useProviderReturn(onSignedIn: Props['onSignedIn']): {
  readonly isWorking: boolean;
  readonly failure: string | null;
} {
  const exchange = useAction(authOidcExchange);
  const [failure, setFailure] = useState<string | null>(null);
  const isDone = useRef(false);
  const { run } = exchange;
  useEffect(() => {
    const back = readOidcReturn(window.location.hash);
    // The code serves once: a second run of this effect must not spend it.
    if (back === null || isDone.current) return;
    isDone.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    if ('error' in back) {
      const known: Readonly<Record<string, string>> = loginTexts.oidcFailures;
      setFailure(known[back.error] ?? loginTexts.oidcUnknown);
      return;
    }
    const verifier = takeVerifier(window.sessionStorage);
    if (verifier === null) {
      setFailure(loginTexts.oidcFailures.oidc_expired);
      return;
    }
    void run({ body: { code: back.code, verifier } }, { offline: 'fail' }).then((outcome) => {
      if (outcome.state === 'done') onSignedIn(outcome.data, undefined);
      else if (outcome.state === 'failed') setFailure(outcome.failure.message);
    });
  }, [run, onSignedIn]);
  return { isWorking: exchange.isRunning, failure };
}
