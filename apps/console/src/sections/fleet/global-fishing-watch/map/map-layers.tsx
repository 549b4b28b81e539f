import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { TabView } from '../view.ts';
import { LayerList } from './layer-list.tsx';
import type { LayerName } from './map-view.ts';
import type { Events } from './use-events.ts';
import type { Fleet } from './use-fleet.ts';
import type { Radar } from './use-radar.ts';
import type { Standing } from './use-standing.ts';

const names = Object.keys(vesselTypes) as VesselType[];

type Props = {
  readonly view: TabView;
  readonly layers: ReadonlySet<LayerName>;
  readonly onLayers: (layers: ReadonlySet<LayerName>) => void;
  readonly fleet: Fleet;
  readonly areas: GeoJSON.FeatureCollection;
  readonly events: Events;
  readonly radar: Radar;
  readonly standing: Standing;
  readonly mayWatch: boolean;
};

/** The list of layers over the map's own state; kinds of vessel are the filter that the list of vessels has too. */
export function MapLayers({ view, layers, onLayers, fleet, areas, events, radar, standing, mayWatch }: Props) {
  const scheme = useComputedColorScheme('light');
  const { types, vessels } = fleet;
  const counts = useMemo(
    () => new Map(names.map((name) => [name, vessels.filter(({ vesselType }) => vesselType === name).length])),
    [vessels],
  );
  const placeCounts = useMemo(() => {
    const kinds = areas.features.map(({ properties }) => String(properties?.kind));
    const of = (kind: string) => kinds.filter((one) => one === kind).length;
    const all = new Map<LayerName, number>([
      ['areas', kinds.length - of('closed') - of('licensed')],
      ['seasons', of('closed')],
      ['licences', of('licensed')],
    ]);
    return new Map([...all].filter(([name]) => layers.has(name)));
  }, [areas, layers]);
  const onLayer = (name: LayerName, on: boolean) => {
    const next = new Set(layers);
    if (on) next.add(name);
    else next.delete(name);
    onLayers(next);
  };
  const onType = (type: VesselType, on: boolean) => {
    const shown = types.length === 0 ? names : types;
    const next = names.filter((name) => (name === type ? on : shown.includes(name)));
    const text = next.length === 0 || next.length === names.length ? 'all' : next.join(',');
    view.change({ types: text, page: undefined }, { replace: true });
  };
  return (
    <LayerList
      scheme={scheme}
      layers={layers}
      onLayer={onLayer}
      shownTypes={types}
      onType={onType}
      typeCounts={counts}
      placeCounts={placeCounts}
      eventCounts={events.counts}
      radarCount={radar.count}
      standing={standing}
      mayWatch={mayWatch}
    />
  );
}
