import type { DataOf } from '@kianda/contract';
import type { RampName } from '@kianda/contract/core/ramps';
import type { analysisLayerFeatures, analysisLayerGrid } from '@kianda/contract/space/spatial/analyses.contract';
import type { AnalysisLayer } from '@kianda/contract/space/spatial/analysis-results';
import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import { angolaBbox, type Bbox, bboxOfPositions, bboxPad } from '@kianda/geo';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FlyTo, type MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { ClassesLayer } from '@kianda/viz/map/layers/classes/classes-layer.tsx';
import { classedId } from '@kianda/viz/map/layers/classes/classes-style.ts';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../map/zee-frame.tsx';
import styles from './analysis.module.css';
import { resultTexts as texts } from './texts.pt.ts';

export type LayerFeatures = DataOf<typeof analysisLayerFeatures>;
type LayerGrid = DataOf<typeof analysisLayerGrid>;
/** A feature that is chosen, on the map and in the table. */
export type ChosenFeature = { readonly layer: string; readonly feature: string };

/** Ramps of raster layers, by the kind of their analysis. */
const ramps: Readonly<Partial<Record<AnalysisType, RampName>>> = {
  mcda: 'speed',
  proximity: 'deep',
  corridors: 'haline',
};

type Props = {
  readonly name: string;
  readonly type: AnalysisType;
  /** Layers that are shown, those with features or a grid drawn. */
  readonly layers: readonly AnalysisLayer[];
  readonly features: ReadonlyMap<string, LayerFeatures>;
  readonly raster: { readonly layer: AnalysisLayer; readonly grid: LayerGrid } | null;
  readonly chosen: ChosenFeature | null;
  readonly onChoose: (chosen: ChosenFeature | null) => void;
};

/** The layers of a result in the colours of their legends; a feature that is touched is chosen. */
export default function ResultMap({ name, type, layers, features, raster, chosen, onChoose }: Props) {
  const [pointed, setPointed] = useState<readonly [number, number] | null>(null);
  const shown = layers.filter(({ id }) => features.has(id));
  const [bounds] = useState(() => boundsOf(layers));
  const onPick = ({ features: picked }: MapPick) => {
    const hits = picked.flatMap(({ layer, properties }) => {
      const own = shown.find(({ id }) => layer.startsWith(`${styleId(id)}-`));
      const feature = properties[classedId];
      return own === undefined || typeof feature !== 'string' ? [] : [{ layer: own.id, feature }];
    });
    onChoose(hits[0] ?? null);
  };
  return (
    <div className={styles.stack}>
      <ZeeFrame
        label={texts.mapLabel(name)}
        bounds={bounds}
        onPick={onPick}
        onPointer={setPointed}
        above={<Vectors layers={shown} features={features} chosen={chosen} />}
      >
        {raster === null ? null : <Cells raster={raster} type={type} />}
      </ZeeFrame>
      {raster === null ? null : <CellLegend raster={raster} type={type} pointed={pointed} />}
    </div>
  );
}

const styleId = (layer: string) => `analise-${layer}`;

/** The box of all layers; the waters of Angola where all are empty. */
function boundsOf(layers: readonly AnalysisLayer[]): Bbox {
  const boxes = layers.flatMap(({ bbox }) => (bbox === null ? [] : [bbox]));
  if (boxes.length === 0) return angolaBbox;
  const at = (place: number, pick: (...values: number[]) => number) => pick(...boxes.map((box) => box[place] ?? 0));
  return bboxPad([at(0, Math.min), at(1, Math.min), at(2, Math.max), at(3, Math.max)], margin);
}
/** Space around the result, degrees. */
const margin = 0.15;

const slotOf = { polygon: 'areas', line: 'lines', point: 'points' } as const;

type VectorProps = Pick<Props, 'layers' | 'features' | 'chosen'>;

function Vectors({ layers, features, chosen }: VectorProps) {
  return (
    <>
      {layers.map((layer) => {
        const own = features.get(layer.id);
        return own === undefined ? null : (
          <VectorLayer
            key={layer.id}
            layer={layer}
            features={own}
            chosen={chosen?.layer === layer.id ? chosen.feature : null}
          />
        );
      })}
    </>
  );
}

type VectorLayerProps = {
  readonly layer: AnalysisLayer;
  readonly features: LayerFeatures;
  readonly chosen: string | null;
};

function VectorLayer({ layer, features, chosen }: VectorLayerProps) {
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: features.features.flatMap(({ id, geometry, properties }) =>
        geometry === null || geometry === undefined
          ? []
          : [
              {
                type: 'Feature' as const,
                geometry: geometry as GeoJSON.Geometry,
                properties: { ...properties, [classedId]: id },
              },
            ],
      ),
    }),
    [features],
  );
  const target = useMemo(() => (chosen === null ? null : targetIn(data, chosen)), [data, chosen]);
  return (
    <>
      <ClassesLayer
        id={styleId(layer.id)}
        slot={slotOf[layer.geometryType ?? 'polygon']}
        data={data}
        attribute={layer.legendAttribute}
        classes={layer.legend}
        chosen={chosen}
      />
      {target === null ? null : <FlyTo target={target} padding={padding} />}
    </>
  );
}

const padding = { top: 40, right: 40, bottom: 40, left: 40 };
/** A point is shown no nearer than this. */
const maxZoom = 8;

/** The box of a feature, for the map to show; null for one that is not drawn. */
function targetIn(data: GeoJSON.FeatureCollection, id: string): MapTarget | null {
  const found = data.features.find(({ properties }) => properties?.[classedId] === id);
  if (found === undefined || found.geometry.type === 'GeometryCollection') return null;
  const bounds = bboxOfPositions(positionsOf(found.geometry.coordinates));
  return bounds === null ? null : { bounds: bboxPad(bounds, margin), maxZoom };
}

function positionsOf(part: readonly unknown[]): readonly (readonly [number, number])[] {
  if (typeof part[0] === 'number') return [[part[0], Number(part[1])]];
  return part.flatMap((inner) => positionsOf(inner as readonly unknown[]));
}

type CellProps = { readonly raster: NonNullable<Props['raster']>; readonly type: AnalysisType };

function useCells({ raster: { layer, grid }, type }: CellProps) {
  const field = useMemo(() => decodeField({ ...grid, encoding: 'int16-base64' }), [grid]);
  const scale = useMemo(() => {
    const [low, high] = layer.range ?? [0, 1];
    return createColourScale({
      ramp: ramps[type] ?? 'matter',
      range: low < high ? [low, high] : [low, low + 1],
      log: false,
    });
  }, [layer, type]);
  return { field, scale };
}

function Cells(props: CellProps) {
  const { field, scale } = useCells(props);
  return <FieldLayer field={field} scale={scale} opacity={0.9} />;
}

function CellLegend({ pointed, ...props }: CellProps & { readonly pointed: readonly [number, number] | null }) {
  const { field, scale } = useCells(props);
  const { title, unit } = props.raster.layer;
  return (
    <Legend
      title={title}
      unit={unit ?? texts.noUnit}
      scale={scale}
      pointed={pointed === null ? null : fieldValueAt(field, pointed)}
      hasGaps
    />
  );
}
