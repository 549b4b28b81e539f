import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { dataModelMarkdown, readDataModel } from '../../apps/server/src/testing/data-model.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication();
});
afterAll(() => app.close());

test('the page of the data model follows the migrations: run `npm run docs`', async () => {
  const model = await readDataModel(app.database.for());
  expect(model.tables.length).toBeGreaterThan(100);
  expect(readFileSync(join(import.meta.dirname, '../../docs/modelo-de-dados.md'), 'utf8')).toBe(
    dataModelMarkdown(model),
  );
});
