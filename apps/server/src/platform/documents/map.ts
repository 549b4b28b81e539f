import { type ArealGeometry, type Bbox, clipRing, hourMs, type Position, type Ring, zee } from '@kianda/geo';
import type { MapBlock, MapTrack } from './document.ts';
import { categoryColour, type Drawing, type Point, paper, type Shape } from './drawing.ts';
import { landIn } from './land.ts';
import { arrowShapes, colourBar, colourBarHeight, fieldShapes } from './map-field.ts';
import { legendLine, legendOf } from './map-legend.ts';
import { pointShapes, type View } from './map-points.ts';
import { figure } from './pt-format.ts';

const usualHeight = 300;
const edge = { left: 34, bottom: 14 } as const;
/** Smallest height of a map, degrees: closer in, the coast of 1:10m says nothing. */
const smallestDegrees = 0.2;
const radians = Math.PI / 180;
const mercator = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) / radians;
const latitudeOf = (y: number): number => (2 * Math.atan(Math.exp(y * radians)) - Math.PI / 2) / radians;

/** Height of a map with its legend, points, without drawing it. */
export function heightOfMap(map: MapBlock): number {
  const rows = Math.ceil(legendOf(map).length / 2);
  const bar = map.field === undefined ? 0 : colourBarHeight;
  return (map.height ?? usualHeight) + edge.bottom + 8 + bar + rows * legendLine;
}

/** A map in Mercator's projection with land, ZEE, areas, tracks and points; scale bar, graticule, north and legend. */
export function drawMap(map: MapBlock, width: number): Drawing {
  const mapHeight = map.height ?? usualHeight;
  const view = viewOf(map.bbox, width, mapHeight);
  const { frame } = view;
  const key = legendOf(map);
  const barHeight = map.field === undefined ? 0 : colourBarHeight;
  const base: Shape[] = [
    { kind: 'path', lines: [rectangle(frame)], isClosed: true, fill: paper.sea },
    ...(map.field === undefined ? [] : fieldShapes(view, map.field)),
    ...(map.arrows === undefined ? [] : arrowShapes(view, map.arrows)),
    areal(view, landIn(view.box), { fill: paper.land, stroke: paper.coast, width: 0.5 }),
  ];
  const overlays: Shape[] = [
    areal(view, ringsOf(zee), { stroke: paper.zee, width: 0.9, dash: [6, 3] }),
    ...map.areas.map(({ geometry, isFocus }) =>
      areal(view, ringsOf(geometry), {
        fill: isFocus ? paper.coral : paper.accent,
        fillOpacity: isFocus ? 0.16 : 0.08,
        stroke: isFocus ? paper.coral : paper.accent,
        width: isFocus ? 1.1 : 0.7,
      }),
    ),
    ...map.tracks.flatMap((track, index) => trackShapes(view, track, index)),
    ...pointShapes(view, map.points),
  ];
  return {
    width,
    height: heightOfMap(map),
    shapes: [
      {
        kind: 'clip',
        box: [frame.x, frame.y, frame.w, frame.h],
        shapes: [...base, ...graticuleLines(view), ...overlays],
      },
      ...graticuleLabels(view),
      { kind: 'path', lines: [rectangle(frame)], isClosed: true, stroke: paper.muted, width: 0.6 },
      ...scaleBar(view),
      ...north(view),
      ...key.flatMap((item, index) =>
        item(
          edge.left + (index % 2) * (frame.w / 2),
          mapHeight + edge.bottom + 12 + barHeight + Math.floor(index / 2) * legendLine,
        ),
      ),
      ...(map.field === undefined ? [] : colourBar(map.field, edge.left, mapHeight + edge.bottom + 4)),
    ],
  };
}

/** The box asked for, widened to the shape of the paper. */
function viewOf([west, south, east, north]: Bbox, width: number, mapHeight: number): View {
  const frame = { x: edge.left, y: 2, w: width - edge.left - 2, h: mapHeight - 4 };
  const centre = [(west + east) / 2, (mercator(south) + mercator(north)) / 2] as const;
  const tall = Math.max(mercator(north) - mercator(south), smallestDegrees);
  const perDegree = Math.min(frame.w / Math.max(east - west, smallestDegrees), frame.h / tall);
  const half = [frame.w / perDegree / 2, frame.h / perDegree / 2] as const;
  const box: Bbox = [
    centre[0] - half[0],
    latitudeOf(centre[1] - half[1]),
    centre[0] + half[0],
    latitudeOf(centre[1] + half[1]),
  ];
  const to = ([lon, lat]: Position): Point => [
    frame.x + (lon - box[0]) * perDegree,
    frame.y + (centre[1] + half[1] - mercator(lat)) * perDegree,
  ];
  return { box, frame, to };
}

const rectangle = ({ x, y, w, h }: View['frame']): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const ringsOf = ({ type, coordinates }: ArealGeometry): readonly (readonly Ring[])[] =>
  type === 'Polygon' ? [coordinates] : coordinates;

type Style = Omit<Extract<Shape, { kind: 'path' }>, 'kind' | 'lines' | 'isClosed'>;

function areal(view: View, polygons: readonly (readonly Ring[])[], style: Style): Shape {
  const [west, south, east, north] = view.box;
  // A little more than is seen, so that the cut itself is not drawn as an edge.
  const more: Bbox = [west - 1, south - 1, east + 1, north + 1];
  const lines = polygons.flat().map((ring) => clipRing(ring, more).map(view.to));
  return { kind: 'path', lines: lines.filter((ring) => ring.length > 2), isClosed: true, ...style };
}

function trackShapes(view: View, { points }: MapTrack, index: number): Shape[] {
  const stroke = categoryColour(index);
  const runs: Point[][] = [];
  const silences: Point[][] = [];
  let before: MapTrack['points'][number] | undefined;
  for (const point of points) {
    const at = view.to(point.position);
    if (before !== undefined && point.timeMs - before.timeMs > hourMs) silences.push([view.to(before.position), at]);
    if (before === undefined || point.timeMs - before.timeMs > hourMs) runs.push([at]);
    else runs.at(-1)?.push(at);
    before = point;
  }
  const first = points[0];
  const ends: Shape[] = [
    ...(first === undefined
      ? []
      : [{ kind: 'circle' as const, at: view.to(first.position), radius: 2, fill: '#ffffff', stroke }]),
    ...(before === undefined
      ? []
      : [{ kind: 'circle' as const, at: view.to(before.position), radius: 2.4, fill: stroke, stroke: '#ffffff' }]),
  ];
  return [
    { kind: 'path', lines: silences, stroke, width: 0.9, dash: [2, 3] },
    { kind: 'path', lines: runs.filter((run) => run.length > 1), stroke, width: 1.3 },
    ...ends,
  ];
}

const graticuleSteps = [1 / 30, 1 / 12, 1 / 6, 0.25, 0.5, 1, 2, 5, 10] as const;

function graticuleOf({ box }: View): { readonly lons: readonly number[]; readonly lats: readonly number[] } {
  const [west, south, east, north] = box;
  const step = graticuleSteps.find((degrees) => (east - west) / degrees <= 7) ?? 20;
  const between = (low: number, high: number) =>
    Array.from(
      { length: Math.max(0, Math.floor(high / step) - Math.ceil(low / step) + 1) },
      (_, index) => (Math.ceil(low / step) + index) * step,
    );
  return { lons: between(west, east), lats: between(south, north) };
}

function graticuleLines(view: View): Shape[] {
  const { lons, lats } = graticuleOf(view);
  const [west, south, east, north] = view.box;
  const lines = [
    ...lons.map((lon) => [view.to([lon, south]), view.to([lon, north])]),
    ...lats.map((lat) => [view.to([west, lat]), view.to([east, lat])]),
  ];
  return [{ kind: 'path', lines, stroke: '#9fb4c0', width: 0.3 }];
}

function degreesOf(value: number, positive: string, negative: string): string {
  const minutes = Math.round(Math.abs(value) * 60);
  const rest = minutes % 60;
  const sign = minutes === 0 ? '' : value < 0 ? negative : positive;
  return `${Math.floor(minutes / 60)}°${rest === 0 ? '' : `${String(rest).padStart(2, '0')}′`}${sign}`;
}

function graticuleLabels(view: View): Shape[] {
  const { lons, lats } = graticuleOf(view);
  const { frame, box } = view;
  const style = { kind: 'text', size: 7, colour: paper.muted } as const;
  return [
    ...lons.map(
      (lon): Shape => ({
        ...style,
        at: [view.to([lon, box[1]])[0], frame.y + frame.h + 9],
        text: degreesOf(lon, 'E', 'O'),
        anchor: 'middle',
      }),
    ),
    ...lats.map(
      (lat): Shape => ({
        ...style,
        at: [frame.x - 4, view.to([box[0], lat])[1] + 2.4],
        text: degreesOf(lat, 'N', 'S'),
        anchor: 'end',
      }),
    ),
  ];
}

const barMiles = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

/** Nautical miles and kilometres along the middle parallel: elsewhere Mercator's scale differs. */
function scaleBar(view: View): Shape[] {
  const { box, frame } = view;
  const middle = (box[1] + box[3]) / 2;
  const pointsPerMile = frame.w / ((box[2] - box[0]) * 60 * Math.cos(middle * radians));
  const miles = barMiles.findLast((length) => length * pointsPerMile <= 130) ?? 0.5;
  const w = miles * pointsPerMile;
  const [x, y] = [frame.x + 10, frame.y + frame.h - 14];
  const half: Point[] = [
    [x, y],
    [x + w / 2, y],
    [x + w / 2, y + 4],
    [x, y + 4],
  ];
  const text = `${figure(miles, 1)} M · ${figure(miles * 1.852, 1)} km`;
  return [
    {
      kind: 'path',
      lines: [
        [
          [x - 5, y - 13],
          [x + Math.max(w, 80) + 6, y - 13],
          [x + Math.max(w, 80) + 6, y + 9],
          [x - 5, y + 9],
        ],
      ],
      isClosed: true,
      fill: '#ffffff',
      fillOpacity: 0.85,
    },
    {
      kind: 'path',
      lines: [
        [
          [x, y],
          [x + w, y],
          [x + w, y + 4],
          [x, y + 4],
        ],
      ],
      isClosed: true,
      fill: '#ffffff',
      stroke: paper.ink,
      width: 0.6,
    },
    { kind: 'path', lines: [half], isClosed: true, fill: paper.ink },
    { kind: 'text', at: [x, y - 3.5], text, size: 7, colour: paper.ink },
  ];
}

function north({ frame }: View): Shape[] {
  const [x, y] = [frame.x + frame.w - 14, frame.y + 10];
  return [
    {
      kind: 'path',
      lines: [
        [
          [x, y],
          [x + 5, y + 15],
          [x, y + 11.5],
          [x - 5, y + 15],
        ],
      ],
      isClosed: true,
      fill: paper.ink,
      stroke: '#ffffff',
      width: 0.6,
    },
    { kind: 'text', at: [x, y + 24], text: 'N', size: 8, colour: paper.ink, anchor: 'middle', isBold: true },
  ];
}
