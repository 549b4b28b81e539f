import { type CoordinateStyle, defaultTimeZone, type TimeZone } from '@kianda/format';
import { createContext, type ReactNode, useContext } from 'react';

export type Density = 'compact' | 'normal' | 'comfortable';

/** A person's display preferences: choices that change presentation alone. */
export type Preferences = {
  readonly coordinates: CoordinateStyle;
  readonly timeZone: TimeZone;
  readonly density: Density;
};

export const defaultPreferences: Preferences = {
  coordinates: 'minutes',
  timeZone: defaultTimeZone,
  density: 'normal',
};

const PreferencesContext = createContext<Preferences>(defaultPreferences);

export function PreferencesProvider({
  value,
  children,
}: {
  readonly value: Preferences;
  readonly children: ReactNode;
}) {
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}

export function usePreferences(): Preferences {
  return useContext(PreferencesContext);
}
