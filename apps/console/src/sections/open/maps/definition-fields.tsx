import type { DataOf } from '@kianda/contract';
import {
  type MapBase,
  type MapOverlay,
  mapBases,
  mapBaseTitles,
  mapOverlays,
  mapOverlayTitles,
} from '@kianda/contract/open/maps/layers';
import type { MapDefinition, mapBaseLayers } from '@kianda/contract/open/maps/maps.contract';
import { formatDate, instantOf, localOf, timeZones } from '@kianda/format';
import { MomentInput, usePreferences } from '@kianda/ui';
import { Checkbox, NativeSelect, NumberInput, Slider, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './maps.module.css';
import { mapsTexts as texts } from './texts.pt.ts';

type Props = {
  readonly definition: MapDefinition;
  readonly bases: DataOf<typeof mapBaseLayers>['layers'] | undefined;
  readonly onChange: (part: Partial<MapDefinition>) => void;
};

const percentOf = (share: number) => Math.round(share * 100);

/** Centre and zoom in the link of a map; null for a link without them. */
export function cameraOf(link: string): MapDefinition['camera'] {
  const [lon, lat, zoom] = (new URLSearchParams(link.slice(link.indexOf('#') + 1)).get('c') ?? '')
    .split(',')
    .map(Number);
  if (lon === undefined || lat === undefined || zoom === undefined) return null;
  const isPlace = Math.abs(lon) <= 180 && Math.abs(lat) <= 85 && zoom >= 0 && zoom <= 22;
  return isPlace ? { lon, lat, zoom } : null;
}

/** Fields of a map's content: base field, layers, date and place. */
export function DefinitionFields({ definition, bases, onChange }: Props) {
  const { overlays, moment, camera } = definition;
  const { timeZone } = usePreferences();
  return (
    <div className={styles.fields}>
      <BaseFields definition={definition} bases={bases} onChange={onChange} />
      <OverlayFields overlays={overlays} onChange={(next) => onChange({ overlays: next })} />
      <MomentInput
        label={texts.moment}
        description={texts.momentHelp(timeZones[timeZone])}
        value={moment === null ? '' : localOf(moment, timeZone)}
        onChange={(value) => onChange({ moment: instantOf(value, timeZone) })}
      />
      <CameraFields camera={camera} onChange={(next) => onChange({ camera: next })} />
    </div>
  );
}

function BaseFields({ definition: { base, baseOpacity, fitted }, bases, onChange }: Props) {
  const titleOf = (id: MapBase) => {
    const known = bases?.find((layer) => layer.id === id);
    if (id === 'none' || known === undefined) return mapBaseTitles[id];
    const note = known.newestAt === null ? texts.noField : texts.newest(formatDate(known.newestAt));
    return `${mapBaseTitles[id]} (${note})`;
  };
  return (
    <>
      <NativeSelect
        label={texts.base}
        value={base}
        data={mapBases.map((id) => ({ value: id, label: titleOf(id) }))}
        onChange={({ currentTarget }) =>
          onChange({ base: mapBases.find((id) => id === currentTarget.value) ?? 'none' })
        }
      />
      {base === 'none' ? null : (
        <>
          <Opacity
            label={texts.opacityOf(mapBaseTitles[base])}
            value={baseOpacity}
            onChange={(value) => onChange({ baseOpacity: value })}
          />
          <Switch
            label={texts.fitted}
            checked={fitted}
            onChange={({ currentTarget }) => onChange({ fitted: currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}

type OverlayProps = {
  readonly overlays: MapDefinition['overlays'];
  readonly onChange: (overlays: MapDefinition['overlays']) => void;
};

function OverlayFields({ overlays, onChange }: OverlayProps) {
  const setOverlay = (id: MapOverlay, opacity: number | null) => {
    const { [id]: _, ...others } = overlays;
    onChange(opacity === null ? others : { ...others, [id]: opacity });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{texts.overlays}</legend>
      {mapOverlays.map((id) => {
        const opacity = overlays[id];
        return (
          <div key={id} className={styles.overlay}>
            <Checkbox
              label={mapOverlayTitles[id]}
              checked={opacity !== undefined}
              onChange={({ currentTarget }) => setOverlay(id, currentTarget.checked ? 1 : null)}
            />
            {opacity === undefined ? null : (
              <Opacity
                label={texts.opacityOf(mapOverlayTitles[id])}
                value={opacity}
                onChange={(value) => setOverlay(id, value)}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

type Camera = MapDefinition['camera'];

const cameraFields = [
  { name: 'lon', min: -180, max: 180, decimals: 4 },
  { name: 'lat', min: -85, max: 85, decimals: 4 },
  { name: 'zoom', min: 0, max: 22, decimals: 2 },
] as const;

/** Centre and zoom, typed or taken from the link of a map. */
function CameraFields({ camera, onChange }: { readonly camera: Camera; readonly onChange: (camera: Camera) => void }) {
  const [pasted, setPasted] = useState('');
  return (
    <fieldset className={styles.group}>
      <legend>{texts.place}</legend>
      <TextInput
        label={texts.pasted}
        description={texts.placeText}
        value={pasted}
        error={pasted !== '' && cameraOf(pasted) === null ? texts.badPaste : null}
        onChange={({ currentTarget }) => {
          setPasted(currentTarget.value);
          const found = cameraOf(currentTarget.value);
          if (found !== null) onChange(found);
        }}
      />
      <div className={styles.place}>
        {cameraFields.map(({ name, min, max, decimals }) => (
          <NumberInput
            key={name}
            label={texts[name]}
            min={min}
            max={max}
            decimalScale={decimals}
            value={camera?.[name] ?? ''}
            onChange={(value) =>
              onChange(value === '' ? null : { lon: 11, lat: -11.2, zoom: 5, ...camera, [name]: Number(value) })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function Opacity(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (share: number) => void;
}) {
  return (
    <Slider
      className={styles.slider ?? ''}
      thumbLabel={props.label}
      label={(value) => `${value} %`}
      min={0}
      max={100}
      value={percentOf(props.value)}
      onChange={(value) => props.onChange(value / 100)}
    />
  );
}
