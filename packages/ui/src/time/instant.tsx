import { formatInstant, formatPlainInstant, type TimeZone, toMilliseconds, UNKNOWN } from '@kianda/format';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';

type Props = {
  readonly at: string | number | null | undefined;
  /** The zone that the person reads in, unless the text around says another. */
  readonly zone?: TimeZone;
  readonly seconds?: boolean;
  readonly className?: string | undefined;
};

/** An instant in UTC, as every date shows it to whoever points at it. */
export const inUtc = (ms: number): string => uiTexts.inUtc(formatPlainInstant(ms, 'UTC', true));

/** `31/08/2026, 10:05 (Luanda)`: an instant in the person's zone, and in UTC on hover. */
export function Instant({ at, zone, seconds = false, className }: Props) {
  const preferences = usePreferences();
  const ms = toMilliseconds(at);
  if (!Number.isFinite(ms)) return <span className={className}>{UNKNOWN}</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={inUtc(ms)} className={className}>
      {formatInstant(ms, zone ?? preferences.timeZone, seconds)}
    </time>
  );
}
