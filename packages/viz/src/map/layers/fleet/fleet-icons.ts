import type { VesselType } from '@kianda/contract/fleet/vessels/list.contract';
import type { MapColours } from '../../colours.ts';
import type { FleetSymbol } from './symbol.ts';

/** Side of a picture in pixels: twice as large as drawn, to be sharp on dense screens. */
export const fleetImageSize = 44;

type Point = readonly [x: number, y: number];

/** Outlines of hulls, bow up, in a square from −1 to 1: each kind has a shape of its own as well as its colour. */
const hulls: Readonly<Record<VesselType, readonly Point[]>> = {
  fishing: [
    [0, -0.92],
    [0.46, -0.25],
    [0.46, 0.78],
    [-0.46, 0.78],
    [-0.46, -0.25],
  ],
  carrier: [
    [0, -1],
    [0.34, -0.62],
    [0.34, 0.96],
    [-0.34, 0.96],
    [-0.34, -0.62],
  ],
  support: [
    [0, -0.9],
    [0.66, 0.82],
    [0, 0.44],
    [-0.66, 0.82],
  ],
  passenger: [
    [0, -0.92],
    [0.5, -0.12],
    [0.3, 0.86],
    [-0.3, 0.86],
    [-0.5, -0.12],
  ],
  unknown: [
    [0, -0.8],
    [0.56, 0.76],
    [-0.56, 0.76],
  ],
};

/** Outlines of vessels of unknown heading; null for a circle. */
const dots: Readonly<Record<VesselType, readonly Point[] | null>> = {
  fishing: null,
  carrier: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ],
  support: [
    [0, -0.68],
    [0.68, 0],
    [0, 0.68],
    [-0.68, 0],
  ],
  passenger: [
    [0, -0.64],
    [0.64, 0.5],
    [-0.64, 0.5],
  ],
  unknown: null,
};

/** True for kinds drawn as an outline only. */
const isOpen = (type: VesselType): boolean => type === 'unknown';

/** A vessel's symbol as a path in a square of `size`, for SVG legends and canvases alike. */
export function fleetPath(type: VesselType, shape: FleetSymbol['shape'], size: number): string {
  const middle = size / 2;
  const scale = middle * 0.82;
  const outline = shape === 'hull' ? hulls[type] : dots[type];
  if (outline === null) {
    const radius = scale * 0.52;
    return `M${middle - radius} ${middle}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
  }
  return `M${outline.map(([x, y]) => `${(middle + x * scale).toFixed(2)} ${(middle + y * scale).toFixed(2)}`).join('L')}Z`;
}

/** Fill and line of a kind of vessel. */
export function fleetPaint(type: VesselType, colours: MapColours): { readonly fill: string; readonly line: string } {
  const colour = colours.fleet[type];
  return isOpen(type) ? { fill: colours.stationRing, line: colour } : { fill: colour, line: colours.stationRing };
}

/** A vessel's symbol as a picture for the map. Throws where the browser has no 2D canvas. */
export function fleetPicture(type: VesselType, shape: FleetSymbol['shape'], colours: MapColours): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = fleetImageSize;
  canvas.height = fleetImageSize;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('fleet: this browser gives no 2D canvas');
  const { fill, line } = fleetPaint(type, colours);
  const path = new Path2D(fleetPath(type, shape, fleetImageSize));
  context.lineJoin = 'round';
  // A rim outside the line, so that a symbol stands out from any field under it.
  context.strokeStyle = isOpen(type) ? fill : line;
  context.lineWidth = isOpen(type) ? 10 : 6;
  context.stroke(path);
  context.fillStyle = fill;
  context.fill(path);
  if (isOpen(type)) {
    context.strokeStyle = line;
    context.lineWidth = 4;
    context.stroke(path);
  }
  return context.getImageData(0, 0, fleetImageSize, fleetImageSize);
}
