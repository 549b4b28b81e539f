/** Starts the simulator: `node main.ts [--port 0] [--seed 8478]`. Prints {"port":N} and ends with its parent. */
import { parseArgs } from 'node:util';
import { createSimulator } from './app.ts';
import { systemClock } from './clock.ts';

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > max) {
    throw new RangeError(`--${name}: expected a whole number 0..${max}, received ${JSON.stringify(text)}`);
  }
  return value;
}

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, seed: { type: 'string', default: '8478' } },
});
const app = createSimulator({ seed: wholeNumber('seed', values.seed, 0xffffffff), clock: systemClock });

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  app.close().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The pipe closes when the platform ends, however it ends: without this a killed platform leaves a simulator behind.
process.stdin.on('end', stop);
process.stdin.on('close', stop);
process.stdin.on('error', stop);
process.stdin.resume();

await app.listen({ host: '127.0.0.1', port: wholeNumber('port', values.port, 65_535) });
const address = app.server.address();
if (address === null || typeof address === 'string') throw new Error(`expected a TCP address, received ${address}`);
process.stdout.write(`${JSON.stringify({ port: address.port })}\n`);
