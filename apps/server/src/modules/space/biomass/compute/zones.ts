import { oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { fishingStrips, fishingZones, zeeCabinda, zeeProper } from '@kianda/geo';
import type { NamedArea } from '../../../sea/geography/index.ts';
import type { ZoneShape } from './compute.types.ts';

const everywhere = { south: -90, north: 90 } as const;
/** Areas of one country; more would be a register of the world. */
const mostAreas = 60;

/**
 * The ZEE, its parts, the strips of fishing and the protected areas of the sea. Provinces have no limits at sea that are
 * published: the parts of the fisheries administration stand for them.
 */
export function zonesOf(areas: readonly NamedArea[]): readonly ZoneShape[] {
  const { norte, centro, sul } = oceanRegions;
  return [
    { name: 'ZEE de Angola', type: 'zee', geometry: null, ...everywhere },
    { name: 'Cabinda', type: 'part', geometry: [zeeCabinda], ...everywhere },
    part('Norte, sem Cabinda (até 9,5° S)', norte),
    part(centro.label, centro),
    part(sul.label, sul),
    ...fishingStrips.map(
      ({ segment, label, fromNauticalMiles, toNauticalMiles }): ZoneShape => ({
        ...{ name: `${label} (${stripWords(fromNauticalMiles, toNauticalMiles)})`, type: 'strip', ...everywhere },
        geometry: fishingZones.filter((zone) => zone.segment === segment).map(({ geometry }) => geometry),
      }),
    ),
    ...areas
      .slice(0, mostAreas)
      .map(({ name, geometry }): ZoneShape => ({ name, type: 'protected', geometry: [geometry], ...everywhere })),
  ];
}

const part = (name: string, { south, north }: { readonly south: number; readonly north: number }): ZoneShape => ({
  ...{ name, type: 'part', geometry: [zeeProper] },
  ...{ south, north },
});

const stripWords = (from: number, to: number | null): string =>
  to === null ? `além de ${from} milhas` : `${from} a ${to} milhas`;
