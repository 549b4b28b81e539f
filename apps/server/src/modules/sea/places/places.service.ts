import { type DataOf, type ParamsOf, type QueryOf, worstProvenance } from '@kianda/contract';
import type { listPlaces, placeById } from '@kianda/contract/sea/places/places.contract';
import { type Place, placeKinds } from '@kianda/contract/sea/places/places.resource';
import { findable, matchScore, typedQuery } from '@kianda/format/match';
import {
  type Bbox,
  bboxOfGeometry,
  bboxOfPositions,
  destination,
  isInZee,
  nearestCoastPoint,
  type Position,
  pointInPolygon,
} from '@kianda/geo';
import { geodesicMeters } from '@kianda/science/vessels/track';
import { pageAnswer } from '../../../platform/db/list-query.ts';
import type { Answer, Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { mayRead } from '../../../platform/http/may-read.ts';
import type { KnownPlace, PlaceSource } from '../../../platform/places.ts';

/** Half the side of the box around a point: the surroundings that its page shows. */
const pointRadiusKm = 10;

export type Places = ReturnType<typeof createPlaces>;
type Query = QueryOf<typeof listPlaces>;
type Detail = DataOf<typeof placeById>;

/** Ports, areas and stations of all modules, each for those who may see it. */
export function createPlaces(sources: () => readonly PlaceSource[]) {
  /** Lists of the sources that the account may read, with their provenance. */
  const listsFor = (principal: Principal) =>
    Promise.all(
      sources()
        .filter(({ access }) => mayRead(access, principal))
        .map((source) => source.list()),
    );

  return {
    async page(query: Query, principal: Principal): Promise<Answer<DataOf<typeof listPlaces>>> {
      const lists = await listsFor(principal);
      const found = lists.flatMap(({ places }) => filtered(places, query)).sort(orderOf(query));
      const start = (query.page - 1) * query.pageSize;
      const rows = found.slice(start, start + query.pageSize).map(rowOf);
      return {
        data: pageAnswer(rows, found.length, query),
        provenance: worstProvenance(lists.filter(({ places }) => places.length > 0).map((list) => list.provenance)),
      };
    },

    /** Throws `not_found` for a place that does not exist or that the account may not see. */
    async byId({ kind, id }: ParamsOf<typeof placeById>, principal: Principal): Promise<Answer<Detail>> {
      const lists = await listsFor(principal);
      const known = lists.flatMap(({ places }) => places);
      const isIt = (place: KnownPlace) => place.kind === kind && place.id === id;
      const list = lists.find(({ places }) => places.some(isIt));
      const place = list?.places.find(isIt);
      if (list === undefined || place === undefined)
        throw new AppError('not_found', { detail: `Não há ${placeKinds[kind].toLowerCase()} com o id ${id}.` });
      return { data: detailOf(place, known), provenance: list.provenance };
    },
  };
}

const rowOf = ({ kind, id, name, detail, lon, lat, areaKm2, source }: KnownPlace): Place => ({
  kind,
  id,
  name,
  detail,
  lon,
  lat,
  areaKm2,
  source,
});

function filtered(places: readonly KnownPlace[], { kinds, search = '' }: Query): readonly KnownPlace[] {
  const ofKinds = kinds === undefined ? places : places.filter(({ kind }) => kinds.includes(kind));
  if (search === '') return ofKinds;
  const asked = typedQuery(search);
  return ofKinds.filter(
    ({ name, kind, detail, source }) => matchScore(asked, findable(name, [], [placeKinds[kind], detail, source])) > 0,
  );
}

const byText = (text: (place: KnownPlace) => string) => (one: KnownPlace, other: KnownPlace) =>
  text(one).localeCompare(text(other), 'pt');
const byNumber = (value: (place: KnownPlace) => number) => (one: KnownPlace, other: KnownPlace) =>
  value(one) - value(other);

const orders = {
  name: byText(({ name }) => name),
  kind: byText(({ kind }) => placeKinds[kind]),
  lat: byNumber(({ lat }) => lat),
  area: byNumber(({ areaKm2 }) => areaKm2 ?? 0),
} as const satisfies Record<Query['sort'], unknown>;

/** Order of a query; equal places by name, then by id. A place without extent comes last both ways. */
function orderOf({ sort, order }: Query) {
  const sign = order === 'asc' ? 1 : -1;
  return (one: KnownPlace, other: KnownPlace): number => {
    if (sort === 'area' && (one.areaKm2 === null) !== (other.areaKm2 === null)) return one.areaKm2 === null ? 1 : -1;
    return sign * orders[sort](one, other) || orders.name(one, other) || (one.id < other.id ? -1 : 1);
  };
}

function detailOf(place: KnownPlace, known: readonly KnownPlace[]): Detail {
  const { outline, facts, url, lon, lat } = place;
  const position: Position = [lon, lat];
  const coast = nearestCoastPoint(position);
  const holds = ({ outline: other }: KnownPlace) => other !== null && pointInPolygon(position, other);
  return {
    ...rowOf(place),
    geometry: (outline === null
      ? { type: 'Point', coordinates: [lon, lat] }
      : structuredClone(outline)) as Detail['geometry'],
    bounds: [...((outline === null ? null : bboxOfGeometry(outline)) ?? boxAround(position))],
    pointRadiusKm: outline === null ? pointRadiusKm : null,
    coastKm: coast === null ? null : geodesicMeters(position, coast) / 1000,
    insideZee: isInZee(position),
    nearestPort: nearestPort(place, known),
    within: known.filter((other) => other !== place && holds(other)).map(namedOf),
    facts: [...facts],
    url,
  };
}

const namedOf = ({ kind, id, name }: KnownPlace) => ({ kind, id, name });

function boxAround(position: Position): Bbox {
  const corners = [0, 90, 180, 270].map((bearing) => destination(position, bearing, pointRadiusKm * 1000));
  return bboxOfPositions(corners) ?? [...position, ...position];
}

function nearestPort(place: KnownPlace, known: readonly KnownPlace[]): Detail['nearestPort'] {
  const away = ({ lon, lat }: KnownPlace) => geodesicMeters([place.lon, place.lat], [lon, lat]);
  const [nearest] = known
    .filter((other) => other.kind === 'port' && other !== place)
    .map((port) => ({ port, meters: away(port) }))
    .toSorted((one, other) => one.meters - other.meters);
  return nearest === undefined ? null : { ...namedOf(nearest.port), km: nearest.meters / 1000 };
}
