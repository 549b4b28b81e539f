import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { boundaryAtPoint } from '@kianda/contract/sea/limits/limits.contract';
import { type FieldVariable, fieldGrid, fieldVariables, listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCoordinates, formatNumber, formatQuantity } from '@kianda/format';
import { distanceMeters, earthMeanRadiusMeters } from '@kianda/geo';
import { CallFailure } from '../../client/client.ts';
import { bad, caution, good, type Outcome, type Probe, type Tools, unknown } from '../checks.types.ts';
import { probeTexts as texts } from '../probe-texts.pt.ts';

/** Variables that the live map shows first. */
const mapVariables: readonly FieldVariable[] = ['analysedSst', 'chlorophyll', 'currentEast', 'windEast'];
const missing = -32_768;

export const mapLayersLoad: Probe = async ({ client, signal }) => {
  const [said, failed]: [string[], string[]] = [[], []];
  for (const variable of mapVariables) {
    const { label } = fieldVariables[variable];
    try {
      const { data } = await client.read(fieldGrid, { params: { variable }, query: { stride: 4 } }, signal);
      const cells = cellsOf(data.values);
      const filled = cells.reduce((sum, value) => sum + (value === missing ? 0 : 1), 0);
      if (cells.length !== data.columns * data.rows) failed.push(texts.layers.size(label, cells.length));
      else if (filled === 0) failed.push(texts.layers.empty(label));
      else said.push(`${label}: ${formatNumber(filled)}`);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      failed.push(`${label}: ${error.message}`);
    }
  }
  if (failed.length === 0) return good(texts.layers.good(said.join(' · ')));
  return failed.length === mapVariables.length ? bad(failed.join(' · ')) : caution(failed.join(' · '));
};

function cellsOf(base64: string): Int16Array {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
}

export const stationsObserve: Probe = async ({ client, signal }) => {
  const { stations } = (await client.read(listStations, {}, signal)).data;
  const silent = stations.filter(({ latest }) => latest.every(({ value }) => value === null));
  const said = texts.stations(formatNumber(stations.length), formatNumber(silent.length));
  if (stations.length === 0) return bad(said);
  return silent.length > 0 ? caution(said) : good(said);
};

export const graphicsDraw: Probe = async () => {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return bad(texts.graphics.none);
  const size = Number(context.getParameter(context.MAX_TEXTURE_SIZE));
  const said = texts.graphics.good(formatNumber(size));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return size < 4_096 ? caution(said) : good(said);
};

type Ring = readonly (readonly number[])[];

/** Area of a ring on the sphere, km² (Chamberlain and Duquette 2007, eq. 4). */
export function ringAreaKm2(ring: Ring): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [[lon = 0, lat = 0] = [], [nextLon = 0, nextLat = 0] = []] = [ring[at], ring[at + 1]];
    sum += (nextLon - lon) * radians * (2 + Math.sin(lat * radians) + Math.sin(nextLat * radians));
  }
  return Math.abs((sum * earthMeanRadiusMeters ** 2) / 2) / 1e6;
}

async function zeeOf({ client, signal }: Tools) {
  const { boundary, areas } = (await client.read(zeeBoundary, {}, signal)).data;
  const polygons = boundary.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  return { polygons: polygons as readonly (readonly Ring[])[], areas };
}

/** Share by which two figures of the same area may differ: sphere and ellipsoid. */
const areaTolerance = 0.02;

export const zeeIsWhole: Probe = async (tools) => {
  const { polygons, areas } = await zeeOf(tools);
  const open = polygons.flat().filter((ring) => String(ring[0]) !== String(ring.at(-1)));
  if (polygons.length === 0 || open.length > 0) return bad(texts.zee.open(open.length));
  const own = polygons.reduce(
    (sum, [outer = [], ...holes]) => sum + ringAreaKm2(outer) - holes.reduce((of, hole) => of + ringAreaKm2(hole), 0),
    0,
  );
  const computed = areas.find(({ kind }) => kind === 'computed')?.km2;
  if (computed === undefined) return unknown(texts.zee.noArea);
  const said = texts.zee.areas(
    formatQuantity(own, 'km²', { maxDecimals: 0 }),
    formatQuantity(computed, 'km²', { maxDecimals: 0 }),
  );
  return Math.abs(own - computed) / computed < areaTolerance ? good(said) : bad(said);
};

/** Places in and off Cabinda: the town's roadstead in the platform's own list, a point inland, and one at sea. */
const inland = { lon: 12.45, lat: -5.2 };
const atSea = { lon: 12.0, lat: -5.45 };
const cabindaBox = { west: 11, south: -6.1, east: 13.2, north: -4.3 };

export const cabindaPortStands: Probe = async ({ client, signal }) => {
  const ports = (await client.read(listPorts, {}, signal)).data.features;
  const port = ports.find(({ properties }) => /cabinda/i.test(properties.name));
  if (port === undefined) return bad(texts.cabinda.noPort);
  const [lon, lat] = port.geometry.coordinates;
  const { west, south, east, north } = cabindaBox;
  const said = texts.cabinda.port(port.properties.name, formatCoordinates([lon, lat]), port.properties.source);
  return lon > west && lon < east && lat > south && lat < north ? good(said) : bad(said);
};

export const cabindaZones: Probe = async ({ client, signal }) => {
  const land = (await client.read(boundaryAtPoint, { query: inland }, signal)).data;
  const sea = (await client.read(boundaryAtPoint, { query: atSea }, signal)).data;
  const said = texts.cabinda.zones(sea.zones.map(({ name }) => name).join(', '));
  if (land.outside !== 'land') return bad(texts.cabinda.notLand);
  return sea.zones.length === 0 ? bad(texts.cabinda.notSea) : good(said);
};

/** Largest relative error of the sphere against the ellipsoid, with something for short distances. */
const sphereError = 0.006;

export const cabindaDistances: Probe = async ({ client, signal }) => {
  const { distances } = (await client.read(boundaryAtPoint, { query: atSea }, signal)).data;
  const far = distances.filter(({ meters, lon, lat }) => {
    const sphere = distanceMeters([atSea.lon, atSea.lat], [lon, lat]);
    return Math.abs(sphere - meters) > Math.max(20, meters * sphereError);
  });
  const coast = distances[0];
  if (coast === undefined) return unknown(texts.cabinda.noDistances);
  const said = texts.cabinda.distance(coast.name, formatQuantity(coast.meters / 1000, 'km', { maxDecimals: 1 }));
  return far.length > 0 ? bad(texts.cabinda.far(far.map(({ name }) => name).join(', '))) : good(said);
};

/** The written form of a position is exact: what people copy into a chart plotter must not turn the signs or the order. */
export const coordinatesRead: Probe = async (): Promise<Outcome> => {
  const position = [12.16, -5.523] as const;
  const [minutes, decimal] = [formatCoordinates(position, 'minutes'), formatCoordinates(position, 'decimal')];
  const isRight = /5°31,4′\s*S\s+12°0?9,6′\s*E/.test(minutes);
  return isRight ? good(`${minutes} · ${decimal}`) : bad(texts.cabinda.written(minutes));
};
