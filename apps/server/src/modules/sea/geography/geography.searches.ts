import { fishingZones, ports, zee } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';
import type { NamedArea } from './protected-areas.repository.ts';

/** What a port is, by its kind in the reference data. */
const portKinds = {
  comercial: 'Porto comercial',
  pesca: 'Porto de pesca',
  energia: 'Terminal de energia',
} as const satisfies Record<(typeof ports)[number]['kind'], string>;

/** Map on which areas and ports are seen. */
const map = (lon: number, lat: number, zoom: number) => ({
  section: 'global-fishing-watch',
  search: { show: 'map', camera: `${lon.toFixed(4)},${lat.toFixed(4)},${zoom}` },
});

/** Ports, fishing zones, protected areas and the ZEE, as people look for them. */
export function geographySearches(options: {
  readonly protectedAreas: () => Promise<readonly NamedArea[]>;
  readonly clock: Clock;
}): readonly SearchSource[] {
  const { clock } = options;
  return [
    heldSource({
      kind: 'port',
      access: 'dashboard:read',
      clock,
      load: async () =>
        ports.map(({ id, name, kind, position: [lon, lat] }) => ({
          id,
          title: name,
          detail: portKinds[kind],
          names: [`Porto ${name}`],
          about: ['cais'],
          weight: 1,
          position: [lon, lat] as const,
          target: map(lon, lat, 11),
        })),
    }),
    heldSource({
      kind: 'area',
      access: 'dashboard:read',
      clock,
      load: async () => [
        zeeEntry(),
        ...fishingZones.map(zoneEntry),
        ...(await options.protectedAreas()).map(siteEntry),
      ],
    }),
  ];
}

function zeeEntry(): SearchEntry {
  return {
    id: 'zee',
    title: 'ZEE de Angola',
    detail: 'Zona económica exclusiva',
    names: ['ZEE', 'zona económica exclusiva', 'zona económica exclusiva de Angola', 'EEZ'],
    about: ['limite', 'fronteira marítima'],
    position: middleOf(zee),
    target: { section: 'zee-angola', search: {} },
    weight: 1,
  };
}

function zoneEntry(zone: (typeof fishingZones)[number]): SearchEntry {
  const [lon, lat] = middleOf(zone.geometry);
  return {
    id: zone.id,
    title: zone.name,
    detail: 'Zona de pesca',
    names: [],
    about: ['pesca', 'zona'],
    position: [lon, lat],
    target: map(lon, lat, 7),
  };
}

function siteEntry({ site_id: id, name, designation, lon, lat }: NamedArea): SearchEntry {
  return {
    id: `wdpa-${id}`,
    title: name,
    detail: designation ?? 'Área protegida',
    names: [String(id)],
    about: ['área protegida', 'parque', 'reserva', 'WDPA'],
    position: [lon, lat],
    target: map(lon, lat, 9),
  };
}

type Areal = { readonly type: string; readonly coordinates: readonly unknown[] };

/** Middle of the box around an area. */
function middleOf({ coordinates }: Areal): readonly [number, number] {
  const numbers = coordinates.flat(Number.POSITIVE_INFINITY) as number[];
  const lons = numbers.filter((_, index) => index % 2 === 0);
  const lats = numbers.filter((_, index) => index % 2 === 1);
  return [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2];
}
