/** Writes docs/modelo-de-dados.md from a migrated database: `node tools/generate-data-model.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApplication } from '../apps/server/src/testing/application.ts';
import { dataModelMarkdown, readDataModel } from '../apps/server/src/testing/data-model.ts';
import startTestServer from './vitest-global.ts';

const stop = await startTestServer();
const application = await createTestApplication();
try {
  const page = dataModelMarkdown(await readDataModel(application.database.for()));
  writeFileSync(join(import.meta.dirname, '../docs/modelo-de-dados.md'), page);
} finally {
  await application.close();
  await stop?.();
}
