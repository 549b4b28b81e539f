import { formatInstant, formatRelative, type TimeZone, toMilliseconds } from '@kianda/format';
import { usePreferences } from '../preferences/preferences.tsx';
import { inUtc } from './instant.tsx';
import { useNow } from './now.tsx';

type Props = { readonly at: string | number | null | undefined; readonly zone?: TimeZone };

/** `há 3 min`, updated continuously; the exact instant with its zone, and in UTC, on hover. */
export function RelativeTime({ at, zone }: Props) {
  const preferences = usePreferences();
  const shownZone = zone ?? preferences.timeZone;
  const ms = toMilliseconds(at);
  const now = useNow(10);
  const text = formatRelative(at, now, shownZone);
  if (!Number.isFinite(ms)) return <span>{text}</span>;
  return (
    <time
      dateTime={new Date(ms).toISOString()}
      title={`${formatInstant(ms, shownZone, true)} · ${inUtc(ms)}`}
      className="k-tabular"
    >
      {text}
    </time>
  );
}
