import { areaKinds } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { ArealGeometry } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import { fromWkb } from '../../../platform/geometry/wkb.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { type PlaceSource, statedFacts } from '../../../platform/places.ts';
import { centreOf } from './surveillance.searches.ts';
import type { AreaRow } from './surveillance.tables.ts';

/** Watched areas as places. */
export const surveillancePlaces = (areas: () => Promise<readonly AreaRow[]>, clock: Clock): readonly PlaceSource[] => [
  {
    access: 'surveillance:read',
    list: async () => ({ places: (await areas()).flatMap(areaPlace), provenance: ownProvenance(clock) }),
  },
];

function areaPlace(area: AreaRow) {
  const centre = centreOf(area.bounds);
  const outline = fromWkb(area.geometry);
  if (centre === null || (outline.type !== 'Polygon' && outline.type !== 'MultiPolygon')) return [];
  return [
    {
      kind: 'watched-area' as const,
      id: area.id,
      name: area.name,
      detail: areaKinds[area.kind],
      lon: centre[0],
      lat: centre[1],
      areaKm2: area.area_km2,
      source: area.source,
      outline: outline as ArealGeometry,
      facts: statedFacts({
        Nota: area.note,
        Vigiada: area.is_monitored ? 'Sim' : 'Não',
        'Entrar levanta alerta': area.alert_on_entry ? 'Sim' : 'Não',
        'Velocidade que levanta alerta':
          area.alert_below_knots === null ? null : `abaixo de ${area.alert_below_knots} nós`,
        'Pesca proibida': area.forbids_fishing ? 'Sim' : 'Não',
      }),
      url: null,
    },
  ];
}
