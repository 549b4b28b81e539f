import { type DataOf, roleNames } from '@kianda/contract';
import { linkAccept, linkRead, linkTwoStep } from '@kianda/contract/people/identity/access-links.contract';
import { passwordLengthMin } from '@kianda/contract/people/identity/identity.contract';

import { Instant, SkeletonLines } from '@kianda/ui';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApplication } from '../client/context.tsx';
import { useAction } from '../client/use-action.ts';
import { accountKey } from '../session/account-key.ts';
import form from '../shell/account/account.module.css';
import { accountTexts } from '../shell/account/texts.pt.ts';
import { TwoStepOffer } from '../shell/account/two-step-offer.tsx';
import styles from './login.module.css';
import { LoginFrame } from './login-frame.tsx';
import { loginTexts } from './texts.pt.ts';

const texts = loginTexts.invitation;
/** The same at every render: the effects below must not run again for a new list. */
const refreshesNothing = [] as const;

/** Page of a link that opens an account: its owner sets name, password and, where demanded, the second step. */
export function InvitationPage() {
  const token = useRef(window.location.hash.slice(1));
  const reading = useAction(linkRead, refreshesNothing);
  const [link, setLink] = useState<DataOf<typeof linkRead> | null>(null);
  const { run } = reading;

  useEffect(() => {
    document.title = texts.pageTitle;
    let isShown = true;
    void run({ body: { token: token.current } }, { offline: 'fail' }).then((outcome) => {
      if (isShown && outcome.state === 'done') setLink(outcome.data);
    });
    return () => {
      isShown = false;
    };
  }, [run]);

  return (
    <LoginFrame>
      <h1 className={styles.title}>{texts.titles[link?.purpose ?? 'invitation']}</h1>
      {link === null && reading.failure === null ? <SkeletonLines lines={4} /> : null}
      {reading.failure === null ? null : (
        <>
          <p role="alert" className={styles.error}>
            {reading.failure.code === 'validation_failed' ? texts.incomplete : reading.failure.message}
          </p>
          <p>{texts.askAgain}</p>
          <a href="/login">{texts.toLogin}</a>
        </>
      )}
      {link === null ? null : <Accept link={link} token={token.current} />}
    </LoginFrame>
  );
}

type Link = DataOf<typeof linkRead>;

/** State of the form that accepts a link, and the act itself: password, name and second step, then the session. */
function useAcceptance(link: Link, token: string) {
  const { keeper, setAccount } = useApplication();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const accept = useAction(linkAccept);
  const [name, setName] = useState(link.name);
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [code, setCode] = useState('');
  const isRecovery = link.purpose === 'recovery';
  const [wantsTwoStep, setWantsTwoStep] = useState(link.twoStepRequired);
  const [complaint, setComplaint] = useState<string | null>(null);
  const enrolment = useEnrolment(wantsTwoStep && !isRecovery, token);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setComplaint(null);
    if (password.length < passwordLengthMin) return setComplaint(accountTexts.passwordShort);
    if (password !== repeated) return setComplaint(accountTexts.passwordsDiffer);
    const body = { token, name, newPassword: password, ...(wantsTwoStep ? { totp: code } : {}) };
    const outcome = await accept.run({ body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    keeper.start(outcome.data);
    setAccount(outcome.data.account);
    queries.setQueryData(accountKey, outcome.data.account);
    // The used link must not stay in the history.
    void navigate({ to: '/', search: {}, replace: true });
  };

  const { failure } = accept;
  const message = complaint ?? failure?.issues?.[0]?.message ?? failure?.message ?? enrolment.failure?.message ?? null;
  return {
    name: [name, setName],
    password: [password, setPassword],
    repeated: [repeated, setRepeated],
    code: [code, setCode],
    wantsTwoStep: [wantsTwoStep, setWantsTwoStep],
    offer: wantsTwoStep ? enrolment.offer : null,
    message,
    isRunning: accept.isRunning,
    submit,
  } as const;
}

/** Secret of the second step, asked for once it is wanted. */
function useEnrolment(isWanted: boolean, token: string) {
  const { run, failure } = useAction(linkTwoStep, refreshesNothing);
  const [offer, setOffer] = useState<DataOf<typeof linkTwoStep> | null>(null);
  useEffect(() => {
    if (!isWanted || offer !== null) return;
    void run({ body: { token } }, { offline: 'fail' }).then((outcome) => {
      if (outcome.state === 'done') setOffer(outcome.data);
    });
  }, [isWanted, offer, run, token]);
  return { offer, failure };
}

function Accept({ link, token }: { readonly link: Link; readonly token: string }) {
  const acceptance = useAcceptance(link, token);
  const [name, setName] = acceptance.name;
  const [password, setPassword] = acceptance.password;
  const [repeated, setRepeated] = acceptance.repeated;
  return (
    <>
      <p className={styles.reason}>
        <Instant at={link.expiresAt} words={(at) => texts.about(link.email, roleNames[link.role], at)} />
      </p>
      <form onSubmit={(event) => void acceptance.submit(event)} className={form.form}>
        {link.purpose === 'recovery' ? null : (
          <TextInput
            label={texts.name}
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {/* Password managers take the account from here. */}
        <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
        <PasswordInput
          label={accountTexts.newPassword}
          description={accountTexts.passwordRule}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={accountTexts.repeatPassword}
          autoComplete="new-password"
          required
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        <SecondStep link={link} acceptance={acceptance} />
        {acceptance.message === null ? null : (
          <p role="alert" className={styles.error}>
            {acceptance.message}
          </p>
        )}
        <Button type="submit" size="md" loading={acceptance.isRunning}>
          {texts.submits[link.purpose]}
        </Button>
      </form>
    </>
  );
}

type StepProps = { readonly link: Link; readonly acceptance: ReturnType<typeof useAcceptance> };

function SecondStep({ link, acceptance }: StepProps) {
  const [wantsTwoStep, setWantsTwoStep] = acceptance.wantsTwoStep;
  const [code, setCode] = acceptance.code;
  const { offer } = acceptance;
  const codeField = (
    <TextInput
      label={accountTexts.code}
      description={accountTexts.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={16}
      value={code}
      onChange={(event) => setCode(event.currentTarget.value)}
    />
  );
  // A recovery changes the password alone: an account with a second step gives its code.
  if (link.purpose === 'recovery') return link.twoStepRequired ? codeField : null;
  return (
    <>
      {link.twoStepRequired ? (
        <p>{texts.twoStepRequired}</p>
      ) : (
        <Checkbox
          label={texts.twoStepWish}
          checked={wantsTwoStep}
          onChange={(event) => setWantsTwoStep(event.currentTarget.checked)}
        />
      )}
      {offer === null ? null : (
        <>
          <TwoStepOffer offer={offer} />
          {codeField}
        </>
      )}
    </>
  );
}
