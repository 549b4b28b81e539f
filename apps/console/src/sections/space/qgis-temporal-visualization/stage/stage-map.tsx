import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import type { AnimalContact } from '@kianda/contract/space/temporal/interactions.contract';
import { angolaBbox } from '@kianda/geo';
import type { ColourScale } from '@kianda/viz/colour/scale.ts';
import type { Velocity } from '@kianda/viz/currents/velocity.ts';
import type { Field } from '@kianda/viz/field/decode.ts';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import { CurrentsLayer } from '@kianda/viz/map/layers/currents/currents-layer.tsx';
import { windPace } from '@kianda/viz/map/layers/currents/pace.ts';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import type { DrawnTrack } from '@kianda/viz/map/layers/tracks/legs.ts';
import { TracksLayer } from '@kianda/viz/map/layers/tracks/tracks-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { useMap } from '@kianda/viz/map/map-context.ts';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { ContactsLayer } from '../interactions/contacts-layer.tsx';
import type { CameraBond } from './camera-bond.ts';
import { LineLayer } from './line-layer.tsx';
import styles from './stage.module.css';

const padding = { top: 16, right: 16, bottom: 16, left: 16 };

/** One field as a layer of the map. */
export type DrawnField = {
  readonly id: string;
  readonly field: Field;
  readonly scale: ColourScale;
  readonly isLand: boolean;
};

function Bonded({ bond }: { readonly bond: CameraBond }) {
  const { map } = useMap();
  useEffect(() => bond.join(map), [bond, map]);
  return null;
}

type Props = {
  readonly label: string;
  readonly fields: readonly DrawnField[];
  readonly velocity: Velocity | null;
  readonly tracks: readonly DrawnTrack[];
  /** Animals near fishing. */
  readonly contacts: readonly AnimalContact[];
  readonly untilMs: number;
  readonly place: readonly [number, number] | null;
  /** The line of the transect. */
  readonly line: readonly (readonly [number, number])[];
  readonly bond: CameraBond | null;
  readonly onPick: (position: readonly [number, number]) => void;
  readonly onPointer: (position: readonly [number, number] | null) => void;
  /** Controls over the map. */
  readonly children?: ReactNode;
};

/** A map with fields, the wind's particles, tracks and the place picked. */
export default function StageMap(props: Props) {
  const { label, fields, velocity, tracks, contacts, untilMs, place, line, bond, onPick, onPointer, children } = props;
  const scheme = useComputedColorScheme('light');
  const boundary = useEndpoint(zeeBoundary, {}, { refetchSeconds: 0 }).sourced?.value.boundary;
  return (
    <div className={styles.map}>
      <MapView
        {...{ label, scheme, padding }}
        camera={null}
        bounds={angolaBbox}
        onPick={({ position }) => onPick(position)}
        onPointer={onPointer}
      >
        {fields.map(({ id, field, scale, isLand }) => (
          <FieldLayer key={`${id} ${isLand}`} id={id} field={field} scale={scale} isLand={isLand} opacity={1} />
        ))}
        {velocity === null ? null : (
          <CurrentsLayer
            velocity={velocity}
            mode="particles"
            ink={scheme === 'dark' ? 'light' : 'dark'}
            pace={windPace}
          />
        )}
        {boundary === undefined ? null : <ZeeLayer data={boundary} />}
        {tracks.length === 0 ? null : <TracksLayer tracks={tracks} untilMs={untilMs} />}
        {tracks.length === 0 || contacts.length === 0 ? null : <ContactsLayer contacts={contacts} untilMs={untilMs} />}
        {place === null ? null : <PickLayer position={place} />}
        {line.length === 0 ? null : <LineLayer line={line} />}
        {bond === null ? null : <Bonded bond={bond} />}
        <div className={styles.zoom}>
          <ZoomButtons bounds={angolaBbox} padding={padding} />
          {children}
        </div>
        <div className={styles.scale}>
          <ScaleBar />
        </div>
      </MapView>
    </div>
  );
}
