/** Key of the signed-in account among the answers in memory. */
export const accountKey = ['account'] as const;
