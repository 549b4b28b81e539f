/** Rounds of a test that kills a process: few in the suite, and as many as `KIANDA_KILL_ROUNDS` says. */
export const killRounds = (usual: number): number => Number(process.env.KIANDA_KILL_ROUNDS ?? usual);

/** Limit of such a test, ms: each round starts a process, which takes long on a loaded machine. */
export const killTimeoutMs = (rounds: number): number => 180_000 + rounds * 120_000;
