import type { Account } from '@kianda/contract/people/identity/identity.schemas';
import { createContext, type ReactNode, useContext } from 'react';
import type { Application } from './application.ts';

const ApplicationContext = createContext<Application | null>(null);
const AccountContext = createContext<Account | null>(null);

export function ApplicationProvider({
  value,
  children,
}: {
  readonly value: Application;
  readonly children: ReactNode;
}) {
  return <ApplicationContext value={value}>{children}</ApplicationContext>;
}

export function AccountProvider({ value, children }: { readonly value: Account; readonly children: ReactNode }) {
  return <AccountContext value={value}>{children}</AccountContext>;
}

/** The client layer. Throws outside the application. */
export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (application === null) throw new Error('useApplication: no ApplicationProvider above this component');
  return application;
}

/** The signed-in account. Throws outside the signed-in part. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('useAccount: no AccountProvider above this component');
  return account;
}

/** The signed-in account, or null before sign-in. */
export function useMaybeAccount(): Account | null {
  return useContext(AccountContext);
}
