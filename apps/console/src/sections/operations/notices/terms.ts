import parts from './parts.json' with { type: 'json' };

/** A part of another author that is installed to run; `licence` is an SPDX expression, null where its package states none. */
export type Part = (typeof parts)[number];

export const thirdParties: readonly Part[] = parts;

/** Terms that ask for more than keeping the author's notice, by SPDX identifier. */
const reciprocal = /\b(LGPL|MPL|GPL)-/;

/** Whether a changed copy of the part has to be published under the same terms. A choice of licences (`OR`) leaves the freer one. */
export function isReciprocal(licence: string | null): boolean {
  return licence !== null && !licence.includes(' OR ') && reciprocal.test(licence);
}

/** How many parts stand under each licence, most first. */
export function countsByLicence(list: readonly Part[]): readonly (readonly [licence: string | null, count: number])[] {
  const counts = new Map<string | null, number>();
  for (const { licence } of list) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
