/** The platform with one field, in a process of its own: prints its port and a token, ends by SIGTERM. */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { createFieldStore } from '../../apps/server/src/modules/sea/ocean/field-store/field-store.ts';
import { createSliceRepository } from '../../apps/server/src/modules/sea/ocean/slices.repository.ts';
import { createTestApplication } from '../../apps/server/src/testing/application.ts';
import { grid, valuesOfField, variable } from './field.ts';

const app = await createTestApplication({
  // As in production.
  validateResponses: false,
  settings: { KIANDA_RATE_LIMIT_PER_MINUTE: '10000000' },
});
const observedAt = new Date(app.clock.nowMs());
const address = { dataset: 'medida', variable, depthMeters: 0, observedAtMs: observedAt.getTime() };
const stored = await createFieldStore(app.storage).write(address, grid, valuesOfField());
await createSliceRepository(app.database).upsertSlice({
  ...{ dataset: 'medida', variable, depth_meters: 0, observed_at: observedAt, unit: '°C', ...stored },
  ...{
    west: grid.west,
    south: grid.south,
    lon_step_degrees: grid.lonStepDegrees,
    lat_step_degrees: grid.latStepDegrees,
  },
  ...{ columns: grid.columns, rows: grid.rows, zee_mean: null, zee_median: null, zee_min: null, zee_max: null },
  ...{ coverage: 0, connector_id: 'noaa-sst', stream_id: 'mur', run_id: randomUUID(), retrieved_at: observedAt },
  simulated_seed: null,
});
const { token } = await app.signIn('cientista');
const listening = await app.server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(listening).port} ${token}\n`);
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
