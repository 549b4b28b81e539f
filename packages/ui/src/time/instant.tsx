import { formatInstant, formatPlainInstant, type TimeZone, toMilliseconds, UNKNOWN } from '@kianda/format';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';

type Props = {
  readonly at: string | number | null | undefined;
  /** The zone that the person reads in, unless the text around says another. */
  readonly zone?: TimeZone;
  readonly seconds?: boolean;
  readonly className?: string | undefined;
  /** The sentence that it stands in, as the texts have it. */
  readonly words?: (instant: string) => string;
};

/** Stands for the instant in a sentence while that is taken apart. */
const place = '\u0000';

/** An instant in UTC, as every date shows it to whoever points at it. */
export const inUtc = (ms: number): string => uiTexts.inUtc(formatPlainInstant(ms, 'UTC', true));

/** `31/08/2026, 10:05 (Luanda)`: an instant in the person's zone, and in UTC on hover. */
export function Instant({ at, zone, seconds = false, className, words = (instant) => instant }: Props) {
  const preferences = usePreferences();
  const ms = toMilliseconds(at);
  if (!Number.isFinite(ms)) return <span className={className}>{words(UNKNOWN)}</span>;
  const [before, after] = words(place).split(place);
  return (
    <>
      {before}
      <time dateTime={new Date(ms).toISOString()} title={inUtc(ms)} className={className}>
        {formatInstant(ms, zone ?? preferences.timeZone, seconds)}
      </time>
      {after}
    </>
  );
}
