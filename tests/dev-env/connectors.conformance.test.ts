import { stations } from '@kianda/geo';
import { createSimulator } from '../../apps/simulator/src/app.ts';
import { manualClock } from '../../apps/simulator/src/clock.ts';
import { createFaults, noFaults } from '../../apps/simulator/src/faults.ts';
import { describeConnector } from '../../packages/connectors/src/conformance/suite.ts';
import { connectors, simulatorName, simulatorSettings } from '../../packages/connectors/src/registry.ts';
import { isInTurn } from '../../tools/shared/turns.mjs';

/** Each behaviour sweeps all occurrences: some pages of them show as much as thousands of records more. */
const BIOTA_SHARE = 1 / 8;
const NOW_MS = Date.UTC(2026, 8, 20, 10);

for (const connector of connectors.filter((_, place) => isInTurn(place, 0)))
  describeConnector(connector, async ({ id, credentialNames }) => {
    const clock = manualClock(NOW_MS);
    const faults = createFaults({ seed: 8478 });
    const app = createSimulator({ seed: 8478, clock, faults, biotaShare: BIOTA_SHARE });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const credentials = Object.fromEntries(credentialNames.map((name) => [name, 'simulado']));
    return {
      settings: simulatorSettings(id, url, credentials),
      stations: stations.slice(0, 6).map(({ id: stationId, position: [lon, lat] }) => ({ id: stationId, lon, lat })),
      nowMs: clock,
      advance: (ms) => clock.advance(ms),
      setFaults(knobs) {
        faults.set(simulatorName(id), { ...noFaults, ...knobs });
      },
      close: async () => app.close(),
    };
  });
