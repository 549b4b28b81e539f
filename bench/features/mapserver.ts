/**
 * MapServer by Debian's packages, on an indexed PostGIS table of the same rows: its OGC API, and its WFS for what version
 * 8.0 can't do there. A text says why it can't be measured.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { debianServer } from '../ingest/databases.ts';
import { rowsSql } from './rows.ts';

const tools = {
  mapserv: '/usr/lib/cgi-bin/mapserv',
  'spawn-fcgi': '/usr/bin/spawn-fcgi',
  haproxy: '/usr/sbin/haproxy',
};
const templates = '/usr/share/mapserver/ogcapi/templates/html-plain/';
/** As many processes as the machine of the measurement has cores. */
const processes = 2;

export type Peer = { readonly url: string; stop(): Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('expected a port, received none');
  return address.port;
}

/** Starts database, MapServer and HAProxy in a folder of their own; a text says what is missing. */
export async function startMapServer(): Promise<Peer | string> {
  const missing = Object.entries(tools).filter(([, path]) => !existsSync(path));
  if (missing.length > 0) return `falta ${missing.map(([name]) => name).join(', ')}`;
  const postgres = await debianServer();
  if (postgres === null) return 'falta o PostgreSQL 15 da Debian';
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query('create extension postgis');
  } catch (error) {
    await client.end();
    await postgres.stop();
    if (error instanceof pg.DatabaseError) return 'falta o PostGIS da Debian';
    throw error;
  }
  await client.query(`create table obs as select n as id, depth, seen, st_setsrid(st_makepoint(lon, lat), 4326) as geom
    from (${rowsSql}) t`);
  await client.query('alter table obs add primary key (id)');
  await client.query('create index on obs using gist (geom)');
  await client.query('vacuum analyze obs');
  await client.end();

  const folder = await mkdtemp(join(tmpdir(), 'kianda-mapserver-'));
  const port = await freePort();
  const sockets = Array.from({ length: processes }, (_, index) => join(folder, `map-${index}.sock`));
  const host = new URL(postgres.url).searchParams.get('host') ?? '';
  await writeFile(
    join(folder, 'mapserver.conf'),
    `CONFIG\nENV\nOGCAPI_HTML_TEMPLATE_DIRECTORY "${templates}"\nMS_MAP_PATTERN "."\nEND\nMAPS\nao "${folder}/ao.map"\nEND\nEND\n`,
  );
  await writeFile(join(folder, 'ao.map'), mapFile(host, port));
  await writeFile(join(folder, 'haproxy.cfg'), proxyFile(sockets, port));

  const env = { MAPSERVER_CONFIG_FILE: join(folder, 'mapserver.conf') };
  const children: ChildProcess[] = [
    ...sockets.map((socket) =>
      spawn(tools['spawn-fcgi'], ['-s', socket, '-M', '0777', '-n', '--', tools.mapserv], {
        ...{ stdio: 'ignore', detached: true, env },
      }),
    ),
    spawn(tools.haproxy, ['-f', join(folder, 'haproxy.cfg'), '-db'], { stdio: 'ignore', detached: true }),
  ];
  const stop = async (): Promise<void> => {
    // A process of MapServer that holds a connection open outlives a plain end: the whole group goes.
    for (const { pid } of children) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    await wait(500);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(`${url}${itemsPath}&bbox=11,-10,12,-9`).catch(() => null);
    if (answer?.ok === true) return { url, stop };
    await wait(200);
  }
  await stop();
  return `não respondeu (${execFileSync(tools.mapserv, ['-v']).toString().split('\n')[0]})`;
}

const itemsPath = '/mapserv/ao/ogcapi/collections/obs/items?f=json&limit=100';

/** A page of a box by its OGC API. Version 8.0 has no filter there: a parameter put into the layer's own SQL does it. */
export function ogcPath(bbox: string, depthBelow: number | null): string {
  if (depthBelow === null) return `${itemsPath}&bbox=${bbox}`;
  return `${itemsPath.replace('/obs/', '/obs_below/')}&bbox=${bbox}&mostdepth=${depthBelow}`;
}

/** The page by WFS 2.0, with a filter of FES 2.0 and an order, as GeoJSON. Its orders are those of text: a number's is wrong. */
export function wfsPath(bbox: string, depthBelow: number, sortBy: string | null): string {
  const [west, south, east, north] = bbox.split(',');
  const filter = `<Filter xmlns="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"><And>
<PropertyIsLessThan><ValueReference>depth</ValueReference><Literal>${depthBelow}</Literal></PropertyIsLessThan>
<BBOX><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>${south} ${west}</gml:lowerCorner>
<gml:upperCorner>${north} ${east}</gml:upperCorner></gml:Envelope></BBOX></And></Filter>`;
  const parameters = new URLSearchParams({
    ...{ map: 'ao', service: 'WFS', version: '2.0.0', request: 'GetFeature', typenames: 'obs', count: '100' },
    ...{ outputformat: 'geojson', filter, ...(sortBy === null ? {} : { sortBy }) },
  });
  return `/mapserv?${parameters.toString()}`;
}

function mapFile(host: string, port: number): string {
  return `MAP
  NAME "ao"
  SIZE 256 256
  EXTENT 8 -18.5 17 -4
  PROJECTION "init=epsg:4326" END
  OUTPUTFORMAT
    NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json"
    FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=SIMPLE"
  END
  WEB METADATA
    "ows_enable_request" "*"
    "oga_enable_request" "*"
    "oga_onlineresource" "http://127.0.0.1:${port}/mapserv/ao/ogcapi"
    "wfs_onlineresource" "http://127.0.0.1:${port}/mapserv?map=ao"
    "ows_srs" "EPSG:4326"
    "oga_max_limit" "10000"
    "ows_title" "ao"
  END END
${layer('obs', host, '')}
${layer(
  'obs_below',
  host,
  `VALIDATION "mostdepth" "^[0-9]+$" "default_mostdepth" "100000" END
    PROCESSING "NATIVE_FILTER=depth < %mostdepth%"`,
)}
END
`;
}

function layer(name: string, host: string, more: string): string {
  return `  LAYER
    NAME "${name}"
    TYPE POINT
    STATUS ON
    CONNECTIONTYPE POSTGIS
    CONNECTION "host=${host} user=postgres dbname=postgres"
    DATA "geom from obs using unique id using srid=4326"
    ${more}
    PROCESSING "CLOSE_CONNECTION=DEFER"
    EXTENT 8 -18.5 17 -4
    PROJECTION "init=epsg:4326" END
    METADATA
      "gml_include_items" "depth,seen" "gml_types" "auto" "gml_featureid" "id" "ows_title" "${name}"
      "ows_extent" "8 -18.5 17 -4" "wfs_getfeature_formatlist" "geojson"
      "wfs_use_default_extent_for_getfeature" "false"
    END
    TEMPLATE "x.html"
    CLASS NAME "obs" END
  END`;
}

/**
 * A process of MapServer serves one connection until it closes: each gets one that stays open, and what comes meanwhile
 * waits in line. A server that opens a second one to it would wait for ever.
 */
function proxyFile(sockets: readonly string[], port: number): string {
  return `global
  maxconn 512
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
  timeout queue 60s
fcgi-app map
  docroot /srv
  path-info ^(/mapserv)(/.*)?$
  option keep-conn
frontend in
  bind 127.0.0.1:${port}
  default_backend map
backend map
  balance leastconn
  use-fcgi-app map
  http-reuse always
${sockets.map((socket, index) => `  server map${index} unix@${socket} proto fcgi maxconn 1`).join('\n')}
`;
}
