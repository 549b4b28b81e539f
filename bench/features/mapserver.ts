/** MapServer's OGC API by Debian's packages, on a PostGIS table of the same rows; null with the reason where it can't be. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  multiwatch: '/usr/bin/multiwatch',
  nginx: '/usr/sbin/nginx',
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

/** Starts database, MapServer and nginx in a folder of their own; a text says what is missing. */
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
  const socket = join(folder, 'map.sock');
  const host = new URL(postgres.url).searchParams.get('host') ?? '';
  await writeFile(
    join(folder, 'mapserver.conf'),
    `CONFIG\nENV\nOGCAPI_HTML_TEMPLATE_DIRECTORY "${templates}"\nMS_MAP_PATTERN "."\nEND\nMAPS\nao "${folder}/ao.map"\nEND\nEND\n`,
  );
  await writeFile(join(folder, 'ao.map'), mapFile(host, port));
  await mkdir(join(folder, 'tmp'));
  await writeFile(join(folder, 'nginx.conf'), nginxFile(folder, socket, port));

  const children: ChildProcess[] = [
    spawn(
      tools['spawn-fcgi'],
      ['-s', socket, '-M', '0777', '-n', '--', tools.multiwatch, '-f', String(processes), '--', tools.mapserv],
      {
        stdio: 'ignore',
        detached: true,
        env: { MAPSERVER_CONFIG_FILE: join(folder, 'mapserver.conf') },
      },
    ),
    spawn(tools.nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], {
      stdio: 'ignore',
      detached: true,
    }),
  ];
  const stop = async (): Promise<void> => {
    // A process of MapServer that holds a connection open outlives a plain end: the whole group goes.
    for (const { pid } of children) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    await wait(500);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/mapserv/ao/ogcapi/collections/obs/items?f=json&limit=100`;
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(`${url}&bbox=11,-10,12,-9`).catch(() => null);
    if (answer?.ok === true) return { url, stop };
    await wait(200);
  }
  await stop();
  return `não respondeu (${execFileSync(tools.mapserv, ['-v']).toString().split('\n')[0]})`;
}

function mapFile(host: string, port: number): string {
  return `MAP
  NAME "ao"
  SIZE 256 256
  EXTENT 8 -18.5 17 -4
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_enable_request" "*"
    "oga_enable_request" "*"
    "oga_onlineresource" "http://127.0.0.1:${port}/mapserv/ao/ogcapi"
    "oga_max_limit" "10000"
    "ows_title" "ao"
  END END
  LAYER
    NAME "obs"
    TYPE POINT
    STATUS ON
    CONNECTIONTYPE POSTGIS
    CONNECTION "host=${host} user=postgres dbname=postgres"
    DATA "geom from obs using unique id using srid=4326"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    EXTENT 8 -18.5 17 -4
    PROJECTION "init=epsg:4326" END
    METADATA "gml_include_items" "all" "gml_featureid" "id" "ows_extent" "8 -18.5 17 -4" "ows_title" "obs" END
    TEMPLATE "x.html"
    CLASS NAME "obs" END
  END
END
`;
}

function nginxFile(folder: string, socket: string, port: number): string {
  // Workers of another account don't reach a folder of root's.
  const account = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${account}pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/tmp/body; proxy_temp_path ${folder}/tmp/proxy; fastcgi_temp_path ${folder}/tmp/fcgi;
  uwsgi_temp_path ${folder}/tmp/uwsgi; scgi_temp_path ${folder}/tmp/scgi;
  upstream map { server unix:${socket}; }
  server {
    listen 127.0.0.1:${port};
    # A process of MapServer serves one connection until it closes: kept ones would starve the others.
    location /mapserv {
      include /etc/nginx/fastcgi_params;
      fastcgi_split_path_info ^(/mapserv)(/.*)$;
      fastcgi_param PATH_INFO $fastcgi_path_info;
      fastcgi_param SCRIPT_NAME /mapserv;
      fastcgi_pass map;
    }
  }
}
`;
}
