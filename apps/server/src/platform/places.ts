import type { Access, Provenance } from '@kianda/contract';
import type { SearchTarget } from '@kianda/contract/operations/search/search.contract';
import type { Place, PlaceKind } from '@kianda/contract/sea/places/places.resource';
import type { ArealGeometry, Position } from '@kianda/geo';

/** A place as its module knows it. */
export type KnownPlace = Place & {
  /** Outline of an area; null for what is a point. */
  readonly outline: ArealGeometry | null;
  /** Further facts in Portuguese, as the source states them. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Page of the place at its source. */
  readonly url: string | null;
};

/** Places that a module knows. */
export type PlaceSource = {
  /** Permission without which none of them is seen. */
  readonly access: Access;
  list(): Promise<{ readonly places: readonly KnownPlace[]; readonly provenance: Provenance }>;
};

type Point = Omit<KnownPlace, 'lon' | 'lat' | 'areaKm2' | 'outline' | 'facts' | 'url'> & {
  readonly position: Position;
} & Partial<Pick<KnownPlace, 'facts' | 'url'>>;

/** A place that is a point. */
export const pointPlace = ({ position: [lon, lat], facts = [], url = null, ...place }: Point): KnownPlace => ({
  ...place,
  lon,
  lat,
  areaKm2: null,
  outline: null,
  facts,
  url,
});

/** Facts of a source by their labels, without those that it does not state. */
export const statedFacts = (facts: Readonly<Record<string, string | null | undefined>>): KnownPlace['facts'] =>
  Object.entries(facts).flatMap(([label, value]) => (value == null || value === '' ? [] : [{ label, value }]));

/** Page of a place in the console. */
export const placeTarget = (kind: PlaceKind, id: string): SearchTarget => ({
  section: 'places',
  search: { place: `${kind}/${id}` },
});
