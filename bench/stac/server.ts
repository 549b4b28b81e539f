/**
 * `node server.ts <items>`: the catalogue on a database of its own, in a process of its own, behind the real gate with its
 * limits; sends its address and that of the database, and its processor time whenever asked. Ends by SIGTERM.
 */
import { openCatalogue } from './catalogue.ts';
import { tellProcessorTime } from './processor-time.ts';

const catalogue = await openCatalogue(Number(process.argv[2]));
tellProcessorTime();
process.send?.({ url: catalogue.url, databaseUrl: catalogue.databaseUrl });
process.once('SIGTERM', () => {
  void catalogue.close().then(() => process.exit(0));
});
