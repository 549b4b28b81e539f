/**
 * MapServer by Debian's packages, on an indexed PostGIS table of the same rows: its OGC API, and its WFS for what version
 * 8.0 can't do there. A text says why it can't be measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { debianServer } from '../ingest/databases.ts';
import { missingMapServer, serveMap } from '../shared/mapserver.ts';
import { rowsSql } from './rows.ts';

export type Peer = { readonly url: string; stop(): Promise<void> };

/** Starts database, MapServer and HAProxy in a folder of their own; a text says what is missing. */
export async function startMapServer(): Promise<Peer | string> {
  const missing = missingMapServer();
  if (missing.length > 0) return `falta ${missing.join(', ')}`;
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
  const host = new URL(postgres.url).searchParams.get('host') ?? '';
  const server = await serveMap(folder, (port) => mapFile(host, port), `${itemsPath}&bbox=11,-10,12,-9`);
  const remove = async (): Promise<void> => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  if (typeof server === 'string') {
    await remove();
    return server;
  }
  const stop = async (): Promise<void> => {
    await server.stop();
    await remove();
  };
  return { url: server.url, stop };
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
