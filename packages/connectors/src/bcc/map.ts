import { createHash } from 'node:crypto';
import { ProviderError } from '../core/failures.ts';
import type { MapFeature, MapLayerRecord } from '../core/geo-records.ts';
import { readGeometry } from '../core/geojson.ts';
import type { RejectedRow } from '../core/port.ts';
import { featureWire, type ResourceWire, resourceWire } from './wire.ts';

/** Angola's layers and the regional ones. */
const WANTED = /^(AGO_OEM_|REG_)/;
/** The server also lists the positions of the armed forces: not for a platform of science and fisheries. */
const DENIED = /^AGO_OEM_DEF_/;

export type ListedLayer = {
  /** Name without its workspace. */
  readonly id: string;
  readonly wire: ResourceWire;
  /** Changes with any change of the layer's entry in the list. */
  readonly fingerprint: string;
};

/** The layers of the list that are ours, by id; entries that are no layer are rejected. */
export function mapLayers(rows: readonly unknown[]): {
  readonly layers: readonly ListedLayer[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one fitted the schema. */
  readonly drifted: boolean;
} {
  const layers = new Map<string, ListedLayer>();
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const parsed = resourceWire.safeParse(raw);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      rejected.push({ reason: `Não é uma camada: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, raw });
      continue;
    }
    const id = parsed.data.alternate.replace(/^[^:]*:/, '');
    if (WANTED.test(id) && !DENIED.test(id))
      layers.set(id, { id, wire: parsed.data, fingerprint: hash(JSON.stringify(parsed.data)) });
  }
  const sorted = [...layers.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { layers: sorted, rejected, drifted: rows.length > 0 && rejected.length === rows.length };
}

/** A layer with its features (null: none are handed out). Throws `provider` when the features are of another layer. */
export function mapLayer(
  { id, wire }: ListedLayer,
  rows: readonly unknown[] | null,
): { readonly record: MapLayerRecord; readonly rejected: readonly RejectedRow[] } {
  const rejected: RejectedRow[] = [];
  const features = rows === null ? null : featuresOf(id, rows, rejected);
  const [west, south, east, north] = wire.extent?.coords ?? [];
  return {
    record: {
      kind: 'map-layer',
      layerId: id,
      withdrawn: false,
      title: wire.title?.trim() || id,
      abstract: said(wire.raw_abstract) ?? said(wire.abstract),
      keywords: wire.keywords ?? [],
      bbox:
        west === undefined || south === undefined || east === undefined || north === undefined
          ? null
          : [west, south, east, north],
      updatedMs: instantOf(wire.last_updated),
      url: said(wire.detail_url),
      licence: said(wire.license?.name) ?? said(wire.license?.identifier),
      features,
    },
    rejected,
  };
}

function featuresOf(layerId: string, rows: readonly unknown[], rejected: RejectedRow[]): MapFeature[] {
  const features = new Map<string, MapFeature>();
  for (const raw of rows) {
    const parsed = featureWire.safeParse(raw);
    if (!parsed.success) {
      rejected.push({ reason: `Não é um elemento: ${parsed.error.issues[0]?.path.join('.') ?? ''}`, raw });
      continue;
    }
    const name = parsed.data.id.split('.', 1)[0];
    if (name !== layerId)
      throw new ProviderError('provider', `BCC GeoData: pedida a camada ${layerId}, recebida ${name}`);
    const shape = readGeometry(parsed.data.geometry);
    if ('reason' in shape) {
      rejected.push({ reason: shape.reason, raw });
      continue;
    }
    const { geometry } = shape;
    const id = freeId(features, stableId(parsed.data.id, JSON.stringify(geometry)));
    features.set(id, { id, geometry, properties: parsed.data.properties ?? {} });
  }
  return [...features.values()];
}

/** Layers without a primary key get new numbers (`LAYER.fid--…`) with each request: their shape is all that stays. */
function stableId(id: string, shape: string): string {
  const number = id.slice(id.indexOf('.') + 1);
  return number.startsWith('fid-') ? `g-${hash(shape)}` : number;
}

function freeId(taken: ReadonlyMap<string, MapFeature>, id: string): string {
  let free = id;
  for (let copy = 2; taken.has(free); copy += 1) free = `${id}-${copy}`;
  return free;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function said(text: string | null | undefined): string | null {
  const plain = (text ?? '').replaceAll(/<[^>]*>/g, '').trim();
  return plain === '' || plain === 'No abstract provided' ? null : plain;
}

function instantOf(text: string | null | undefined): number | null {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? null : timeMs;
}
