import { useEffect, useRef } from 'react';
import {
  type GeoJSONStoreFeatures,
  type HexColor,
  TerraDraw,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { pickColour } from '../../colours.ts';
import { useMap } from '../../map-context.ts';

export type DrawMode = 'polygon' | 'rectangle' | 'select';
/** A closed ring of positions. */
export type DrawnRing = readonly (readonly [lon: number, lat: number])[];

/** Decimals of a degree: about a metre. */
const decimals = 5;
const colour = pickColour as HexColor;
const white: HexColor = '#ffffff';
const areaStyle = { fillColor: colour, fillOpacity: 0.2, outlineColor: colour, outlineWidth: 2 } as const;

function createDraw(map: ReturnType<typeof useMap>['map']): TerraDraw {
  // A point between two vertices becomes one where it is let go, as well as where it is clicked.
  const coordinates = { draggable: true, midpoints: { draggable: true }, deletable: true };
  const flags = { feature: { draggable: true, coordinates } };
  return new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: decimals }),
    modes: [
      new TerraDrawPolygonMode({
        styles: { ...areaStyle, closingPointColor: colour, closingPointOutlineColor: white },
      }),
      new TerraDrawRectangleMode({ styles: areaStyle }),
      new TerraDrawSelectMode({
        // It leaves out every fifth movement, which may be the last: a vertex must end where the hand let go.
        dragEventThrottle: Number.MAX_SAFE_INTEGER,
        flags: { polygon: flags, rectangle: flags },
        styles: {
          selectedPolygonColor: colour,
          selectedPolygonFillOpacity: 0.25,
          selectedPolygonOutlineColor: colour,
          selectedPolygonOutlineWidth: 2,
          selectionPointColor: colour,
          selectionPointOutlineColor: white,
          midPointColor: white,
          midPointOutlineColor: colour,
        },
      }),
    ],
  });
}

const isArea = ({ geometry, properties }: GeoJSONStoreFeatures): boolean =>
  geometry.type === 'Polygon' && (properties.mode === 'polygon' || properties.mode === 'rectangle');

/** A midpoint has more decimals than what comes back of it: unrounded, its own echo would be drawn again mid-drag. */
const rounded = (lon: number, lat: number) => [Number(lon.toFixed(decimals)), Number(lat.toFixed(decimals))] as const;

function ringsOf(draw: TerraDraw): DrawnRing[] {
  return draw.getSnapshot().flatMap((feature): DrawnRing[] => {
    const { geometry } = feature;
    if (!isArea(feature) || geometry.type !== 'Polygon') return [];
    return [(geometry.coordinates[0] ?? []).map(([lon = Number.NaN, lat = Number.NaN]) => rounded(lon, lat))];
  });
}

const textOf = (rings: readonly DrawnRing[]): string =>
  JSON.stringify(rings.map((ring) => ring.map(([lon, lat]) => rounded(lon, lat))));

/** Puts other areas in place of those drawn, and one of them into a person's hands where they are to be edited. */
function show(draw: TerraDraw, rings: readonly DrawnRing[], mode: DrawMode): void {
  draw.clear();
  const added = draw.addFeatures(
    rings.map((ring) => ({
      type: 'Feature',
      properties: { mode: 'polygon' },
      geometry: {
        type: 'Polygon',
        coordinates: [ring.map(([lon, lat]) => [...rounded(lon, lat)])],
      },
    })),
  );
  const [first] = added.filter(({ valid }) => valid);
  if (mode === 'select' && first?.id !== undefined) draw.selectFeature(first.id);
}

type Props = {
  readonly mode: DrawMode;
  /** Outer rings of the areas, which a person draws and changes. */
  readonly rings: readonly DrawnRing[];
  /** After every drawn area, moved or removed vertex. */
  readonly onChange: (rings: readonly DrawnRing[]) => void;
};

/** Areas drawn with the pointer: click by click, as a rectangle, or by dragging vertices and the points between them. */
export function DrawArea({ mode, rings, onChange }: Props) {
  const { map, isAlive } = useMap();
  const latest = useRef({ mode, rings, onChange });
  latest.current = { mode, rings, onChange };
  const drawn = useRef<TerraDraw | null>(null);
  /** The last area that the drawing announced: it is not drawn again when it comes back as a property. */
  const announced = useRef('');

  useEffect(() => {
    const draw = createDraw(map);
    draw.start();
    drawn.current = draw;
    const announce = () => {
      const next = ringsOf(draw);
      announced.current = textOf(next);
      latest.current.onChange(next);
    };
    draw.on('finish', announce);
    draw.on('change', (_ids, type, context) => {
      // Changes by this component itself are no act of the person.
      if (type === 'delete' && context?.origin !== 'api' && draw.getMode() === 'select') announce();
    });
    draw.setMode(latest.current.mode);
    announced.current = textOf(latest.current.rings);
    show(draw, latest.current.rings, latest.current.mode);
    return () => {
      drawn.current = null;
      if (isAlive()) draw.stop();
    };
  }, [map, isAlive]);

  useEffect(() => {
    const draw = drawn.current;
    if (draw === null) return;
    const isOther = draw.getMode() !== mode;
    if (isOther) draw.setMode(mode);
    const text = textOf(rings);
    if (text === announced.current) {
      const [first] = draw.getSnapshot().filter(isArea);
      if (isOther && mode === 'select' && first?.id !== undefined) draw.selectFeature(first.id);
      return;
    }
    announced.current = text;
    show(draw, rings, mode);
  }, [mode, rings]);
  return null;
}
