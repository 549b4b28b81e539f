import { join } from 'node:path';
import { simulatorName } from '@kianda/connectors';
import { createLogger } from '../platform/log/log.ts';
import { startSimulator } from '../platform/process/simulator.ts';

/** Faults that a test can set at a provider; see `/_faults` of the simulator. */
export type FaultSettings = Readonly<Record<string, number | boolean | string>>;

export type TestSimulator = {
  readonly url: string;
  /** Replaces the faults of the provider behind a connector: none without settings. */
  setFaults(connectorId: string, knobs?: FaultSettings): Promise<void>;
  stop(): Promise<void>;
};

/** The simulator of the providers as the process it is, on a free port. */
export async function spawnSimulator(): Promise<TestSimulator> {
  const entry = join(import.meta.dirname, '../../../simulator/src/main.ts');
  const log = createLogger({ level: 'silent', pretty: false });
  const simulator = await startSimulator({ entry, port: 0, seed: 8478, log });
  const { url } = simulator;
  return {
    url,
    stop: () => simulator.stop(),
    async setFaults(connectorId, knobs = {}) {
      const response = await fetch(`${url}/_faults/${simulatorName(connectorId)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(knobs),
      });
      if (!response.ok) throw new Error(`faults of ${connectorId}: ${response.status} ${await response.text()}`);
    },
  };
}
