import type { useMap } from '@kianda/viz/map/map-context.ts';

type MapLibreMap = ReturnType<typeof useMap>['map'];

/** Holds the cameras of two maps together: each moves with the other. */
export type CameraBond = { readonly join: (map: MapLibreMap) => () => void };

export function createCameraBond(): CameraBond {
  const maps = new Set<MapLibreMap>();
  let isFollowing = false;
  return {
    join(map) {
      maps.add(map);
      const onMove = () => {
        // The movement of the map that follows is no movement of the person.
        if (isFollowing) return;
        isFollowing = true;
        for (const other of maps) {
          if (other !== map) other.jumpTo({ center: map.getCenter(), zoom: map.getZoom() });
        }
        isFollowing = false;
      };
      map.on('move', onMove);
      return () => {
        maps.delete(map);
        map.off('move', onMove);
      };
    },
  };
}
