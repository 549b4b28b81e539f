const zone = 'Africa/Luanda';
const instants = new Intl.DateTimeFormat('pt-PT', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
const shares = new Intl.NumberFormat('pt-PT', { maximumFractionDigits: 2 });

/** Day and time in Luanda, of an ISO instant. */
export function localTime(instant: string): string {
  return instants.format(new Date(instant));
}

/** `2026-08-31` as people write it. */
export function localDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** 0–100 rounded down, so that only what never failed reads 100 %; null is a dash. */
export function sharePercent(share: number | null): string {
  return share === null ? '—' : `${shares.format(Math.floor(share * 100) / 100)} %`;
}
