import type { DataOf } from '@kianda/contract';
import { listProtectedAreas } from '@kianda/contract/sea/geography/geography.contract';
import { analysisLayerFeatures, getAnalysis, listAnalyses } from '@kianda/contract/space/spatial/analyses.contract';
import type { AnalysisLayer, LegendClass } from '@kianda/contract/space/spatial/analysis-results';
import { formatInstant, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { classedId } from '@kianda/viz/map/layers/classes/classes-style.ts';
import { useMemo } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { modalTexts as texts } from './texts.pt.ts';
import { pace } from './use-summary.ts';

export const layerKinds = ['buffer', 'hotspot', 'connectivity', 'marine_area'] as const;
export type LayerKind = (typeof layerKinds)[number];

/** A layer of the map: what it shows and what is known of it. */
export type ModalLayer = {
  readonly id: string;
  readonly kind: LayerKind;
  readonly name: string;
  readonly data: GeoJSON.FeatureCollection;
  readonly attribute: string | null;
  readonly legend: readonly LegendClass[];
  readonly geometryType: AnalysisLayer['geometryType'];
  readonly properties: readonly { readonly label: string; readonly value: string }[];
};

type Features = DataOf<typeof analysisLayerFeatures>;

const collectionOf = ({ features }: Pick<Features, 'features'>): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: features.flatMap(({ id, geometry, properties }) =>
    geometry === null || geometry === undefined
      ? []
      : [{ type: 'Feature', geometry: geometry as GeoJSON.Geometry, properties: { ...properties, [classedId]: id } }],
  ),
});

type Wanted = {
  readonly kind: LayerKind;
  readonly type: 'buffer' | 'hotspots' | 'connectivity';
  /** Layer of the result. */
  readonly layer: string;
};

/** The newest completed analysis of a kind as a layer; null while there is none, or the kind is off. */
function useNewestLayer({ kind, type, layer }: Wanted, isOn: boolean): ModalLayer | null {
  const { timeZone } = usePreferences();
  const list = useEndpoint(
    listAnalyses,
    { query: { types: type, states: 'completed', page: 1, pageSize: 10, sort: 'completed', order: 'desc' } },
    { ...pace, enabled: isOn },
  );
  const id = list.sourced?.value.data[0]?.id;
  const hasOne = isOn && id !== undefined;
  const detail = useEndpoint(getAnalysis, { params: { id: id ?? '' } }, { ...pace, enabled: hasOne });
  const features = useEndpoint(
    analysisLayerFeatures,
    { params: { id: id ?? '', layer }, query: {} },
    { ...pace, enabled: hasOne },
  );
  const analysis = detail.sourced?.value;
  const found = features.sourced?.value;
  return useMemo(() => {
    const own = analysis?.results?.layers.find((one) => one.id === layer);
    if (!hasOne || analysis === undefined || own === undefined || found === undefined) return null;
    const figures = (analysis.results?.statistics ?? []).map(({ label, value, unit }) => ({
      label,
      value:
        value === null
          ? UNKNOWN
          : typeof value === 'string'
            ? value
            : unit === null
              ? formatNumber(value, { maxDecimals: 3 })
              : formatQuantity(value, unit, { maxDecimals: 3 }),
    }));
    return {
      ...{ id: `${kind}/${analysis.id}`, kind, name: analysis.name, data: collectionOf(found) },
      ...{ attribute: own.legendAttribute, legend: own.legend, geometryType: own.geometryType },
      properties: [
        { label: texts.properties.made, value: formatInstant(analysis.completedAt ?? analysis.createdAt, timeZone) },
        ...figures,
      ],
    };
  }, [analysis, found, hasOne, kind, layer, timeZone]);
}

const none: readonly LegendClass[] = [];

/** The protected areas as a layer. */
function useMarineAreas(isOn: boolean): ModalLayer | null {
  const areas = useEndpoint(listProtectedAreas, {}, { refetchSeconds: 0, enabled: isOn });
  const found = areas.sourced?.value;
  return useMemo(() => {
    if (!isOn || found === undefined) return null;
    const data: GeoJSON.FeatureCollection = {
      type: 'FeatureCollection',
      features: found.features.map(({ geometry, properties }, place) => ({
        type: 'Feature',
        geometry: geometry as GeoJSON.Geometry,
        properties: { ...properties, [classedId]: String(place) },
      })),
    };
    return {
      ...{ id: 'marine_area', kind: 'marine_area', name: texts.areas, data, attribute: null, legend: none },
      geometryType: 'polygon',
      properties: [{ label: texts.properties.count, value: formatNumber(found.features.length) }],
    };
  }, [found, isOn]);
}

/** The layers of the kinds that are on. */
export function useModalLayers(kinds: ReadonlySet<LayerKind>): readonly ModalLayer[] {
  const buffers = useNewestLayer({ kind: 'buffer', type: 'buffer', layer: 'buffers' }, kinds.has('buffer'));
  const hotspots = useNewestLayer({ kind: 'hotspot', type: 'hotspots', layer: 'hotspots' }, kinds.has('hotspot'));
  const links = useNewestLayer(
    { kind: 'connectivity', type: 'connectivity', layer: 'links' },
    kinds.has('connectivity'),
  );
  const areas = useMarineAreas(kinds.has('marine_area'));
  return [buffers, hotspots, links, areas].filter((layer) => layer !== null);
}
