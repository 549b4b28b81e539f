import { dayMs, hourMs, type Position } from '@kianda/geo';
import type { TrackReader } from '../../vessels/index.ts';

const receptionDays = 30;
/** It changes from day to day, not from pass to pass. */
const keptMs = hourMs;

const squareOf = (lon: number, lat: number): string => `${Math.floor(lon)}/${Math.floor(lat)}`;

/** Reports by satellite that a ship gives in a day at a place, from those of the last thirty days; null: not known. */
export function createReception(tracks: Pick<TrackReader, 'reception'>) {
  let kept: { readonly untilMs: number; readonly bySquare: ReadonlyMap<string, number> } | null = null;
  return async (nowMs: number): Promise<(position: Position) => number | null> => {
    if (kept === null || kept.untilMs <= nowMs) {
      const rows = await tracks.reception(new Date(nowMs - receptionDays * dayMs), new Date(nowMs));
      kept = {
        untilMs: nowMs + keptMs,
        bySquare: new Map(rows.map(({ lon, lat, perDay }) => [squareOf(lon, lat), perDay])),
      };
    }
    const { bySquare } = kept;
    return ([lon, lat]) => bySquare.get(squareOf(lon, lat)) ?? null;
  };
}

export type Reception = ReturnType<typeof createReception>;
