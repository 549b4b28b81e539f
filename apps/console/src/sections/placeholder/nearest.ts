import { isGroup, type KnownSection, sectionTree } from '../sections.ts';

/** Edit distance of two short words, by insertions, deletions and replacements. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/**
 * Sections whose id is nearest to a mistyped one, best first; none where all are far from it. The id of a group of the
 * menu is that of all its sections.
 */
export function nearestSections(id: string, sections: readonly KnownSection[], most = 3): readonly KnownSection[] {
  const wanted = id.toLowerCase();
  const group = sectionTree.filter(isGroup).find((one) => one.id === wanted);
  if (group !== undefined) return sections.filter((section) => group.children.some((child) => child.id === section.id));
  return sections
    .map((section) => ({ section, distance: nearness(wanted, section.id) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ section }) => section);
}

/** Distance of a mistyped id from a section's; a part of the id that was left out counts little. */
function nearness(wanted: string, id: string): number {
  if (wanted.length >= 4 && (id.includes(wanted) || wanted.includes(id))) return 1;
  return distanceOf(wanted, id);
}
