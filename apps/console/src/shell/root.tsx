import type { Account, SignIn } from '@kianda/contract/people/identity/identity.contract';
import { hasUnsavedText } from '@kianda/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ComponentType, Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SessionEnd } from '../client/application.ts';
import { useApplication } from '../client/context.tsx';
import { forgetNoticeHeights } from '../platform/notice-height.ts';
import { followTyping, type TypedText } from '../platform/typed-text.ts';
import { accountKey } from '../session/account-key.ts';

type AgainProps = {
  readonly account: Account;
  readonly onSignedIn: (signIn: SignIn) => void;
  readonly onLeave: () => void;
};
type Paused = { readonly account: Account; readonly SignInAgain: ComponentType<AgainProps> };

/**
 * Above both places: takes this tab to the sign-in page when the session ends, here or in another tab. A page that holds
 * typed text stays where it is, below a sign-in of its own.
 */
export function Root() {
  const { keeper, setAccount, onSessionEnd } = useApplication();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const location = useRouterState({ select: (state) => state.location });
  const [paused, setPaused] = useState<Paused | null>(null);
  // Another account sees nothing of the page of the one before.
  const [owner, setOwner] = useState(0);
  const typed = useRef<TypedText>(null);
  useEffect(() => {
    typed.current = followTyping(document);
    return typed.current.stop;
  }, []);

  const leave = (reason: SessionEnd) => {
    setPaused(null);
    queries.clear();
    forgetNoticeHeights(window.localStorage);
    if (location.pathname === '/login') return;
    const next = reason === 'expired' && location.searchStr !== '' ? { next: location.searchStr } : {};
    void navigate({ to: '/login', search: { reason, ...next } });
  };
  const end = useEffectEvent((reason: SessionEnd) => {
    const account = queries.getQueryData<Account>(accountKey);
    const isHeld =
      reason === 'expired' && location.pathname === '/' && (hasUnsavedText() || typed.current?.isHeld() === true);
    if (!isHeld || account === undefined) {
      leave(reason);
      return;
    }
    import('../login/sign-in-again.tsx').then(
      (part) => setPaused({ account, SignInAgain: part.default }),
      () => leave(reason),
    );
  });
  useEffect(() => onSessionEnd((reason) => end(reason)), [onSessionEnd]);
  const goOn = (signIn: SignIn) => {
    keeper.start(signIn);
    setAccount(signIn.account);
    setPaused(null);
    const isOther = signIn.account.id !== paused?.account.id;
    if (isOther) queries.clear();
    queries.setQueryData(accountKey, signIn.account);
    if (isOther) {
      setOwner((before) => before + 1);
      void navigate({ to: '/', search: {} });
    } else void queries.invalidateQueries();
  };
  return (
    <>
      <Fragment key={owner}>
        <Outlet />
      </Fragment>
      {paused === null ? null : (
        <paused.SignInAgain account={paused.account} onSignedIn={goOn} onLeave={() => leave('expired')} />
      )}
    </>
  );
}
