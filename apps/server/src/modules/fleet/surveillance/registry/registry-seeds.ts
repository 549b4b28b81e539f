import type { ArealGeometry, Ring } from '@kianda/geo';
import { bboxToRing, offshoreInstallations, protectedAreas, safetyZone } from '@kianda/geo';

export type AreaSeed = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'protected' | 'oil_exclusion';
  readonly geometry: ArealGeometry;
  readonly rules: {
    readonly alertOnEntry: boolean;
    readonly alertBelowKnots: number | null;
    readonly forbidsFishing: boolean;
  };
  readonly source: string;
  readonly note: string;
};

const polygon = (ring: Ring): ArealGeometry => ({ type: 'Polygon', coordinates: [ring] });

const protectedSeeds: readonly AreaSeed[] = protectedAreas.flatMap(
  ({ id, name, bbox, approximateOutline, source, note }) =>
    bbox === null
      ? []
      : [
          {
            id,
            name,
            kind: 'protected',
            geometry: polygon(approximateOutline ?? bboxToRing(bbox)),
            rules: { alertOnEntry: true, alertBelowKnots: 5, forbidsFishing: true },
            source,
            note,
          },
        ],
);

/** Safety zones of 500 m around installations at sea (UNCLOS, article 60(5)); who is inside has an alert of its own. */
const oilSeeds: readonly AreaSeed[] = offshoreInstallations.map(({ id, name, position, source, note }) => ({
  id,
  name,
  kind: 'oil_exclusion',
  geometry: polygon(safetyZone(position)),
  rules: { alertOnEntry: true, alertBelowKnots: null, forbidsFishing: true },
  source: `${source}. Zona de segurança de 500 m: CNUDM, artigo 60.º, n.º 5`,
  note,
}));

/** Areas the platform watches from the start: protected areas that have bounds, and zones around oil installations. */
export const areaSeeds: readonly AreaSeed[] = [...protectedSeeds, ...oilSeeds];

export type SeasonSeed = {
  readonly id: string;
  readonly name: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly gears: readonly string[] | null;
  readonly species: readonly string[];
  readonly source: string;
};

/**
 * Closed seasons as the press gave them; the decrees' own texts were not at hand, so that the registry's managers have
 * to check them. Gears null is none named: such a season forbids no gear by itself and is judged by its species.
 */
export const seasonSeeds: readonly SeasonSeed[] = [
  {
    id: '0d3f1c52-6f0e-4b52-9d51-000020240701',
    name: 'Veda do carapau e da cavala 2024',
    startsOn: '2024-07-01',
    endsOn: '2024-08-31',
    gears: ['cerco', 'arrasto-pelagico'],
    species: ['Trachurus trecae', 'Trachurus capensis', 'Scomber colias'],
    source: 'Imprensa: novojornal.co.ao, valoreconomico.co.ao (decreto por confirmar)',
  },
  {
    id: '0d3f1c52-6f0e-4b52-9d51-000020250701',
    name: 'Veda do carapau 2025, com proibição do arrasto pelágico',
    startsOn: '2025-07-01',
    endsOn: '2025-08-31',
    gears: ['arrasto-pelagico'],
    species: ['Trachurus trecae', 'Trachurus capensis'],
    source: 'Imprensa: novojornal.co.ao 121040, topangola.com (decreto por confirmar)',
  },
];
