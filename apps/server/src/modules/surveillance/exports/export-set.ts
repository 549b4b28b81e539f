import type { Provenance } from '@kianda/contract';
import type { Position } from '@kianda/geo';

/** One thing of an export: where it is, and what is said of it, by names people read. */
export type Exported = {
  readonly id: string;
  readonly name: string;
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: Position }
    | { readonly type: 'LineString'; readonly coordinates: readonly Position[] };
  /** Instants in ISO 8601. */
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
};

/** What goes into a file, and what the file says of itself. */
export type ExportSet = {
  /** Of the file, without date and ending. */
  readonly stem: string;
  readonly title: string;
  readonly things: readonly Exported[];
  readonly provenance: Provenance;
  readonly attribution: string;
  readonly citation: string;
  readonly nowMs: number;
};

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** As GeoJSON (RFC 7946), with source, licence and citation beside the features. */
export function geoJsonOf({ title, things, provenance, attribution, citation, nowMs }: ExportSet): Uint8Array {
  return bytesOf(
    `${JSON.stringify({
      type: 'FeatureCollection',
      name: title,
      attribution,
      citation,
      exportedAt: new Date(nowMs).toISOString(),
      provenance,
      features: things.map(({ id, name, geometry, properties }) => ({
        type: 'Feature',
        id,
        geometry,
        properties: { nome: name, ...properties },
      })),
    })}\n`,
  );
}

/** As KML 2.2; every text is escaped, and what XML 1.0 cannot hold is left out. */
export function kmlOf({ title, things, provenance, attribution, citation, nowMs }: ExportSet): Uint8Array {
  const simulated = provenance.state === 'simulated' ? ' Dados simulados.' : '';
  const about = `${attribution} ${citation} Exportado em ${new Date(nowMs).toISOString()}.${simulated}`;
  const placemarks = things.map(
    ({ id, name, geometry, properties }) =>
      `<Placemark id="${xml(id)}"><name>${xml(name)}</name>${timeOf(properties)}<ExtendedData>${Object.entries(
        properties,
      )
        .map(([key, value]) => `<Data name="${xml(key)}"><value>${xml(String(value ?? ''))}</value></Data>`)
        .join('')}</ExtendedData>${shapeOf(geometry)}</Placemark>`,
  );
  return bytesOf(
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xml(title)}</name><description>${xml(about)}</description>${placemarks.join('\n')}</Document></kml>\n`,
  );
}

function shapeOf(geometry: Exported['geometry']): string {
  const pair = ([lon, lat]: Position) => `${lon},${lat}`;
  return geometry.type === 'Point'
    ? `<Point><coordinates>${pair(geometry.coordinates)}</coordinates></Point>`
    : `<LineString><tessellate>1</tessellate><coordinates>${geometry.coordinates.map(pair).join(' ')}</coordinates></LineString>`;
}

function timeOf({ instante }: Exported['properties']): string {
  return typeof instante === 'string' ? `<TimeStamp><when>${xml(instante)}</when></TimeStamp>` : '';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Signs escaped; control characters, which XML 1.0 has no place for even so, left out. */
function xml(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
