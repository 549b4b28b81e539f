import { nearestCoastPoint, type Position } from '@kianda/geo';
import { geodesicMeters } from '../vessels/track.ts';

/** Metres of the geodesic on WGS84 from a position at sea to the nearest point of the coastline; null on land. */
export function coastDistanceMeters(position: Position): number | null {
  const nearest = nearestCoastPoint(position);
  return nearest === null ? null : geodesicMeters(position, nearest);
}
