/** A process of its own that does one import and stops for ever after its first rows, until somebody kills it. */
import { createAuditless } from './context.ts';

const [url = '', folder = '', importId = ''] = process.argv.slice(2);
const { context, run } = await createAuditless(url, folder);
const { store } = context.repository;
const stopped = {
  ...context,
  repository: {
    ...context.repository,
    store: async (...rows: Parameters<typeof store>) => {
      await store(...rows);
      if (rows[2].length === 0) return;
      process.stdout.write('stored\n');
      await new Promise(() => undefined);
    },
  },
};
// Something has to keep the process: what it waits for never comes.
setInterval(() => undefined, 1_000);
await run(stopped, importId);
