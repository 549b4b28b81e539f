import type { ProtectedAreaRecord, WithdrawnAreaRecord } from '@kianda/connectors';
import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import type { listProtectedAreas } from '@kianda/contract/sea/geography/geography.contract';
import {
  type ArealGeometry,
  type Bbox,
  bboxIntersects,
  bboxToRing,
  destination,
  type Position,
  type ProtectedArea,
  protectedAreas,
} from '@kianda/geo';
import { fromWkb } from '../../../platform/geometry/wkb.ts';
import type { ProvenanceOf, Sink } from '../../ingestion/connectors/index.ts';
import { attributionsOf, pagingOf } from './attributions.texts.ts';
import type { ProtectedAreaRow } from './geography.types.ts';
import { areaKinds } from './places.texts.ts';
import type { ProtectedAreaRepository } from './protected-areas.repository.ts';

type Answer = DataOf<typeof listProtectedAreas>;
type Feature = Answer['features'][number];
type Geometry = Feature['geometry'];

/** A site without boundary or area is drawn as a circle of this radius. */
const unknownRadiusMeters = 500;
const planned = new Set(['Proposed']);

/**
 * Protected areas as maps show them: those of the register, and from the built-in list what no register has (planned
 * areas, the boxes of the console). Until the register is read, the whole built-in list is shown.
 */
export function createProtectedAreas(
  repository: ProtectedAreaRepository,
  provenanceOf: ProvenanceOf,
  reference: Provenance,
) {
  async function provenance(hasReference: boolean): Promise<Provenance> {
    const newest = await repository.newest();
    if (newest === undefined) return reference;
    const register = await provenanceOf({
      connectorId: newest.connector_id,
      streamId: newest.stream_id,
      // The register has the date of a declaration, but no time at which its content was checked.
      observedAtMs: null,
      retrievedAtMs: newest.retrieved_at.getTime(),
      simulatedSeed: newest.simulated_seed,
    });
    return hasReference ? worstProvenance([register, reference]) : register;
  }

  return async function list(
    query: QueryOf<typeof listProtectedAreas>,
  ): Promise<{ data: Answer; provenance: Provenance }> {
    const box: Bbox = [query.west, query.south, query.east, query.north];
    const filter = { box, marine: query.marine === undefined ? null : query.marine === 'true' };
    const newest = await repository.newest();
    const stored = await repository.count(filter);
    const builtIn = protectedAreas.filter((area) => isShown(area, filter, newest !== undefined));
    const offset = (query.page - 1) * query.pageSize;
    const rows = offset < stored ? await repository.page(filter, offset, query.pageSize) : [];
    const first = Math.max(0, offset - stored);
    const rest = builtIn.slice(first, Math.max(first, offset + query.pageSize - stored));
    return {
      data: {
        type: 'FeatureCollection',
        features: [...rows.flatMap(featureOfRow), ...rest.flatMap(featureOfReference)],
        ...pagingOf(stored + builtIn.length, query),
        attributions: newest === undefined ? [] : attributionsOf(newest.connector_id),
      },
      provenance: await provenance(rest.length > 0),
    };
  };
}

export type NamedArea = { readonly name: string; readonly geometry: ArealGeometry };

const areasAtOnce = 100;

/** Protected areas that exist and lie in the sea. */
export async function protectedSea(list: ReturnType<typeof createProtectedAreas>): Promise<readonly NamedArea[]> {
  const found: NamedArea[] = [];
  for (let page = 1; ; page += 1) {
    const world = { west: -180, south: -90, east: 180, north: 90 };
    const { data } = await list({ ...world, marine: 'true', page, pageSize: areasAtOnce });
    for (const { geometry, properties } of data.features) {
      if (properties.status === 'existente') found.push({ name: properties.name, geometry: geometry as ArealGeometry });
    }
    if (data.features.length < areasAtOnce) return found;
  }
}

function isShown(
  area: ProtectedArea,
  { box, marine }: { readonly box: Bbox; readonly marine: boolean | null },
  registered: boolean,
): boolean {
  if (area.bbox === null || !bboxIntersects(area.bbox, box)) return false;
  if (registered && area.status === 'existente') return false;
  return marine === null || (area.kind === 'area-marinha' || area.kind === 'ebsa') === marine;
}

function featureOfRow(row: ProtectedAreaRow): Feature[] {
  if (row.geometry === null) return [];
  const shape = fromWkb(row.geometry);
  const areaKm2 = row.reported_area_km2 ?? row.gis_area_km2;
  const outline = shape.type === 'Polygon' || shape.type === 'MultiPolygon' ? 'boundary' : 'circle';
  const geometry =
    shape.type === 'Polygon' || shape.type === 'MultiPolygon'
      ? (structuredClone(shape) as Geometry)
      : shape.type === 'Point'
        ? circle([shape.coordinates], areaKm2)
        : shape.type === 'MultiPoint'
          ? circle(shape.coordinates, areaKm2)
          : null;
  // A line encloses nothing: no register of areas has one.
  if (geometry === null) return [];
  return [
    {
      type: 'Feature',
      id: `${row.source}:${row.site_id}`,
      geometry,
      properties: {
        name: row.name,
        nameEnglish: row.name_english,
        designation: row.designation ?? 'Área protegida',
        status: row.legal_status !== null && planned.has(row.legal_status) ? 'planeada' : 'existente',
        legalStatus: row.legal_status,
        statusYear: row.status_year,
        iucnCategory: row.iucn_category,
        governance: row.governance,
        managementAuthority: row.management_authority,
        noTake: row.no_take,
        marine: row.marine,
        reportedAreaKm2: row.reported_area_km2,
        gisAreaKm2: row.gis_area_km2,
        outline,
        source: [attributionsOf(row.connector_id)[0]?.source ?? row.source, ...row.reported_by].join('; '),
        url: row.url,
      },
    },
  ];
}

function featureOfReference(area: ProtectedArea): Feature[] {
  if (area.bbox === null) return [];
  return [
    {
      type: 'Feature',
      id: area.id,
      geometry: { type: 'Polygon', coordinates: [mutable(area.approximateOutline ?? bboxToRing(area.bbox))] },
      properties: {
        name: area.name,
        nameEnglish: null,
        designation: areaKinds[area.kind],
        status: area.status,
        legalStatus: null,
        statusYear: area.establishedYear,
        iucnCategory: null,
        governance: null,
        managementAuthority: null,
        noTake: null,
        marine: area.kind === 'area-marinha' || area.kind === 'ebsa',
        reportedAreaKm2: area.area?.value ?? null,
        gisAreaKm2: null,
        outline: area.approximateOutline === undefined ? 'box' : 'approximate',
        source: area.source,
        url: null,
      },
    },
  ];
}

/** Circles about points that together have the area reported, as the register's own maps draw sites without boundary. */
function circle(centers: readonly Position[], areaKm2: number | null): Geometry {
  const each = areaKm2 === null ? null : (areaKm2 * 1e6) / centers.length;
  const radiusMeters = each === null || each === 0 ? unknownRadiusMeters : Math.sqrt(each / Math.PI);
  const rings = centers.map((center) => {
    const ring = Array.from({ length: 32 }, (_, step) => destination(center, step * 11.25, radiusMeters));
    const [start = center] = ring;
    return mutable([...ring, start]);
  });
  return { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) } satisfies ArealGeometry as Geometry;
}

function mutable(ring: readonly Position[]): [number, number][] {
  return ring.map(([lon, lat]) => [lon, lat]);
}

export type ProtectedAreas = ReturnType<typeof createProtectedAreas>;

/** Stores protected areas, and marks withdrawn ones. The register has no time of observation. */
export function protectedAreaSink(
  repository: ProtectedAreaRepository,
): Sink<ProtectedAreaRecord | WithdrawnAreaRecord> {
  return async (records, origin) => {
    const written = await repository.upsert(origin.connectorId, records, origin);
    return { written, duplicates: records.length - written, newestObservedMs: null };
  };
}
