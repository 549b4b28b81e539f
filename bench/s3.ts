/**
 * `npm run bench -- s3 [--seconds=6] [--rounds=3]`: S3's GET of small and of large objects, and lists of 10,000 keys, with
 * signatures, permissions and limits on, beside file servers of others over the same files and another S3 server, by turns
 * in the same run.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import autocannon from 'autocannon';
import { ownServer } from './ingest/databases.ts';
import { bigBytes, bigName, bucket, emptyKeys, keyOf, smallBytes, smallObjects } from './s3/objects.ts';
import { type FileServer, startNginx, startPython } from './s3/peers.ts';
import { type Credentials, signedGet } from './s3/signed.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '6' }, rounds: { type: 'string', default: '3' } },
});
const duration = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = 50;
const bigReads = 8;
const pageKeys = 1000;
const run = promisify(execFile);

type Started = Credentials & { readonly port: string; readonly folder: string };
type Request = { readonly path: string; readonly headers?: Readonly<Record<string, string>> };
type Reader = {
  readonly name: string;
  readonly origin: string;
  readonly small: () => Promise<readonly Request[]>;
  readonly big: () => Promise<Request>;
};

function begin(file: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 's3', file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const started = new Promise<Started>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as Started));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    started,
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const keys = Array.from({ length: smallObjects }, (_, n) => keyOf(n));

/** A server that knows no signatures, over the folder of the bucket. */
const ofFiles = ({ name, url }: FileServer): Reader => ({
  name,
  origin: url,
  small: async () => keys.map((key) => ({ path: `/${key}` })),
  big: async () => ({ path: `/${bigName}` }),
});

function ofS3(name: string, prefix: string, started: Started): Reader {
  const origin = `http://127.0.0.1:${started.port}`;
  const get = (key: string) => signedGet(origin, started, `${prefix}/${bucket}/${key}`);
  return { name, origin, small: () => Promise.all(keys.map(get)), big: () => get(bigName) };
}

/** Throws where any answer is not a 2xx: a refusal is faster than the work it replaces. */
async function smallLoad({ name, origin, small }: Reader) {
  const requests = await small();
  await autocannon({ url: origin, connections, duration: 2, requests });
  const result = await autocannon({ url: origin, connections, duration, requests });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0)
    throw new Error(`${name}: ${failed} respostas que não são 2xx ${JSON.stringify(result.statusCodeStats)}`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** MB/s of one large object after the other by curl, which throws it away. */
async function bigSpeed({ origin, big }: Reader): Promise<number> {
  const { path, headers = {} } = await big();
  const args = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const again = Array.from({ length: bigReads }, () => ['-o', '/dev/null', origin + path]).flat();
  const { stdout } = await run('curl', [
    '-s',
    '--noproxy',
    '*',
    '-w',
    '%{time_total} %{size_download}\n',
    ...args,
    ...again,
  ]);
  const turns = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  if (turns.length !== bigReads || turns.some(([, bytes]) => bytes !== bigBytes))
    throw new Error(`${origin}: ${stdout}`);
  return bigBytes / 1e6 / median(turns.map(([seconds]) => seconds ?? Number.NaN));
}

/** Milliseconds of every page of a list of all the keys. */
async function pageTimes(origin: string, started: Started): Promise<number[]> {
  const times: number[] = [];
  let token: string | undefined;
  let seen = 0;
  do {
    const query = {
      'list-type': '2',
      prefix: 'muitas/',
      ...(token === undefined ? {} : { 'continuation-token': token }),
    };
    const { path, headers } = await signedGet(origin, started, `/storage/s3/${bucket}`, query);
    const startedMs = performance.now();
    const answer = await fetch(origin + path, { headers });
    const text = await answer.text();
    times.push(performance.now() - startedMs);
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    seen += text.split('<Key>').length - 1;
    token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
  } while (token !== undefined);
  if (seen !== emptyKeys) throw new Error(`${seen} chaves, esperadas ${emptyKeys}`);
  return times;
}

const database = await ownServer();
const platform = begin('server.ts', { KIANDA_TEST_DATABASE_URL: database.url });
const other = begin('s3rver.ts');
const files: FileServer[] = [];
try {
  const [ours, theirs] = await Promise.all([platform.started, other.started]);
  files.push(await startPython(ours.folder));
  const nginx = await startNginx(ours.folder);
  if (nginx !== null) files.push(nginx);
  const own = ofS3('Kianda, S3 assinado', '/storage/s3', ours);
  const readers = [own, ...files.map(ofFiles), ofS3('s3rver, S3 assinado', '', theirs)];
  const small = new Map<string, Awaited<ReturnType<typeof smallLoad>>[]>();
  const big = new Map<string, number[]>();
  const pages: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const reader of readers) {
      small.set(reader.name, [...(small.get(reader.name) ?? []), await smallLoad(reader)]);
      big.set(reader.name, [...(big.get(reader.name) ?? []), await bigSpeed(reader)]);
    }
    pages.push(await pageTimes(own.origin, ours));
  }
  const python = files[0]?.name ?? '';
  const speedOf = (name: string) => median(big.get(name) ?? []);
  printTable(
    `GET de ${figure(smallBytes, 'B')} por ${connections} ligações e de 64 MiB por uma, mediana de ${rounds} voltas`,
    ['', 'pedidos/s', 'p50', 'p99', '64 MiB', 'vezes o Python'],
    readers.map(({ name }) => {
      const loads = small.get(name) ?? [];
      return [
        name,
        figure(median(loads.map(({ perSecond }) => perSecond))),
        figure(median(loads.map(({ p50 }) => p50)), 'ms'),
        figure(median(loads.map(({ p99 }) => p99)), 'ms'),
        figure(speedOf(name), 'MB/s'),
        (speedOf(name) / speedOf(python)).toFixed(2).replace('.', ','),
      ];
    }),
  );
  const everyPage = pages.flat();
  printTable(
    `Lista de ${figure(emptyKeys)} chaves em páginas de ${figure(pageKeys)}`,
    ['', 'p50', 'máximo', 'todas'],
    [
      [
        'Kianda',
        figure(median(everyPage), 'ms'),
        figure(Math.max(...everyPage), 'ms'),
        figure(median(pages.map((times) => times.reduce((sum, ms) => sum + ms, 0))), 'ms'),
      ],
    ],
  );
  printMachine();
} finally {
  for (const server of files) await server.stop();
  await other.stop();
  await platform.stop();
  await database.stop();
}
