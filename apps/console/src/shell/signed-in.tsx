import { authMe } from '@kianda/contract/people/identity/identity.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useEffect } from 'react';
import { AccountProvider, useApplication } from '../client/context.tsx';
import { toFailure } from '../client/failure.ts';
import { firstScreen } from '../sections/first-section.ts';
import { accountKey } from '../session/account-key.ts';
import { Shell } from './shell.tsx';
import styles from './signed-in.module.css';
import { shellTexts } from './texts.pt.ts';

/** The signed-in part: knows the account before anything of it is drawn. */
export function SignedIn() {
  const { client, setAccount } = useApplication();
  // Null once the sign-in page is on its way: asked for again, it would come back to itself.
  const searchStr = useRouterState({
    select: ({ location }) => (location.pathname === '/login' ? null : location.searchStr),
  });
  const query = useQuery({
    queryKey: accountKey,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
    queryFn: async ({ signal }) => {
      const { data } = await client.call(authMe, {}, { signal, isAlone: true });
      setAccount(data);
      await firstScreen();
      return data;
    },
  });
  const isFromSignIn = query.data !== undefined && !query.isFetchedAfterMount;
  useEffect(() => {
    // The sign-in told who this is, and nothing of it is kept: without this copy a reload offline would know nobody.
    if (isFromSignIn) void client.call(authMe, {}).catch(() => undefined);
  }, [client, isFromSignIn]);
  // The shell and its screen are drawn in pieces, between which the page answers.
  const account = useDeferredValue(query.data);
  if (query.data !== undefined && account !== undefined) {
    if (query.data.mustChangePassword || query.data.mustSetUpTwoStep) {
      if (searchStr === null) return null;
      return <Navigate to="/login" search={searchStr === '' ? {} : { next: searchStr }} />;
    }
    return (
      <AccountProvider value={account}>
        <Shell />
      </AccountProvider>
    );
  }
  if (query.isError) {
    const failure = toFailure(query.error);
    // The session's end is already on its way to the sign-in page.
    if (failure.kind === 'signed-out') return null;
    return (
      <main className={styles.screen}>
        <h1 className={styles.title}>{shellTexts.sessionFailed}</h1>
        <p role="alert">{failure.message}</p>
        <Button onClick={() => void query.refetch()} loading={query.isFetching}>
          {shellTexts.retry}
        </Button>
      </main>
    );
  }
  return (
    <main className={styles.screen} aria-busy="true">
      <span className={styles.pulse} aria-hidden="true" />
      <p role="status">{shellTexts.loadingSession}</p>
    </main>
  );
}
