import type { Account, SignIn } from '@kianda/contract/people/identity/identity.contract';
import { cx, Dialog } from '@kianda/ui';
import { Button } from '@mantine/core';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { loginTexts } from './texts.pt.ts';

const texts = loginTexts.again;

type Props = {
  /** Whose session ended. */
  readonly account: Account;
  readonly onSignedIn: (signIn: SignIn) => void;
  /** Gives up what is written on the page. */
  readonly onLeave: () => void;
};

/** Sign-in over a page that holds typed text: the page stays as it is below, and nothing of it can be read. */
export default function SignInAgain({ account, onSignedIn, onLeave }: Props) {
  return (
    <Dialog isFirm isFullScreen hasUnsaved={false} title={texts.title} onClose={onLeave}>
      <div className={cx(styles.box, styles.again)}>
        <p className={styles.reason} role="status">
          {texts.body}
        </p>
        <LoginForm initialEmail={account.email} onSignedIn={onSignedIn} />
        <p className={styles.reason}>{texts.other}</p>
        <Button variant="default" onClick={onLeave}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  );
}
