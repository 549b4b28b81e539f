import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { angolaBbox } from '@kianda/geo';
import { MapCorners } from '@kianda/viz/map/controls/map-corners.tsx';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { GraticuleLayer } from '@kianda/viz/map/layers/graticule/graticule-layer.tsx';
import { KeepInView } from '@kianda/viz/map/layers/pick/keep-in-view.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { useMemo, useRef } from 'react';
import { useRead } from '../client/use-read.ts';
import { browserClock } from '../platform/clock.ts';
import { useScheme } from '../shared/session-context.ts';
import { typeMarks } from './annotation-types.ts';
import { anchorOf, type Drawing } from './drawing.ts';
import type { Noted } from './room/annotations.ts';
import type { RoomView } from './room/room-copy.ts';
import { collaborationTexts as texts } from './texts.pt.ts';

const padding = { top: 20, right: 56, bottom: 24, left: 20 };
/** Between two tellings of where the pointer is. */
const pointEveryMs = 2_000;
const labelFont = ['Inter Variable'];

type Props = {
  readonly view: RoomView;
  readonly selected: string;
  readonly drawing: Drawing | null;
  readonly camera: MapCamera | null;
  readonly onCamera: (camera: MapCamera) => void;
  /** A place of the map, and the annotation there. */
  readonly onPick: (position: readonly [number, number], annotation: string | null) => void;
  readonly onPoint: (position: [number, number]) => void;
};

/** The annotations of a room on the map, what is being drawn, and where others point. */
export default function AnnotationMap(props: Props) {
  const { view, selected, drawing, camera } = props;
  const zee = useRead(zeeBoundary, {});
  const pointedAt = useRef(0);
  const chosen = view.annotations.find(({ id }) => id === selected);
  const onPointer = (position: readonly [number, number] | null) => {
    if (position === null || browserClock() - pointedAt.current < pointEveryMs) return;
    pointedAt.current = browserClock();
    props.onPoint([position[0], position[1]]);
  };
  return (
    <MapView
      label={texts.map.label}
      scheme={useScheme()}
      camera={camera}
      bounds={angolaBbox}
      padding={padding}
      onCamera={props.onCamera}
      onPointer={onPointer}
      onPick={({ position, features }) => {
        const id = features[0]?.properties.id;
        props.onPick(position, typeof id === 'string' ? id : null);
      }}
    >
      <GraticuleLayer />
      {zee.sourced === undefined ? null : <ZeeLayer data={zee.sourced.value.boundary} />}
      <Annotations annotations={view.annotations} selected={selected} />
      {drawing === null ? null : <Sketch drawing={drawing} />}
      <OthersPointing view={view} />
      {chosen === undefined ? null : <KeepInView position={anchorOf(chosen.geometry)} padding={padding} />}
      <MapCorners bounds={angolaBbox} padding={padding} />
    </MapView>
  );
}

const annotationLayers: readonly GeoLayerSpec[] = [
  {
    id: 'note-area',
    type: 'fill',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: {
      'fill-color': ['get', 'colour'],
      'fill-opacity': ['case', ['==', ['get', 'isSelected'], true], 0.35, 0.18],
    },
  },
  {
    id: 'note-line',
    type: 'line',
    filter: ['!=', ['geometry-type'], 'Point'],
    paint: { 'line-color': ['get', 'colour'], 'line-width': ['case', ['==', ['get', 'isSelected'], true], 4, 2] },
  },
  {
    id: 'note-point',
    type: 'circle',
    filter: ['==', ['get', 'isMark'], true],
    paint: {
      'circle-radius': ['case', ['==', ['get', 'isSelected'], true], 13, 10],
      'circle-color': ['get', 'colour'],
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': ['case', ['==', ['get', 'isSelected'], true], 3, 1.5],
    },
  },
  {
    id: 'note-letter',
    type: 'symbol',
    filter: ['==', ['get', 'isMark'], true],
    layout: {
      'text-field': ['get', 'letter'],
      'text-font': labelFont,
      'text-size': 12,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': '#ffffff' },
  },
];
const interactive = ['note-point', 'note-line', 'note-area'];

function Annotations({ annotations, selected }: { readonly annotations: readonly Noted[]; readonly selected: string }) {
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({ type: 'FeatureCollection', features: annotations.flatMap((one) => featuresOf(one, selected)) }),
    [annotations, selected],
  );
  return <GeoLayer id="notes" slot="points" data={data} layers={annotationLayers} interactive={interactive} />;
}

/** Its shape, and a mark with its letter: of lines and areas at their middle. */
function featuresOf({ id, type, geometry }: Noted, selected: string): GeoJSON.Feature[] {
  const properties = { id, ...typeMarks[type], isSelected: id === selected };
  const mark: GeoJSON.Feature = {
    type: 'Feature',
    properties: { ...properties, isMark: true },
    geometry: { type: 'Point', coordinates: [...anchorOf(geometry)] },
  };
  if (geometry.type === 'Point') return [mark];
  return [{ type: 'Feature', properties, geometry }, mark];
}

const sketchLayers: readonly GeoLayerSpec[] = [
  {
    id: 'sketch-line',
    type: 'line',
    filter: ['!=', ['geometry-type'], 'Point'],
    paint: { 'line-color': '#d55e00', 'line-width': 2, 'line-dasharray': [2, 1] },
  },
  {
    id: 'sketch-point',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 5,
      'circle-color': '#ffffff',
      'circle-stroke-color': '#d55e00',
      'circle-stroke-width': 2,
    },
  },
];

function Sketch({ drawing: { type, points } }: { readonly drawing: Drawing }) {
  const data = useMemo<GeoJSON.FeatureCollection>(() => {
    const line = type === 'Polygon' && points.length > 2 ? [...points, ...points.slice(0, 1)] : points;
    const whole: GeoJSON.Feature[] =
      line.length < 2
        ? []
        : [
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'LineString', coordinates: line.map((point) => [...point]) },
            },
          ];
    const vertices = points.map(
      (point): GeoJSON.Feature => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [...point] },
      }),
    );
    return { type: 'FeatureCollection', features: [...whole, ...vertices] };
  }, [type, points]);
  return <GeoLayer id="sketch" slot="top" data={data} layers={sketchLayers} />;
}

function OthersPointing({ view }: { readonly view: RoomView }) {
  const { people, you } = view;
  const scheme = useScheme();
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: 'pointing-dot',
        type: 'circle',
        paint: {
          'circle-radius': 4,
          'circle-color': scheme === 'dark' ? '#ffffff' : '#10212e',
          'circle-stroke-color': scheme === 'dark' ? '#10212e' : '#ffffff',
          'circle-stroke-width': 1.5,
        },
      },
      {
        id: 'pointing-name',
        type: 'symbol',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': labelFont,
          'text-size': 11,
          'text-anchor': 'left',
          'text-offset': [0.8, 0],
        },
        paint: {
          'text-color': scheme === 'dark' ? '#ffffff' : '#10212e',
          'text-halo-color': scheme === 'dark' ? '#10212e' : '#ffffff',
          'text-halo-width': 1.5,
        },
      },
    ],
    [scheme],
  );
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: people.flatMap(({ key, name, place: { point } }): GeoJSON.Feature[] =>
        point === null || key === you
          ? []
          : [{ type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: [...point] } }],
      ),
    }),
    [people, you],
  );
  return <GeoLayer key={scheme} id="pointing" slot="top" data={data} layers={layers} />;
}
