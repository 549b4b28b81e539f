/** Largest judgement of the fundamental scale. */
const largest = 9;

const entropyOf = (shares: ArrayLike<number>): number =>
  Array.from(shares).reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);

/**
 * Consensus of the weights that members of a group arrived at, 0 (each for a criterion of its own) to 1 (all alike); null
 * for a single member or criterion. Shannon entropy within and between members, scaled by the least that the scale 1–9
 * allows. Source: Goepel (2013), Proc. ISAHP, Kuala Lumpur. Throws a RangeError for members of different lengths.
 */
export function consensusOf(members: readonly ArrayLike<number>[]): number | null {
  const criteria = members[0]?.length ?? 0;
  const odd = members.find((member) => member.length !== criteria);
  if (odd !== undefined) throw new RangeError(`consensus: received ${odd.length} weights, expected ${criteria}`);
  const count = members.length;
  if (count < 2 || criteria < 2) return null;
  const mean = Array.from(
    { length: criteria },
    (_, place) => members.reduce((sum, member) => sum + (member[place] ?? 0), 0) / count,
  );
  const within = members.reduce((sum, member) => sum + entropyOf(member), 0) / count;
  const between = entropyOf(mean) - within;
  const all = criteria + largest - 1;
  const extreme = Array.from({ length: criteria }, (_, place) => (place === 0 ? largest : 1) / all);
  // Members each for a criterion of its own; with more members than criteria every criterion has some.
  const apart = Math.min(count, criteria);
  const spread = Array.from(
    { length: criteria },
    (_, place) => (place < apart ? (apart + largest - 1) / apart : 1) / all,
  );
  const least = Math.exp(entropyOf(extreme) - entropyOf(spread));
  return Math.min(1, Math.max(0, (Math.exp(-between) - least) / (1 - least)));
}
