import type { DataOf } from '@kianda/contract';
import type { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { angolaBbox } from '@kianda/geo';
import { MapCorners } from '@kianda/viz/map/controls/map-corners.tsx';
import type { MapCamera, MapPadding } from '@kianda/viz/map/create-map.ts';
import { GraticuleLayer } from '@kianda/viz/map/layers/graticule/graticule-layer.tsx';
import { PortsLayer } from '@kianda/viz/map/layers/ports/ports-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { useScheme } from '../shared/session-context.ts';

type Props = {
  readonly label: string;
  readonly camera: MapCamera | null;
  readonly padding: MapPadding;
  readonly zee: DataOf<typeof zeeBoundary>['boundary'] | undefined;
  readonly ports: DataOf<typeof listPorts> | undefined;
  readonly onCamera: (camera: MapCamera) => void;
  readonly onPointer: (position: readonly [number, number] | null) => void;
};

/** The zone's limit, and the ports where they are asked for. */
export default function PlainStage({ label, camera, padding, zee, ports, onCamera, onPointer }: Props) {
  return (
    <MapView
      label={label}
      scheme={useScheme()}
      camera={camera}
      bounds={angolaBbox}
      padding={padding}
      onCamera={onCamera}
      onPointer={onPointer}
    >
      <GraticuleLayer />
      {zee === undefined ? null : <ZeeLayer data={zee} hasFill />}
      {ports === undefined ? null : <PortsLayer data={ports} />}
      <MapCorners bounds={angolaBbox} padding={padding} />
    </MapView>
  );
}
