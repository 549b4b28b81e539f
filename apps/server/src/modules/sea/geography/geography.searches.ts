import type { PlaceKind } from '@kianda/contract/sea/places/places.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type KnownPlace, type PlaceSource, placeTarget } from '../../../platform/places.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';

/** Ports, stations, fishing zones, protected areas and the ZEE, as people look for them. */
export function geographySearches(sources: readonly PlaceSource[], clock: Clock): readonly SearchSource[] {
  const placesOf = async (kinds: readonly PlaceKind[]) => {
    const lists = await Promise.all(sources.map((source) => source.list()));
    return lists.flatMap(({ places }) => places.filter(({ kind }) => kinds.includes(kind)));
  };
  const source = (kind: 'port' | 'area' | 'station', kinds: readonly PlaceKind[]) =>
    heldSource({ kind, access: 'ocean:read', clock, load: async () => (await placesOf(kinds)).map(entryOf) });
  return [
    source('port', ['port']),
    source('area', ['zee', 'fishing-zone', 'protected-area']),
    source('station', ['sea-station']),
  ];
}

function entryOf(place: KnownPlace): SearchEntry {
  const { kind, id, name, detail, lon, lat } = place;
  const { names, about, isFirst } = wordsOf(place);
  return {
    id: `${kind}/${id}`,
    title: name,
    detail,
    names,
    about,
    position: [lon, lat],
    target: kind === 'zee' ? { section: 'zee-angola', search: {} } : placeTarget(kind, id),
    ...(isFirst ? { weight: 1 } : {}),
  };
}

/** Further names of a place, and words of what it is about. */
function wordsOf({ kind, id, name }: KnownPlace) {
  const none = { names: [] as readonly string[], isFirst: false };
  switch (kind) {
    case 'port':
      return { names: [`Porto ${name}`, `Porto de ${name}`, `Porto do ${name}`], about: ['cais'], isFirst: true };
    case 'zee':
      return {
        names: ['ZEE', 'zona económica exclusiva', 'zona económica exclusiva de Angola', 'EEZ'],
        about: ['limite', 'fronteira marítima'],
        isFirst: true,
      };
    case 'protected-area':
      return {
        ...none,
        names: [id.slice(id.indexOf(':') + 1)],
        about: ['área protegida', 'parque', 'reserva', 'WDPA'],
      };
    case 'fishing-zone':
      return { ...none, about: ['pesca', 'zona'] };
    default:
      return { ...none, about: ['estação', 'monitorização'] };
  }
}
