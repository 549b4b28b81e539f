import { createContext, useContext } from 'react';
import type { Session } from '../client/session.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The conversation with the console around this page. Throws outside the provider. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession: no SessionProvider above this component');
  return session;
}

const SchemeContext = createContext<'light' | 'dark'>('light');
export const SchemeProvider = SchemeContext.Provider;

/** The colour scheme shown. */
export function useScheme(): 'light' | 'dark' {
  return useContext(SchemeContext);
}

const SetSchemeContext = createContext<(scheme: 'light' | 'dark') => void>(() => undefined);
export const SetSchemeProvider = SetSchemeContext.Provider;

/** Shows the page in a colour scheme of its own, until the console's changes. */
export function useSetScheme(): (scheme: 'light' | 'dark') => void {
  return useContext(SetSchemeContext);
}
