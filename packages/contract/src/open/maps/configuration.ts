import { z } from 'zod';
import { latitudeSchema, longitudeSchema } from '../../core/geo.ts';
import type { MapDefinition } from './definition.ts';
import { mapBases, mapBaseTitles, mapOverlays, mapOverlayTitles } from './layers.ts';

const layer = {
  name: z.string().optional(),
  type: z.enum(['geojson', 'wms', 'wmts', 'xyz', 'vector', 'raster']).optional(),
  visible: z.boolean().default(true),
  opacity: z.number().min(0).max(1).default(1),
  zIndex: z.number().int().optional(),
};

/** A map as other clients exchange it: centre [latitude, longitude], zoom and layers by their ids. */
export const mapConfigurationSchema = z.strictObject({
  center: z.tuple([latitudeSchema, longitudeSchema]),
  zoom: z.number().min(0).max(22),
  /** The first visible one fills the sea. */
  baseLayers: z.array(z.object({ id: z.enum(mapBases), ...layer })).max(mapBases.length),
  overlayLayers: z.array(z.object({ id: z.enum(mapOverlays), ...layer })).max(mapOverlays.length),
});
export type MapConfiguration = z.infer<typeof mapConfigurationSchema>;

/** Centre and zoom of a map that names none: Angola's sea. */
const wholeSea = { lat: -12.5, lon: 13.5, zoom: 6 } as const;
const gridded = new Set<(typeof mapOverlays)[number]>(['currents', 'wind', 'presence']);

/** A map's content as other clients exchange it. */
export function configurationOf({ base, baseOpacity, overlays, camera }: MapDefinition): MapConfiguration {
  const { lat, lon, zoom } = camera ?? wholeSea;
  return {
    center: [lat, lon],
    zoom,
    baseLayers: [
      { id: base, name: mapBaseTitles[base], type: 'raster', visible: true, opacity: baseOpacity, zIndex: 0 },
    ],
    overlayLayers: mapOverlays
      .filter((id) => overlays[id] !== undefined)
      .map((id, index) => ({
        id,
        name: mapOverlayTitles[id],
        type: gridded.has(id) ? 'raster' : 'geojson',
        visible: true,
        opacity: overlays[id] ?? 1,
        zIndex: index + 1,
      })),
  };
}

/** The content of a map that another client describes. Layers that it hides are left out. */
export function definitionOfConfiguration({
  center,
  zoom,
  baseLayers,
  overlayLayers,
}: MapConfiguration): MapDefinition {
  const base = baseLayers.find(({ visible }) => visible);
  return {
    base: base?.id ?? 'none',
    baseOpacity: base?.opacity ?? 1,
    fitted: false,
    overlays: Object.fromEntries(
      overlayLayers.filter(({ visible }) => visible).map(({ id, opacity }) => [id, opacity]),
    ),
    moment: null,
    camera: { lat: center[0], lon: center[1], zoom },
  };
}
