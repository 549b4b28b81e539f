import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** Milliseconds since 1970. */
export type Clock = () => number;

const ClockContext = createContext<Clock | null>(null);

/** Gives the clock to everything below: ages and relative times read no other. */
export function ClockProvider({ clock, children }: { readonly clock: Clock; readonly children: ReactNode }) {
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The clock of the nearest provider. Throws without one: a guessed time would date figures wrongly. */
export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error('useClock: no ClockProvider above this component');
  return clock;
}

/** Present time in ms, renewed every `everySeconds` while the page is visible. */
export function useNow(everySeconds: number): number {
  const clock = useClock();
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible') setNow(clock());
    };
    tick();
    const timer = setInterval(tick, everySeconds * 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clock, everySeconds]);
  return now;
}
