/** Longest wait of a test under mutation: the fault may prevent the awaited event. */
export const longestWaitMs = 15_000;
