/** `node doomed-loader.ts <database> <folder>`: a worker of the loads, which a test kills while it works. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { openLoader } from './loader.ts';

const [, , url = '', folder = ''] = process.argv;
await openLoader({ database: await openDatabase({ url, applicationName: 'doomed' }), folder, works: true });
process.send?.('ready');
