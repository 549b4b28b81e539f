/** Newest of the times of stored records, no later than their retrieval; null where none has a time of its own. */
export function newestTimeMs(timesMs: Iterable<number | null>, retrievedAtMs: number): number | null {
  let newest: number | null = null;
  for (const timeMs of timesMs) {
    // A time that had not come at the retrieval is a slip of the publisher.
    if (timeMs === null || timeMs > retrievedAtMs) continue;
    if (newest === null || timeMs > newest) newest = timeMs;
  }
  return newest;
}
