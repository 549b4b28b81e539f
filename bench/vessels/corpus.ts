/** Sentences that coast stations hear from the simulated fleet, as every decoder can read them: without tag blocks. */
import { trafficAt } from '../../apps/simulator/src/upstreams/ais/traffic.ts';
import { createWorld } from '../../apps/simulator/src/world/world.ts';

const seed = 8478;
const fromMs = Date.UTC(2026, 8, 20, 10);

export function sentencesOf(seconds: number): string[] {
  const { fleet } = createWorld({ seed });
  return Array.from({ length: seconds }, (_, index) => trafficAt(fleet, seed, fromMs + index * 1000))
    .flat()
    .map((line) => line.slice(line.indexOf('!')));
}
