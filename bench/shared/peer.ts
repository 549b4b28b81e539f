/** The peer: `node peer.ts <bytes>` answers `GET /` with a fixed JSON body of that size and prints its port. */
import Fastify from 'fastify';

const bytes = Number(process.argv[2]);
const frame = JSON.stringify({ data: '' }).length;
if (!Number.isInteger(bytes) || bytes < frame)
  throw new RangeError(`received "${process.argv[2]}", expected ≥ ${frame}`);

const app = Fastify({ logger: false });
const body = JSON.stringify({ data: 'x'.repeat(bytes - frame) });
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(address).port}\n`);
