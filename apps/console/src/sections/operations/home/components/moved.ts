/** `items` with one of them at another place; a place outside is the nearest inside. */
export function movedTo<T>(items: readonly T[], item: T, place: number): readonly T[] {
  const others = items.filter((other) => other !== item);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), item, ...others.slice(at)];
}
