import { type Clock, ClockProvider, PreferencesProvider } from '@kianda/ui';
import { cssVariablesResolver, theme } from '@kianda/ui/theme/theme.ts';
import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Application } from './client/application.ts';
import { ApplicationProvider } from './client/context.tsx';
import { CallFailure } from './client/failure.ts';
import { NoticeHost } from './platform/notice-host.tsx';
import {
  type ColourScheme,
  initialPreferences,
  type StoredPreferences,
  savePreferences,
} from './platform/preferences-store.ts';
import { useMedia } from './platform/use-media.ts';
import { accountKey } from './session/account-key.ts';

type Settings = {
  readonly preferences: StoredPreferences;
  readonly change: (part: Partial<StoredPreferences>) => void;
};

const SettingsContext = createContext<Settings>({ preferences: initialPreferences, change: () => undefined });

/** This person's choices of presentation and the way to change them. */
export function useSettings(): Settings {
  return useContext(SettingsContext);
}

type Props = {
  readonly application: Application;
  readonly clock: Clock;
  readonly preferences: StoredPreferences;
  readonly children: ReactNode;
};

/** A refusal because the account must first do something about itself shows it the page where that is done. */
function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        const code = error instanceof CallFailure ? error.code : undefined;
        if (code !== 'password_change_required' && code !== 'two_step_required') return;
        void queries.invalidateQueries({ queryKey: accountKey });
      },
    }),
  });
  return queries;
}

/** Everything that all screens stand on: theme, clock, client layer, query cache, preferences. */
export function AppRoot({ application, clock, preferences: initial, children }: Props) {
  const [queries] = useState(createQueries);
  const [preferences, setPreferences] = useState(initial);
  const settings = useMemo<Settings>(
    () => ({
      preferences,
      change: (part) => {
        const next = { ...preferences, ...part };
        setPreferences(next);
        savePreferences(next).catch((cause: unknown) => console.warn('kianda: preferências por guardar', cause));
      },
    }),
    [preferences],
  );
  return (
    <QueryClientProvider client={queries}>
      <ApplicationProvider value={application}>
        <ClockProvider clock={clock}>
          <SettingsContext value={settings}>
            <PreferencesProvider value={preferences}>
              <SchemedMantine scheme={preferences.colourScheme}>{children}</SchemedMantine>
            </PreferencesProvider>
          </SettingsContext>
        </ClockProvider>
      </ApplicationProvider>
    </QueryClientProvider>
  );
}

function SchemedMantine({ scheme, children }: { readonly scheme: ColourScheme; readonly children: ReactNode }) {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const isPrinting = useMedia('print');
  const chosen = scheme === 'auto' ? (systemIsDark ? 'dark' : 'light') : scheme;
  // Paper is white: charts and badges drawn for the night would print as pale grey.
  const shown = isPrinting ? 'light' : chosen;
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={shown}>
      <NoticeHost />
      {children}
    </MantineProvider>
  );
}
