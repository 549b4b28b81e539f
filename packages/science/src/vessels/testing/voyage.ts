import { destination, distanceMeters, initialBearingDegrees, knotsToMetersPerSecond, type Position } from '@kianda/geo';
import { type Track, type TrackPoint, trackOf } from '../track.ts';

const minuteMs = 60_000;

type Report = { readonly status?: number | null; readonly receiver?: 'terrestrial' | 'satellite' };

/** Writes the reports of one vessel, leg by leg; every report is exact, so that what happens is known. */
export class Voyage {
  readonly points: TrackPoint[] = [];
  readonly #vesselId: string;
  readonly #everyMs: number;
  #timeMs: number;
  #position: Position;

  constructor(vesselId: string, startMs: number, position: Position, everyMinutes = 5) {
    this.#vesselId = vesselId;
    this.#timeMs = startMs;
    this.#position = position;
    this.#everyMs = everyMinutes * minuteMs;
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  get position(): Position {
    return this.#position;
  }

  /** Reports along the great circle to a place. */
  sail(to: Position, knots: number, report: Report = {}): this {
    const metersPerMs = knotsToMetersPerSecond(knots) / 1000;
    while (distanceMeters(this.#position, to) > metersPerMs * this.#everyMs) {
      const bearing = initialBearingDegrees(this.#position, to);
      this.#report(knots, bearing, report);
      this.#position = destination(this.#position, bearing, metersPerMs * this.#everyMs);
      this.#timeMs += this.#everyMs;
    }
    // The last stretch is shorter than a report apart: it arrives with the next one.
    this.#report(knots, initialBearingDegrees(this.#position, to), report);
    this.#position = to;
    this.#timeMs += this.#everyMs;
    return this;
  }

  /** Reports on a slow circle of a few metres. */
  drift(minutes: number, knots = 0.5, report: Report = {}): this {
    const endMs = this.#timeMs + minutes * minuteMs;
    let bearing = 0;
    while (this.#timeMs <= endMs) {
      this.#report(knots, bearing, report);
      this.#position = destination(this.#position, bearing, (knotsToMetersPerSecond(knots) / 1000) * this.#everyMs);
      bearing = (bearing + 90) % 360;
      this.#timeMs += this.#everyMs;
    }
    return this;
  }

  /** Says nothing for a while, and goes on from another place, or where it was. */
  silence(minutes: number, then: Position = this.#position): this {
    this.#timeMs += minutes * minuteMs;
    this.#position = then;
    return this;
  }

  track(): Track {
    return trackOf(this.#vesselId, this.points);
  }

  #report(sogKnots: number, courseDegrees: number, { status = null, receiver = 'terrestrial' }: Report): void {
    const [lon, lat] = this.#position;
    this.points.push({
      timeMs: this.#timeMs,
      lon,
      lat,
      sogKnots,
      courseDegrees,
      navigationStatus: status,
      receiver,
    });
  }
}

/** The surroundings of open sea: no port and no coast nearby. */
export const openSea = {
  portDistanceMeters: (): number => 500_000,
  shoreDistanceMeters: (): number => 200_000,
};
