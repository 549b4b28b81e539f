/** MapServer of Debian as a service of features: its program, run for each request as a web server runs a CGI. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianTools } from '../../../tools/shared/debian.mjs';
import { freePort } from './world.ts';

const templates = '/usr/share/mapserver/ogcapi/templates/html-plain/';
export const stationCount = 25;

/** Stations along the coast, a known depth and name for each. */
export const stations = {
  type: 'FeatureCollection',
  features: Array.from({ length: stationCount }, (_, n) => ({
    type: 'Feature',
    properties: { code: `E${String(n).padStart(2, '0')}`, name: `Estação ${n}`, depth: n * 10.5 },
    geometry: { type: 'Point', coordinates: [12 + (n % 5) * 0.25, -16 + n * 0.25] },
  })),
};

/** Starts it on a port of its own; `url` is its OGC API. */
export async function startMapServer() {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-mapserver-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mapserv/ao/ogcapi`;
  await writeFile(join(folder, 'estacoes.geojson'), JSON.stringify(stations));
  await writeFile(
    join(folder, 'mapserver.conf'),
    `CONFIG\nENV\nOGCAPI_HTML_TEMPLATE_DIRECTORY "${templates}"\nMS_MAP_PATTERN "."\nEND\nMAPS\nao "${folder}/ao.map"\nEND\nEND\n`,
  );
  await writeFile(join(folder, 'ao.map'), mapFile(url, join(folder, 'estacoes.geojson')));
  const server = createServer((request, response) => {
    answer(request, response, join(folder, 'mapserver.conf'));
  });
  server.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, configuration: string): void {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const child = spawn(debianTools['cgi-mapserver'], [], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...{ MAPSERVER_CONFIG_FILE: configuration, GATEWAY_INTERFACE: 'CGI/1.1', SERVER_PROTOCOL: 'HTTP/1.1' },
      ...{ REQUEST_METHOD: request.method ?? 'GET', QUERY_STRING: query, SCRIPT_NAME: '/mapserv' },
      ...{ PATH_INFO: decodeURIComponent(path.replace('/mapserv', '')), HTTP_ACCEPT: request.headers.accept ?? '' },
    },
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.once('error', () => response.writeHead(502).end());
  child.once('close', () => {
    const output = Buffer.concat(pieces);
    const end = /\r?\n\r?\n/.exec(output.toString('latin1'));
    if (end === null) {
      response.writeHead(502).end();
      return;
    }
    const heads = output.subarray(0, end.index).toString('latin1').split(/\r?\n/);
    const fields = heads.map((line) => /^([\w-]+):\s*(.*)$/.exec(line) ?? ['', '', '']);
    const status = fields.find(([, name = '']) => name.toLowerCase() === 'status')?.[2] ?? '200';
    response.statusCode = Number.parseInt(status, 10);
    for (const [, name = '', value = ''] of fields) if (!/^(status)?$/i.test(name)) response.setHeader(name, value);
    response.end(output.subarray(end.index + end[0].length));
  });
}

function mapFile(url: string, data: string): string {
  return `MAP
  NAME "ao"
  SIZE 256 256
  EXTENT 8 -18.5 17 -4
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_enable_request" "*"
    "oga_enable_request" "*"
    "oga_onlineresource" "${url}"
    "ows_title" "Cartas do instituto"
  END END
  LAYER
    NAME "estacoes"
    TYPE POINT
    STATUS ON
    CONNECTIONTYPE OGR
    CONNECTION "${data}"
    EXTENT 8 -18.5 17 -4
    PROJECTION "init=epsg:4326" END
    METADATA
      "gml_include_items" "all" "gml_types" "auto" "gml_featureid" "code" "ows_title" "Estações"
      "ows_extent" "8 -18.5 17 -4"
    END
    TEMPLATE "x.html"
    CLASS NAME "estacoes" END
  END
END
`;
}
