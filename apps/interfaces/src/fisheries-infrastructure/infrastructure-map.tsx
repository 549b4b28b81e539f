import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import {
  type InfrastructureKind,
  infrastructureKinds,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { ClassesLayer } from '@kianda/viz/map/layers/classes/classes-layer.tsx';
import { classedId } from '@kianda/viz/map/layers/classes/classes-style.ts';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { useMemo } from 'react';
import { useRead } from '../client/use-read.ts';
import MapBox from '../page-frame/map-box.tsx';
import styles from './infrastructure.module.css';
import type { Places } from './place-files.ts';
import { type ChangePage, kindIds, type PageState } from './state.ts';
import { infrastructureTexts as texts } from './texts.pt.ts';

/** Okabe–Ito: blue, vermillion, green. */
const colours: Readonly<Record<InfrastructureKind, string>> = { port: '#0072b2', village: '#d55e00', plant: '#009e73' };
const classes = kindIds.map((kind) => ({ colour: colours[kind], value: kind, from: null, to: null }));

type Props = {
  readonly title: string;
  readonly state: PageState;
  readonly change: ChangePage;
  readonly places: Places;
  readonly picked: readonly [number, number] | null;
  readonly onPicked: (position: readonly [number, number]) => void;
};

/** The places in the colours of their kinds; a touch chooses one, or, while editing, the position of a new one. */
export default function InfrastructureMap({ title, state, change, places, picked, onPicked }: Props) {
  const zee = useRead(zeeBoundary, {});
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: places.map(({ id, geometry, properties }) => ({
        type: 'Feature',
        geometry,
        properties: { kind: properties.kind, [classedId]: String(id) },
      })),
    }),
    [places],
  );
  const onPick = ({ position, features }: MapPick) => {
    const found = features.map(({ properties }) => properties[classedId]).find((id) => typeof id === 'string');
    if (typeof found === 'string') change({ lugar: found });
    else if (state.editar) onPicked(position);
  };
  return (
    <MapBox
      label={texts.mapLabel}
      camera={state.mapa}
      caption={{ title, detail: '', source: 'Kianda', legend: null }}
      onCamera={(mapa) => change({ mapa })}
      onPick={onPick}
      legend={
        <ul className={styles.legend}>
          {kindIds.map((kind) => (
            <li key={kind}>
              <span style={{ background: colours[kind] }} aria-hidden="true" />
              {infrastructureKinds[kind]}
            </li>
          ))}
        </ul>
      }
    >
      {zee.sourced === undefined ? null : <ZeeLayer data={zee.sourced.value.boundary} />}
      <ClassesLayer
        id="infraestruturas"
        slot="points"
        data={data}
        attribute="kind"
        classes={classes}
        chosen={state.lugar === '' ? null : state.lugar}
      />
      {picked === null || !state.editar ? null : <PickLayer position={picked} />}
    </MapBox>
  );
}
