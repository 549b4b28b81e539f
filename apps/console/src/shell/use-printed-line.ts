import { formatInstant } from '@kianda/format';
import { useClock, usePreferences } from '@kianda/ui';
import { useEffect } from 'react';
import { shellTexts } from './texts.pt.ts';

/** On paper a page says what it is, at which address, and when it was printed; the style sheet of the base draws it. */
export function usePrintedLine(): void {
  const clock = useClock();
  const { timeZone } = usePreferences();
  useEffect(() => {
    const write = () => {
      const at = formatInstant(clock(), timeZone);
      document.body.dataset.printed = shellTexts.printed(document.title, window.location.href, at);
    };
    window.addEventListener('beforeprint', write);
    return () => window.removeEventListener('beforeprint', write);
  }, [clock, timeZone]);
}
