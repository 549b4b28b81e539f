import type { IdentityMark } from '@kianda/contract/fleet/surveillance/identity.contract';

/** Marks that distinguish one vessel from another. */
export type Marks = Readonly<Record<IdentityMark, string | null>>;
const markNames: readonly IdentityMark[] = ['mmsi', 'imo', 'callsign', 'registration'];
/** Badly set transponders send shorter marks, which would match unrelated vessels. */
const leastCharacters = 3;

/** Letters and digits alone, in capitals; null where too few remain. */
export function plain(mark: string | null): string | null {
  const text = (mark ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return text.length < leastCharacters || /^0+$/.test(text) ? null : text;
}
const isSame = (a: string | null, b: string | null): boolean => plain(a) !== null && plain(a) === plain(b);

/** Marks that two vessels share. */
export const shared = (a: Marks, b: Marks): IdentityMark[] => markNames.filter((mark) => isSame(a[mark], b[mark]));

/** Marks that both vessels have, and that differ. */
export const contradicted = (a: Marks, b: Marks): IdentityMark[] =>
  markNames.filter((mark) => plain(a[mark]) !== null && plain(b[mark]) !== null && !isSame(a[mark], b[mark]));

/** Two tracks that share a mark and contradict each other in none: one vessel heard by AIS and by VMS. */
export const mayBeOne = (a: Marks, b: Marks): boolean => shared(a, b).length > 0 && contradicted(a, b).length === 0;
