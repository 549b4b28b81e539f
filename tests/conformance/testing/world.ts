import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { createTestApplication } from '../../../apps/server/src/testing/application.ts';
import { debianTools } from '../../../tools/shared/debian.mjs';

export const occurrenceRows = 2_500;
export const itemRows = 120;

/** Why the tests of a tool are skipped; false where it is installed. */
export function missing(name: keyof typeof debianTools): string | false {
  return existsSync(debianTools[name]) ? false : `falta o pacote ${name} da Debian`;
}

const run = promisify(execFile);

/** Output of a tool, run as from a shell without a proxy between it and this machine. */
export const printed = (command: string, ...args: readonly string[]): Promise<string> =>
  printedWith({}, command, ...args);

/** As `printed`, with more in the tool's environment. */
export async function printedWith(
  more: Readonly<Record<string, string>>,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', NO_PROXY: '*', no_proxy: '*', LC_ALL: 'C.UTF-8', ...more };
  const { stdout } = await run(command, [...args], { env, timeout: 50_000, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('expected a port, received none');
  return address.port;
}

type Options = NonNullable<Parameters<typeof createTestApplication>[0]>;

/** The platform at an address that its own links give. */
export async function openPlatform({ settings, ...options }: Options = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const app = await createTestApplication({ ...options, settings: { ...settings, KIANDA_PUBLIC_URL: url } });
  await app.server.listen({ host: '127.0.0.1', port });
  return { app, url, close: () => app.close() };
}

/** The platform, with occurrences and published items. */
export async function openServices() {
  const { app, url, close } = await openPlatform();
  await app.select(`insert into biodiversity.taxa (scientific_name) values ('Sardinella aurita'), ('Thunnus obesus')`);
  await app.select(`insert into biodiversity.occurrences
      (source, source_id, taxon_id, lon, lat, position, depth_meters, event_start, basis_of_record, dataset_id, flags,
       absence, connector_id, stream_id, run_id, retrieved_at)
    select 'obis', lpad(n::text, 7, '0'), 1 + n % 2, lon, lat, box(point(lon, lat), point(lon, lat)), n % 500,
      case when n % 7 = 0 then null else timestamptz '2020-01-01Z' + n * interval '1 hour' end,
      'HumanObservation', 'ensaio', array['a'], false, 'obis', 'occurrences', gen_random_uuid(), now()
    from (select n, 8.5 + (n * 0.6180339887) % 5.5 as lon, -18 + (n * 0.7548776662) % 12.6 as lat
      from generate_series(1, ${occurrenceRows}::integer) n) t`);
  async function counted(condition: string): Promise<number> {
    const [row] = await app.select<{ n: number }>(
      `select count(*)::integer as n from biodiversity.occurrences where ${condition}`,
    );
    return row?.n ?? -1;
  }
  return { app, url, counted, close };
}

/** Items as a scientific team publishes them, their raster where `href` says. */
export function publication(href: string) {
  return {
    type: 'FeatureCollection',
    features: Array.from({ length: itemRows }, (_, n) => {
      const [west, south] = [8 + (n % 4), -18 + Math.floor(n / 4) * 0.25];
      const box = [west, south, west + 1, south + 1];
      return {
        type: 'Feature',
        stac_version: '1.1.0',
        stac_extensions: ['https://stac-extensions.github.io/projection/v1.1.0/schema.json'],
        id: `modelo-${String(n).padStart(4, '0')}`,
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [west, south],
              [west + 1, south],
              [west + 1, south + 1],
              [west, south + 1],
              [west, south],
            ],
          ],
        },
        bbox: box,
        properties: {
          datetime: new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString(),
          'proj:epsg': 4326,
          'proj:bbox': box,
          'proj:shape': [20, 20],
          'proj:transform': [0.05, 0, west, 0, -0.05, south + 1],
        },
        links: [],
        assets: { dados: { href, type: 'image/tiff; application=geotiff', roles: ['data'] } },
      };
    }),
  };
}
