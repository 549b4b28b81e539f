import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { linkForgotten } from '@kianda/contract/people/identity/access-links.contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../client/use-action.ts';
import { useEndpoint } from '../client/use-endpoint.ts';
import styles from './login.module.css';
import { loginTexts } from './texts.pt.ts';

const texts = loginTexts.forgotten;
/** The same at every render. */
const refreshesNothing = [] as const;

/** Asks for a link by mail, and says the same whether the address has an account or not; without mail, who can help. */
export default function ForgottenForm({
  email: given,
  onBack,
}: {
  readonly email: string;
  readonly onBack: () => void;
}) {
  const request = useAction(linkForgotten, refreshesNothing);
  const [email, setEmail] = useState(given);
  const [isSent, setSent] = useState<boolean | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await request.run({ body: { email } }, { offline: 'fail' });
    if (outcome.state === 'done') setSent(outcome.data.sent);
  };
  return (
    <div className={styles.form}>
      <h2 className={styles.forgotten}>{texts.open}</h2>
      {isSent === null ? (
        <form onSubmit={(event) => void submit(event)} className={styles.form}>
          <p className={styles.reason}>{texts.text}</p>
          <TextInput
            type="email"
            name="email"
            label={loginTexts.email}
            autoComplete="username"
            size="md"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {request.failure === null ? null : (
            <p role="alert" className={styles.error}>
              {request.failure.message}
            </p>
          )}
          <Button type="submit" size="md" loading={request.isRunning}>
            {texts.submit}
          </Button>
        </form>
      ) : null}
      <div role="status">
        {isSent === true ? <p>{texts.sent}</p> : null}
        {isSent === false ? <NoMail /> : null}
      </div>
      <button type="button" className={styles.more} onClick={onBack}>
        {texts.back}
      </button>
    </div>
  );
}

function NoMail() {
  const info = useEndpoint(platformInfo, {}, { refetchSeconds: 0 }).sourced?.value;
  return (
    <>
      <p>{texts.noMail}</p>
      {info === undefined ? null : (
        <p>
          {info.supportEmail === '' ? (
            texts.noContact
          ) : (
            <>
              {texts.contact} <a href={`mailto:${info.supportEmail}`}>{info.supportEmail}</a>
            </>
          )}
        </p>
      )}
    </>
  );
}
