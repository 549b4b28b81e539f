import { featureTile } from '@kianda/contract/open/features/tiles.contract';
import { angolaBbox, bboxIntersection, bboxOfPositions, bboxPad, bboxToRing } from '@kianda/geo';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import { DrawArea, type DrawnRing } from '@kianda/viz/map/layers/draw/draw-area.tsx';
import { ElementTilesLayer, type LoadTile } from '@kianda/viz/map/layers/elements/element-tiles-layer.tsx';
import { ElementsLayer } from '@kianda/viz/map/layers/elements/elements-layer.tsx';
import { elementHitLayers } from '@kianda/viz/map/layers/elements/elements-style.ts';
import { type MapPick, MapView } from '@kianda/viz/map/map-view.tsx';
import { type MapSeen, ViewProbe } from '@kianda/viz/map/view-probe.tsx';
import { Button, Checkbox, useComputedColorScheme } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import type { FeatureRow } from '../api/use-features.ts';
import styles from '../page.module.css';
import { datetimeOf, type FeatureSearch } from '../search.ts';
import { featureTexts as texts } from '../texts.pt.ts';

const padding = { top: 24, right: 24, bottom: 24, left: 24 };
/** Limits of the base map. */
const mapLimits = [-13, -35, 37, 11] as const;
/** Decimals of a degree in a box: about ten metres. */
const boxDecimals = 4;

type Props = {
  readonly collection: string;
  readonly title: string;
  /** West, south, east, north of the collection. */
  readonly extent: readonly number[] | undefined;
  readonly features: readonly FeatureRow[];
  readonly search: FeatureSearch;
  readonly onBox: (bbox: string | undefined) => void;
  readonly onOpen: (id: string) => void;
};

/** The page's elements on the map, over the whole collection in tiles. A box is drawn or taken from the visible part. */
export default function ItemsMap({ collection, title, extent, features, search, onBox, onOpen }: Props) {
  const scheme = useComputedColorScheme('light');
  const [seen, setSeen] = useState<MapSeen | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const [showsAll, setShowsAll] = useState(true);
  const data = useMemo(() => shapesOf(features), [features]);
  const bounds = useMemo(() => boundsOf(extent), [extent]);
  const rings = useMemo(() => ringsOf(search.bbox), [search.bbox]);
  const { from, to } = search;
  const load = useTiles(collection, { from, to });
  const onPick = ({ features: picked }: MapPick) => {
    if (isDrawing) return;
    const hit = picked.find(({ layer }) => elementHitLayers.some((known) => known === layer));
    if (typeof hit?.properties.id === 'string') onOpen(hit.properties.id);
  };
  const onRings = (drawn: readonly DrawnRing[]) => {
    const box = bboxOfPositions(drawn.at(-1) ?? []);
    if (box === null) return;
    setDrawing(false);
    onBox(boxText(box));
  };
  return (
    <>
      <div className={styles.stage}>
        <MapView
          label={texts.mapLabel(title)}
          scheme={scheme}
          camera={null}
          bounds={bounds}
          padding={padding}
          onPick={onPick}
        >
          <ViewProbe onSeen={setSeen} />
          {showsAll ? <ElementTilesLayer key={`${from}/${to}`} collection={collection} load={load} /> : null}
          <ElementsLayer data={data} chosen={search.item ?? null} />
          {isDrawing || rings.length > 0 ? (
            <DrawArea mode={isDrawing ? 'rectangle' : 'select'} rings={isDrawing ? [] : rings} onChange={onRings} />
          ) : null}
          <div className={styles.zoom}>
            <ZoomButtons bounds={bounds} padding={padding} />
          </div>
          <div className={styles.scale}>
            <ScaleBar />
          </div>
        </MapView>
      </div>
      <div className={styles.mapFoot}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={seen === null}
          onClick={() => (seen === null ? undefined : onBox(boxText(seen.bounds)))}
        >
          {texts.visible}
        </Button>
        <Button
          size="compact-sm"
          variant={isDrawing ? 'filled' : 'default'}
          aria-pressed={isDrawing}
          onClick={() => setDrawing(!isDrawing)}
        >
          {isDrawing ? texts.stopDrawing : texts.draw}
        </Button>
        <Checkbox
          size="xs"
          label={texts.allElements}
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
        <span className={styles.note}>{isDrawing ? texts.drawHint : texts.mapHint}</span>
      </div>
    </>
  );
}

/** Loads tiles of a collection's elements, of the days of the search. */
function useTiles(collection: string, { from, to }: Pick<FeatureSearch, 'from' | 'to'>): LoadTile {
  const { client } = useApplication();
  return useCallback<LoadTile>(
    async (z, x, y, signal) => {
      const datetime = datetimeOf({ from, to });
      const params = { collectionId: collection, tileMatrixSetId: 'WebMercatorQuad' } as const;
      const tile = { tileMatrix: String(z), tileRow: String(y), tileCol: String(x) };
      const query = datetime === undefined ? {} : { datetime };
      const blob = await client.download(featureTile, { params: { ...params, ...tile }, query }, { signal });
      return blob.arrayBuffer();
    },
    [client, collection, from, to],
  );
}

function shapesOf(features: readonly FeatureRow[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: features.flatMap(({ id, geometry }) =>
      geometry === null
        ? []
        : [{ type: 'Feature' as const, properties: { id }, geometry: geometry as unknown as GeoJSON.Geometry }],
    ),
  };
}

/** Extent of the collection within the limits of the map; Angola's sea where it is unknown. */
function boundsOf(extent: readonly number[] | undefined): readonly [number, number, number, number] {
  const [west, south, east, north] = extent ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) return angolaBbox;
  return bboxIntersection(bboxPad([west, south, east, north], 0.2), mapLimits) ?? angolaBbox;
}

function boxText(box: readonly number[]): string {
  return box.map((value) => Number(value.toFixed(boxDecimals))).join(',');
}

function ringsOf(bbox: string | undefined): readonly DrawnRing[] {
  const [west, south, east, north] = (bbox ?? '').split(',').map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined) return [];
  return [bboxToRing([west, south, east, north])];
}
