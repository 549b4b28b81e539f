import { analysisLayerFeatures, analysisLayerGrid } from '@kianda/contract/space/spatial/analyses.contract';
import type { AnalysisLayer, AnalysisResults, SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { formatNumber } from '@kianda/format';
import { EmptyState, named, PanelFailure, PanelFrame, SkeletonBar } from '@kianda/ui';
import { Checkbox } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import styles from './analysis.module.css';
import type { ChosenFeature } from './result-map.tsx';
import { ResultTable } from './result-table.tsx';
import { resultTexts as texts } from './texts.pt.ts';

const ResultMap = lazy(() => import('./result-map.tsx'));
const mapHeight = 500;
/** A result never changes: its layers are asked for once. */
const once = { refetchSeconds: 0, staleSeconds: 86_400 } as const;

type Props = { readonly analysis: SpatialAnalysis; readonly results: AnalysisResults };

/** The result on the map and in the table: what is chosen in one is shown in the other. */
export function ResultPanel({ analysis, results }: Props) {
  const { layers } = results;
  const vectors = layers.filter(({ kind }) => kind === 'vector');
  const rasters = layers.filter(({ kind }) => kind === 'raster');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(rasters.slice(1).map(({ id }) => id)));
  const [chosen, setChosen] = useState<ChosenFeature | null>(null);
  const [listed, setListed] = useState(vectors[0]?.id);
  const sources = useLayers(analysis.id, vectors);
  const shownRaster = rasters.find(({ id }) => !hidden.has(id));
  const grid = useGrid(analysis.id, shownRaster);
  const features = useMemo(
    () =>
      new Map(
        vectors.flatMap(({ id }, place) => {
          const value = sources[place]?.sourced?.value;
          return value === undefined || hidden.has(id) ? [] : [[id, value] as const];
        }),
      ),
    [vectors, sources, hidden],
  );
  const failed = [...sources, ...(shownRaster === undefined ? [] : [grid])].find(({ error }) => error !== null);
  const choose = (next: ChosenFeature | null) => {
    setChosen(next);
    if (next !== null) setListed(next.layer);
  };
  const raster =
    shownRaster === undefined || grid.sourced === undefined ? null : { layer: shownRaster, grid: grid.sourced.value };
  const layer = vectors.find(({ id }) => id === listed);
  const rows = layer === undefined ? undefined : sources[vectors.indexOf(layer)]?.sourced?.value;
  return (
    <>
      <PanelFrame id="mapa" title={texts.map} description={texts.mapText}>
        <div className={styles.stack}>
          {failed?.error ? <PanelFailure of={texts.map} error={failed.error} onRetry={failed.refresh} /> : null}
          <Suspense fallback={<SkeletonBar height={mapHeight} />}>
            <ResultMap
              name={analysis.name}
              type={analysis.type}
              layers={layers}
              features={features}
              raster={raster}
              chosen={chosen}
              onChoose={choose}
            />
          </Suspense>
          <LayerList layers={layers} hidden={hidden} onHidden={setHidden} />
        </div>
      </PanelFrame>
      {layer === undefined || rows === undefined ? null : (
        <ResultTable
          layers={vectors}
          layer={layer}
          features={rows}
          chosen={chosen?.layer === layer.id ? chosen.feature : null}
          onLayer={setListed}
          onChoose={(feature) => choose({ layer: layer.id, feature })}
        />
      )}
    </>
  );
}

/** Features of the first vector layers: no kind of analysis has more of them. */
function useLayers(id: string, layers: readonly AnalysisLayer[]) {
  const all = [
    useLayerFeatures(id, layers[0]),
    useLayerFeatures(id, layers[1]),
    useLayerFeatures(id, layers[2]),
    useLayerFeatures(id, layers[3]),
  ];
  return all.slice(0, layers.length);
}

function useLayerFeatures(id: string, layer: AnalysisLayer | undefined) {
  return useEndpoint(
    analysisLayerFeatures,
    { params: { id, layer: layer?.id ?? '' }, query: {} },
    { ...once, enabled: layer !== undefined },
  );
}

/** Cells beyond these are thinned: the screen has no more points. */
const mostCells = 1_000_000;

function useGrid(id: string, layer: AnalysisLayer | undefined) {
  const stride = layer === undefined ? 1 : Math.min(16, Math.max(1, Math.ceil(Math.sqrt(layer.count / mostCells))));
  return useEndpoint(
    analysisLayerGrid,
    { params: { id, layer: layer?.id ?? '' }, query: { stride } },
    { ...once, enabled: layer !== undefined },
  );
}

type ListProps = {
  readonly layers: readonly AnalysisLayer[];
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
};

/** Layers with their legends, each shown or not; of cells one at a time. */
function LayerList({ layers, hidden, onHidden }: ListProps) {
  if (layers.length === 0) return <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>;
  const toggle = ({ id, kind }: AnalysisLayer, isShown: boolean) => {
    const next = new Set(hidden);
    if (isShown) {
      if (kind === 'raster') for (const other of layers) if (other.kind === 'raster') next.add(other.id);
      next.delete(id);
    } else next.add(id);
    onHidden(next);
  };
  return (
    <ul className={styles.layers} aria-label={texts.layers}>
      {layers.map((layer) => (
        <li key={layer.id} className={styles.layer}>
          <div className={styles.row}>
            <Checkbox
              label={layer.title}
              checked={!hidden.has(layer.id)}
              onChange={({ currentTarget }) => toggle(layer, currentTarget.checked)}
            />
            <span className={styles.quiet}>
              {layer.kind === 'raster'
                ? texts.cells(formatNumber(layer.count))
                : texts.elements(formatNumber(layer.count))}
            </span>
          </div>
          {layer.kind === 'raster' || layer.legend.length === 0 ? null : (
            <ul className={styles.classes} aria-label={named(texts.layer, layer.title)}>
              {layer.legend.map(({ label, colour }) => (
                <li key={label}>
                  <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
                  {label}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
