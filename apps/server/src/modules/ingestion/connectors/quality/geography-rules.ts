import type { AnimalTrackRecord, ConnectorRecord, MapFeature } from '@kianda/connectors';
import { distanceMeters } from '@kianda/geo';
import { animalBounds, extentBounds } from './bounds.ts';
import type { Finding, QualityRule } from './quality.types.ts';

const { fastestMetersPerSecond, shortestMs } = animalBounds;

function finding(evaluated: number, failing: readonly unknown[]): Finding {
  return { evaluated, failing: failing.length, sample: failing[0] ?? null };
}

function site(record: ConnectorRecord) {
  return record.kind === 'protected-area' && !record.withdrawn ? record : null;
}

function features(record: ConnectorRecord): readonly MapFeature[] | null {
  return record.kind === 'map-layer' && !record.withdrawn ? record.features : null;
}

/** Fixes that only an impossible speed joins to the one before. */
function leaps({ timesMs, lons, lats, outliers, individual }: AnimalTrackRecord): unknown[] {
  const found: unknown[] = [];
  let before: { readonly timeMs: number; readonly position: readonly [number, number] } | null = null;
  for (const [index, timeMs] of timesMs.entries()) {
    const [lon, lat] = [lons[index], lats[index]];
    if (lon === undefined || lat === undefined || outliers[index] === true) continue;
    const position = [lon, lat] as const;
    if (before !== null) {
      const elapsedMs = timeMs - before.timeMs;
      const speed = (distanceMeters(before.position, position) / elapsedMs) * 1000;
      if (elapsedMs >= shortestMs && speed > fastestMetersPerSecond)
        found.push({ individual, time: new Date(timeMs).toISOString(), metersPerSecond: Math.round(speed) });
    }
    before = { timeMs, position };
  }
  return found;
}

/** Rules of protected areas, regional layers and animal tracks. */
export const geographyRules: readonly QualityRule[] = [
  {
    id: 'protected_area_outline',
    label: 'Área protegida com limites, e não só um ponto',
    dimension: 'completeness',
    mostly: 0.8,
    check(record) {
      const area = site(record);
      if (area === null) return null;
      const outlined = area.geometry?.type === 'Polygon' || area.geometry?.type === 'MultiPolygon';
      return finding(1, outlined ? [] : [{ site: area.siteId, name: area.name }]);
    },
  },
  {
    id: 'protected_area_extent',
    label: 'Área calculada entre metade e o dobro da declarada',
    dimension: 'accuracy',
    mostly: 0.8,
    check(record) {
      const area = site(record);
      const declared = area?.reportedAreaKm2 ?? 0;
      const computed = area?.gisAreaKm2 ?? 0;
      if (area === null || declared === 0 || computed === 0) return null;
      const share = computed / declared;
      return finding(
        1,
        share >= extentBounds.least && share <= extentBounds.most ? [] : [{ site: area.siteId, declared, computed }],
      );
    },
  },
  {
    id: 'protected_area_date',
    label: 'Estatuto legal com data, não posterior ao presente',
    dimension: 'accuracy',
    mostly: 0.9,
    check(record, nowMs) {
      const area = site(record);
      if (area === null) return null;
      const dated = area.legalStatusDate !== null && Date.parse(area.legalStatusDate) <= nowMs;
      return finding(1, dated ? [] : [{ site: area.siteId, date: area.legalStatusDate }]);
    },
  },
  {
    id: 'layer_with_features',
    label: 'Camada vetorial com elementos',
    dimension: 'completeness',
    mostly: 0.9,
    check(record) {
      const found = features(record);
      if (found === null || record.kind !== 'map-layer') return null;
      return finding(1, found.length > 0 ? [] : [{ layer: record.layerId }]);
    },
  },
  {
    id: 'layer_attributes',
    label: 'Elementos com atributos',
    dimension: 'completeness',
    mostly: 0.9,
    check(record) {
      const found = features(record);
      if (found === null || record.kind !== 'map-layer') return null;
      const bare = found.filter(({ properties }) => Object.keys(properties).length === 0);
      return finding(
        found.length,
        bare.map(({ id }) => ({ layer: record.layerId, feature: id })),
      );
    },
  },
  {
    id: 'track_speed',
    label: 'Deslocação do animal até 30 m/s entre posições',
    dimension: 'accuracy',
    mostly: 0.99,
    check: (record) => (record.kind === 'animal-track' ? finding(record.timesMs.length, leaps(record)) : null),
  },
  {
    id: 'track_outliers',
    label: 'Posições não assinaladas como impossíveis',
    dimension: 'accuracy',
    mostly: 0.9,
    check(record) {
      if (record.kind !== 'animal-track') return null;
      const marked = record.timesMs.filter((_, index) => record.outliers[index] === true);
      return finding(
        record.timesMs.length,
        marked.map((timeMs) => ({ individual: record.individual, time: new Date(timeMs).toISOString() })),
      );
    },
  },
  {
    id: 'track_taxon',
    label: 'Animal com espécie',
    dimension: 'completeness',
    mostly: 0.95,
    check: (record) =>
      record.kind === 'animal-track'
        ? finding(1, record.taxon === null ? [{ study: record.study.id, individual: record.individual }] : [])
        : null,
  },
];
