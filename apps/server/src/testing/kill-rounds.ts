/** Rounds of a test that kills a process: few in the suite, and as many as `KIANDA_KILL_ROUNDS` says. */
export const killRounds = (usual: number): number => Number(process.env.KIANDA_KILL_ROUNDS ?? usual);
