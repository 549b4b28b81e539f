import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatInstant } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import type { Field } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { useMemo, useState } from 'react';
import { valueAt } from '../ocean-map/readout.tsx';
import MapBox from '../page-frame/map-box.tsx';
import type { ChangeDashboard, DashboardState } from './state.ts';
import { scientificTexts as texts } from './texts.pt.ts';

type Props = {
  readonly state: DashboardState;
  readonly change: ChangeDashboard;
  /** The field shown, within the area; null while it is on its way. */
  readonly field: Field | null;
  readonly time: string | null;
  readonly source: string;
  readonly zee: GeoJSON.FeatureCollection | undefined;
};

/** The field of a date within the area; a pick adds the place's series to the chart. */
export default function ScientificMap({ state, change, field, time, source, zee }: Props) {
  const { timeZone } = usePreferences();
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const { label, unit, ramp, range, log } = fieldVariables[state.parametro];
  const scale = useMemo(() => createColourScale({ ramp, range, log }), [ramp, range, log]);
  const when = time === null ? '' : formatInstant(time, timeZone);
  return (
    <MapBox
      label={texts.mapLabel}
      camera={state.mapa}
      caption={{ title: label, detail: when, source, legend: { scale, unit } }}
      onCamera={(mapa) => change({ mapa })}
      onPick={({ position }) => change({ ponto: position })}
      onPointer={setPointer}
      legend={<Legend title={label} unit={unit} scale={scale} pointed={valueAt(field, pointer)} hasGaps when={when} />}
    >
      {field === null ? null : <FieldLayer field={field} scale={scale} opacity={1} />}
      {zee === undefined ? null : <ZeeLayer data={zee} />}
      {state.ponto === null ? null : <PickLayer position={state.ponto} />}
    </MapBox>
  );
}
