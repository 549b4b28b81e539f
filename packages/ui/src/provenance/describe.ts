import type { Provenance } from '@kianda/contract';
import { formatAge, formatInstant, formatRelative, NBSP, type TimeZone } from '@kianda/format';
import { uiTexts } from '../texts.pt.ts';

const texts = uiTexts.provenance;

/** Word of the badge: `Configurado`, `Em direto`, `Em cache (há 3 min)`, `Simulado`, `Dados de fallback`. `now` in ms since 1970. */
export function provenanceWord(provenance: Provenance, now: number): string {
  switch (provenance.state) {
    case 'configured':
      return texts.configured;
    case 'live':
      return texts.live;
    case 'cached':
      return `${texts.cached} (há${NBSP}${formatAge(now - Date.parse(provenance.retrievedAt))})`;
    case 'simulated': {
      const stale = provenance.staleAfter !== undefined && Date.parse(provenance.staleAfter) < now;
      return stale
        ? `${texts.simulated} (há${NBSP}${formatAge(now - Date.parse(provenance.retrievedAt))})`
        : texts.simulated;
    }
    case 'fallback':
      return texts.fallback;
  }
}

/** Everything known about an origin, as label and value, for the badge's details and the tile's origin view. */
export function provenanceDetails(
  provenance: Provenance,
  now: number,
  zone: TimeZone,
): readonly (readonly [label: string, value: string])[] {
  if (provenance.state === 'fallback') return [[texts.reason, provenance.reason]];
  if (provenance.state === 'configured') return [[texts.source, provenance.source]];
  const moment = (instant: string) => {
    const exact = formatInstant(instant, zone);
    const relative = formatRelative(instant, now, zone);
    return relative === exact ? exact : `${relative} · ${exact}`;
  };
  const rows: [string, string][] = [
    [texts.source, provenance.source],
    [texts.observed, provenance.observedAt === null ? texts.withoutTime : moment(provenance.observedAt)],
    [texts.retrieved, moment(provenance.retrievedAt)],
  ];
  if (provenance.state !== 'live' && provenance.staleAfter !== undefined) {
    rows.push([texts.staleAfter, formatInstant(provenance.staleAfter, zone)]);
  }
  if ((provenance.state === 'simulated' || provenance.state === 'cached') && provenance.seed !== undefined) {
    rows.push([texts.seed, String(provenance.seed)]);
  }
  return rows;
}
