/** A test under mutation waits this long at most for what a fault may keep from coming. */
export const longestWaitMs = 15_000;
