import { formatCount, formatQuantity } from '@kianda/format';
import { fishingZonesHitLayer } from '@kianda/viz/map/layers/fishing-zones/fishing-zones-layer.tsx';
import { internalWatersHitLayer } from '@kianda/viz/map/layers/internal-waters/internal-waters-layer.tsx';
import { observationsHitLayer } from '@kianda/viz/map/layers/observations/observations-layer.tsx';
import { portsHitLayer } from '@kianda/viz/map/layers/ports/ports-layer.tsx';
import { presenceHitLayer } from '@kianda/viz/map/layers/presence/presence-layer.tsx';
import { protectedAreasHitLayer } from '@kianda/viz/map/layers/protected-areas/protected-areas-layer.tsx';
import { stationsHitLayer } from '@kianda/viz/map/layers/stations/stations-layer.tsx';
import { upwellingHitLayer } from '@kianda/viz/map/layers/upwelling/upwelling-layer.tsx';
import type { MapPick, PickedFeature } from '@kianda/viz/map/map-view.tsx';
import { detailTexts as texts } from './part-texts.pt.ts';
import type { Hit } from './point-detail.tsx';

/** A picked place, the station that lies there, and what the layers have there. */
export type StagePick = Pick<MapPick, 'position'> & { readonly station: string | null; readonly hits: readonly Hit[] };

/** Elements of the layers at a place of the map. */
export const stagePickOf = ({ position, features }: MapPick): StagePick => ({
  position,
  station: stationOf(features),
  hits: hitsOf(features),
});

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const vesselCount = (count: number) => formatCount(count, 'embarcação', 'embarcações');

/** Id of the station among picked features, the topmost first; null when there is none. */
function stationOf(features: readonly PickedFeature[]): string | null {
  const station = features.find(({ layer }) => layer === stationsHitLayer);
  return station === undefined ? null : text(station.properties.id);
}

/** Texts about the layers' elements under a picked place. */
function hitsOf(features: readonly PickedFeature[]): readonly Hit[] {
  const hits = features.flatMap(({ layer, properties }): Hit[] => {
    const name = text(properties.name);
    switch (layer) {
      case portsHitLayer:
        return [{ key: `port ${name}`, title: name, detail: texts.port(text(properties.kind)) }];
      case fishingZonesHitLayer: {
        const { vessels } = properties;
        const present = typeof vessels === 'number' ? ` · ${texts.zoneVessels(vesselCount(vessels))}` : '';
        return [{ key: `zone ${name}`, title: name, detail: `${texts.zone(text(properties.segment))}${present}` }];
      }
      case protectedAreasHitLayer:
        return [{ key: `area ${name}`, title: name, detail: `${texts.protected} · ${text(properties.status)}` }];
      case presenceHitLayer: {
        const hours = formatQuantity(Number(properties.hours), 'h');
        const detail = texts.presenceCell(hours, vesselCount(Number(properties.vessels)));
        return [{ key: 'presence', title: texts.presence, detail }];
      }
      case observationsHitLayer: {
        const species = text(properties.scientificName);
        const date = text(properties.eventDate);
        const detail = texts.observation(date === '' ? texts.noDate : date.slice(0, 10), text(properties.source));
        return [{ key: `observation ${species} ${date}`, title: species, detail }];
      }
      case internalWatersHitLayer:
        return [{ key: 'internal', title: name, detail: texts.internal }];
      case upwellingHitLayer: {
        const degrees = (value: unknown) =>
          formatQuantity(typeof value === 'number' ? value : null, '°C', { maxDecimals: 1 });
        const { index, coast, offshore } = properties;
        const detail = texts.upwellingBand(degrees(index), degrees(coast), degrees(offshore));
        return [{ key: 'upwelling', title: texts.upwelling, detail }];
      }
      default:
        return [];
    }
  });
  return [...new Map(hits.map((hit) => [hit.key, hit])).values()];
}
