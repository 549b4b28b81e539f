import type { DataOf } from '@kianda/contract';
import type { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { AnalysisLayer } from '@kianda/contract/space/spatial/analysis-results';
import { formatInstant } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, type Field } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { ClassesLayer } from '@kianda/viz/map/layers/classes/classes-layer.tsx';
import { classedId, type MapClass } from '@kianda/viz/map/layers/classes/classes-style.ts';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PortsLayer } from '@kianda/viz/map/layers/ports/ports-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { useMemo } from 'react';
import { describeBase } from '../ocean-map/layers.ts';
import MapBox from '../page-frame/map-box.tsx';
import styles from './qgis.module.css';
import type { ChangeQgis, QgisState } from './state.ts';
import { qgisTexts as texts } from './texts.pt.ts';
import type { useAnalysis } from './use-analysis.ts';
import type { Layers } from './use-layers.ts';

type Props = {
  readonly state: QgisState;
  readonly change: ChangeQgis;
  readonly field: Field | null;
  readonly momentMs: number | null;
  readonly source: string;
  readonly layers: Layers;
  readonly of: ReturnType<typeof useAnalysis>;
};

const depthScale = createColourScale(fieldVariables.seabedDepth);
const slots = { polygon: 'areas', line: 'lines', point: 'points' } as const;

/** The layers of the page over one another, the result of the analysis above them. */
export default function QgisMap({ state, change, field, momentMs, source, layers, of }: Props) {
  const { timeZone } = usePreferences();
  const base = describeBase(state.variavel);
  const scale = useMemo(() => createColourScale(base), [base]);
  const shows = (id: QgisState['camadas'][number]) => state.camadas.includes(id);
  const when = momentMs === null ? '' : formatInstant(momentMs, timeZone);
  const depth = useMemo(
    () => (layers.bathymetry.sourced === undefined ? null : decodeField(layers.bathymetry.sourced.value)),
    [layers.bathymetry.sourced],
  );
  return (
    <MapBox
      label={texts.mapLabel}
      camera={state.mapa}
      caption={{ title: base.label, detail: when, source, legend: { scale, unit: base.unit } }}
      onCamera={(mapa) => change({ mapa })}
      legend={
        <div className={styles.legends}>
          {shows('ambiental') ? <Legend title={base.label} unit={base.unit} scale={scale} hasGaps when={when} /> : null}
          {shows('batimetria') ? (
            <Legend {...texts.bathymetry} title={texts.bathymetry.label} scale={depthScale} />
          ) : null}
          {of.grid.sourced === undefined || of.layer === null ? null : <RasterLegend layer={of.layer} />}
        </div>
      }
    >
      {shows('batimetria') && depth !== null ? <FieldLayer field={depth} scale={depthScale} opacity={0.9} /> : null}
      {shows('ambiental') && field !== null ? (
        <FieldLayer field={field} scale={scale} opacity={shows('batimetria') ? 0.6 : 1} />
      ) : null}
      <Result of={of} />
      {shows('zee') && layers.zee.sourced !== undefined ? <ZeeLayer data={layers.zee.sourced.value.boundary} /> : null}
      {shows('rotas') && layers.tracks.sourced !== undefined ? <Tracks tracks={layers.tracks.sourced.value} /> : null}
      {shows('infraestrutura') && layers.ports.sourced !== undefined ? (
        <PortsLayer data={layers.ports.sourced.value} />
      ) : null}
    </MapBox>
  );
}

/** Okabe–Ito vermillion: stands out from every ramp of the sea. */
const trackClass: readonly MapClass[] = [{ colour: '#d55e00', value: null, from: null, to: null }];

function Tracks({ tracks }: { readonly tracks: DataOf<typeof listAnimalTracks> }) {
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: tracks.features.map(({ geometry, properties }, index) => ({
        type: 'Feature',
        geometry: geometry as GeoJSON.Geometry,
        properties: { [classedId]: String(index), name: properties.individual },
      })),
    }),
    [tracks],
  );
  return <ClassesLayer id="rotas" slot="lines" data={data} attribute={null} classes={trackClass} chosen={null} />;
}

const rasterScale = ({ range }: AnalysisLayer) =>
  createColourScale({ ramp: 'matter', range: range ?? [0, 1], log: false });

function RasterLegend({ layer }: { readonly layer: AnalysisLayer }) {
  const scale = useMemo(() => rasterScale(layer), [layer]);
  return <Legend title={layer.title} unit={layer.unit ?? ''} scale={scale} />;
}

function Result({ of }: Pick<Props, 'of'>) {
  const { layer, features, grid } = of;
  const answer = grid.sourced?.value;
  const cells = useMemo(() => (answer === undefined ? null : decodeField(answer)), [answer]);
  const scale = useMemo(() => (layer === null ? null : rasterScale(layer)), [layer]);
  const found = features.sourced?.value;
  const data = useMemo<GeoJSON.FeatureCollection | null>(
    () =>
      found === undefined
        ? null
        : {
            type: 'FeatureCollection',
            features: found.features.flatMap(({ id, geometry, properties }) =>
              geometry === null || geometry === undefined
                ? []
                : [
                    {
                      type: 'Feature',
                      geometry: geometry as GeoJSON.Geometry,
                      properties: { ...properties, [classedId]: id },
                    },
                  ],
            ),
          },
    [found],
  );
  if (layer === null) return null;
  if (cells !== null && scale !== null) return <FieldLayer field={cells} scale={scale} opacity={0.85} />;
  if (data === null) return null;
  return (
    <ClassesLayer
      // Another result is another style.
      key={`${layer.id} ${layer.sha256}`}
      id="resultado"
      slot={slots[layer.geometryType ?? 'polygon']}
      data={data}
      attribute={layer.legendAttribute}
      classes={layer.legend}
      chosen={null}
    />
  );
}
