import { foldText } from '@kianda/format';
import { bboxOfGeometry } from '@kianda/geo';
import type { MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { useId, useMemo, useState } from 'react';
import { detailTexts } from './part-texts.pt.ts';
import styles from './place-search.module.css';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { OverlaySources } from './use-overlays.ts';
import type { Pick } from './view-state.ts';

export type Place = { readonly name: string; readonly kind: string; readonly target: MapTarget; readonly pick: Pick };

const listed = 8;

/** Named places of the layers that are shown. */
function placesOf(sources: OverlaySources): readonly Place[] {
  const at = (lon: number, lat: number): MapTarget => ({ bounds: [lon, lat, lon, lat], maxZoom: 8 });
  const point = (lon: number, lat: number): Pick => ({ kind: 'point', position: [lon, lat] });
  const stations = (sources.stations.sourced?.value.stations ?? []).map(
    ({ id, name, lon, lat }): Place => ({
      name,
      kind: detailTexts.station,
      target: at(lon, lat),
      pick: { kind: 'station', id },
    }),
  );
  const ports = (sources.ports.sourced?.value.features ?? []).map(({ geometry, properties }): Place => {
    const [lon, lat] = geometry.coordinates;
    return { name: properties.name, kind: texts.overlayNames.ports, target: at(lon, lat), pick: point(lon, lat) };
  });
  const areas = [
    ...(sources.fishing.sourced?.value.features ?? []).map((feature) => ({
      ...feature,
      kind: texts.overlayNames.fishing,
    })),
    ...(sources.protected.sourced?.value.features ?? []).map((feature) => ({
      ...feature,
      kind: texts.overlayNames.protected,
    })),
  ].flatMap(({ geometry, properties, kind }): readonly Place[] => {
    const bounds = bboxOfGeometry(geometry);
    if (bounds === null) return [];
    const [west, south, east, north] = bounds;
    const target = { bounds, maxZoom: 8 };
    return [{ name: properties.name, kind, target, pick: point((west + east) / 2, (south + north) / 2) }];
  });
  return [...ports, ...stations, ...areas];
}

type Props = { readonly sources: OverlaySources; readonly onFound: (place: Place) => void };

/** Finds a port, station, zone or area by its name and goes there. */
export function PlaceSearch({ sources, onFound }: Props) {
  const [words, setWords] = useState('');
  const listId = useId();
  const places = useMemo(() => placesOf(sources), [sources]);
  const wanted = foldText(words).trim();
  const found = wanted === '' ? [] : places.filter(({ name }) => foldText(name).includes(wanted)).slice(0, listed);
  const go = (place: Place) => {
    setWords('');
    onFound(place);
  };
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) go(first);
        }}
      >
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          aria-controls={listId}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </form>
      <ul id={listId} className={styles.found}>
        {found.map((place) => (
          <li key={`${place.kind} ${place.name}`}>
            <button type="button" onClick={() => go(place)}>
              {place.name} <span>{place.kind}</span>
            </button>
          </li>
        ))}
      </ul>
      {wanted !== '' && found.length === 0 ? (
        <p className={styles.none} role="status">
          {texts.searchNone}
        </p>
      ) : null}
    </search>
  );
}
