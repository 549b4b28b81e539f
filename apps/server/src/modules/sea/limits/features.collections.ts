import type { GeoGeometry } from '@kianda/connectors';
import type { Feature, FeatureCollection } from '../../../platform/feature-collections.ts';
import type { LimitRepository } from './limits.repository.ts';
import { type Limits, linesOf, zonesOf } from './limits.service.ts';

const common = { kind: 'list', access: 'public', time: null } as const;
const name = { type: 'string', title: 'Nome' } as const;
const source = { type: 'string', title: 'Fonte' } as const;
const notice =
  'Desenho da plataforma a partir da linha de base que ela tem; não representa limites legais nem acordos entre Estados.';

/** Zones and lines of the newest drawing for the OGC API; empty before the first. */
export function limitFeatures(repository: LimitRepository, limits: Limits): readonly FeatureCollection[] {
  const provenance = async () => limits.provenance(await repository.newest());
  return [
    {
      ...common,
      ...{ id: 'maritime-zones', title: 'Zonas marítimas', description: notice, geometryType: 'multipolygon' },
      keywords: ['limites', 'mar territorial', 'zona contígua', 'ZEE'],
      properties: {
        name,
        type: { type: 'string', title: 'Tipo' },
        areaKm2: { type: 'number', title: 'Área', unit: 'km²' },
        limitMiles: { type: 'number', title: 'Limite', unit: 'M' },
        articles: { type: 'string', title: 'Fundamento' },
        source,
      },
      provenance,
      features: async () => {
        const row = await repository.newest();
        return (row === undefined ? [] : zonesOf(row)).map(
          ({ id, geometry, type, area, limitMiles, legal, ...zone }): Feature => ({
            ...{ id, geometry: geometry as GeoGeometry },
            properties: {
              ...{ name: zone.name, type, areaKm2: area, limitMiles },
              ...{ articles: legal?.articles ?? null, source: zone.source },
            },
          }),
        );
      },
    },
    {
      ...common,
      ...{ id: 'maritime-limits', title: 'Linhas dos limites marítimos', description: notice, geometryType: 'any' },
      keywords: ['limites', 'milhas', 'linha mediana'],
      properties: {
        name,
        kind: { type: 'string', title: 'Tipo' },
        neighbour: { type: 'string', title: 'Vizinho' },
        lengthKm: { type: 'number', title: 'Comprimento', unit: 'km' },
        note: { type: 'string', title: 'Nota' },
        source,
      },
      provenance,
      features: async () => {
        const row = await repository.newest();
        return (row === undefined ? [] : linesOf(row)).map(
          ({ id, geometry, kind, neighbour, length, note, ...line }): Feature => ({
            ...{ id, geometry: geometry as GeoGeometry },
            properties: { name: line.name, kind, neighbour, lengthKm: length, note, source: line.source },
          }),
        );
      },
    },
  ];
}
