import { fieldGrid, listStations, pointSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Position } from '@kianda/geo';
import { decodeField } from '@kianda/viz/field/decode.ts';
import type { DrawnSea } from '@kianda/viz/waves/sea-drawing.ts';
import { useMemo } from 'react';
import { useRead } from '../client/use-read.ts';
import { nearestSea, seabedAround, seaOf, wavesOf } from './sea-state.ts';

const stationsEverySeconds = 600;

/** The sea at a place, from the nearest station with waves, the wind and the depth of the fields there. */
export function useSea(chosen: Position | null) {
  const stations = useRead(listStations, {}, stationsEverySeconds);
  const bottom = useRead(fieldGrid, { params: { variable: 'seabedDepth' }, query: {} });
  const list = stations.sourced?.value.stations;
  const place = useMemo(() => chosen ?? firstPlace(list), [chosen, list]);
  const [lon, lat] = place ?? [null, null];
  const point = useRead(pointSeries, lon === null || lat === null ? null : { query: { lon, lat, days: 1 } });
  const values = point.sourced?.value.values;
  const knownOf = (name: string) => values?.find(({ variable }) => variable === name)?.value ?? null;
  const [windEast, windNorth, depthM] = [knownOf('windEast'), knownOf('windNorth'), knownOf('seabedDepth')];
  const nearest = useMemo(() => (place === null ? null : nearestSea(list ?? [], place)), [list, place]);
  const field = useMemo(
    () => (bottom.sourced === undefined ? null : decodeField(bottom.sourced.value)),
    [bottom.sourced],
  );

  const drawn = useMemo<DrawnSea | null>(() => {
    if (nearest === null || place === null) return null;
    return {
      waves: wavesOf(nearest.sea, depthM ?? nearest.sea.station.depthMeters),
      wind: windEast === null || windNorth === null ? null : [windEast, windNorth],
      seabed: field === null ? null : seabedAround(field, place),
    };
  }, [nearest, place, depthM, windEast, windNorth, field]);
  return {
    ...{ stations, point, bottom, place, nearest, drawn, depthM },
    wind: windEast === null || windNorth === null ? null : ([windEast, windNorth] as const),
    windTime: values?.find(({ variable }) => variable === 'windEast')?.time ?? null,
    temperature: values?.find(({ variable }) => variable === 'analysedSst') ?? null,
  };
}

export type SeaReads = ReturnType<typeof useSea>;

/** Place of a first visit: the first station that has waves. */
function firstPlace(stations: Parameters<typeof nearestSea>[0] | undefined): Position | null {
  const first = stations?.find((station) => seaOf(station) !== null);
  return first === undefined ? null : [first.lon, first.lat];
}
