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

/** Name, title, attribution and citation of a file. */
export type ExportAbout = {
  /** Name of the file without date and ending. */
  readonly stem: string;
  readonly title: string;
  readonly attribution: string;
  readonly citation: string;
  readonly nowMs: number;
};

/** Everything that goes into a file. */
export type ExportSet = ExportAbout & { readonly things: readonly Exported[]; readonly provenance: Provenance };

type Things = AsyncIterable<readonly Exported[]>;

/**
 * As GeoJSON (RFC 7946), with source, licence and citation beside the features. Their provenance is written at the
 * end, when all of them are known.
 */
export async function* geoJsonParts(about: ExportAbout, things: Things, provenance: () => Provenance) {
  const { title, attribution, citation, nowMs } = about;
  const exportedAt = new Date(nowMs).toISOString();
  const head = JSON.stringify({ type: 'FeatureCollection', name: title, attribution, citation, exportedAt });
  yield `${head.slice(0, -1)},"features":[`;
  let isFirst = true;
  for await (const batch of things) {
    if (batch.length === 0) continue;
    yield `${isFirst ? '' : ','}\n${batch.map(featureText).join(',\n')}`;
    isFirst = false;
  }
  yield `],"provenance":${JSON.stringify(provenance())}}\n`;
}

const featureText = ({ id, name, geometry, properties }: Exported): string =>
  JSON.stringify({ type: 'Feature', id, geometry, properties: { nome: name, ...properties } });

/** As KML 2.2; every text is escaped, and what XML 1.0 cannot hold is left out. Its origin is in a folder at the end. */
export async function* kmlParts(about: ExportAbout, things: Things, provenance: () => Provenance) {
  const { title, attribution, citation, nowMs } = about;
  const text = `${attribution} ${citation} Exportado em ${new Date(nowMs).toISOString()}.`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xml(title)}</name><description>${xml(text)}</description>\n`;
  for await (const batch of things) if (batch.length > 0) yield `${batch.map(placemark).join('\n')}\n`;
  const { state } = provenance();
  const origin = state === 'simulated' ? 'Dados simulados.' : `Origem: ${state}.`;
  yield `<Folder><name>Origem</name><description>${xml(origin)}</description></Folder></Document></kml>\n`;
}

const placemark = ({ id, name, geometry, properties }: Exported): string =>
  `<Placemark id="${xml(id)}"><name>${xml(name)}</name>${timeOf(properties)}<ExtendedData>${Object.entries(properties)
    .map(([key, value]) => `<Data name="${xml(key)}"><value>${xml(String(value ?? ''))}</value></Data>`)
    .join('')}</ExtendedData>${shapeOf(geometry)}</Placemark>`;

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
