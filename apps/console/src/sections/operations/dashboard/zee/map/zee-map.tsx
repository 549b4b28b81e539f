import type { DataOf } from '@kianda/contract';
import type { presenceCells } from '@kianda/contract/fleet/vessels/vessels.contract';
import type { FieldGrid, Station } from '@kianda/contract/sea/ocean/ocean.contract';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCoordinates, formatQuantity } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PresenceLayer } from '@kianda/viz/map/layers/presence/presence-layer.tsx';
import { presenceScale } from '@kianda/viz/map/layers/presence/presence-scale.ts';
import { StationsLayer, stationsHitLayer } from '@kianda/viz/map/layers/stations/stations-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { type ReactNode, useMemo, useState } from 'react';
import { ZeeFrame } from '../../../../shared/map/zee-frame.tsx';
import styles from './map.module.css';
import { mapTexts } from './texts.pt.ts';

type Props = {
  readonly grid: FieldGrid;
  /** When the field was observed, as written under its legend. */
  readonly when: ReactNode;
  readonly stations: readonly Station[] | undefined;
  readonly presence: DataOf<typeof presenceCells> | undefined;
};

type Point = readonly [lon: number, lat: number];
type Reading = { readonly position: Point; readonly station: Station | null };

/** The sea in the colours of one variable, with the limit of the ZEE, stations and vessel presence. */
export default function ZeeMap({ grid, when, stations, presence }: Props) {
  const [reading, setReading] = useState<Reading | null>(null);
  const description = fieldVariables[grid.slice.variable];
  const field = useMemo(() => decodeField(grid), [grid]);
  const scale = useMemo(() => createColourScale(description), [description]);
  const value = reading === null ? null : fieldValueAt(field, reading.position);
  const onPick = ({ position, features }: MapPick) => {
    const id = features.find(({ layer }) => layer === stationsHitLayer)?.properties.id;
    setReading({ position, station: stations?.find((station) => station.id === id) ?? null });
  };
  return (
    <div className={styles.frame}>
      <ZeeFrame
        fills
        label={mapTexts.label}
        onPick={onPick}
        onPointer={(position) => setReading(position === null ? null : { position, station: null })}
        above={stations === undefined ? null : <StationsLayer stations={stations} />}
      >
        <FieldLayer field={field} scale={scale} opacity={1} />
        {presence === undefined ? null : (
          <PresenceLayer cells={presence.cells} cellDegrees={presence.cellDegrees} opacity={0.85} />
        )}
      </ZeeFrame>
      <div className={styles.legends}>
        <Legend title={description.label} unit={description.unit} scale={scale} when={when} pointed={value} hasGaps />
        {presence === undefined ? null : (
          <Legend title={mapTexts.presenceTitle} unit={mapTexts.presenceUnit} scale={presenceScale} />
        )}
      </div>
      <Readout reading={reading} value={value} unit={description.unit} />
    </div>
  );
}

type ReadoutProps = { readonly reading: Reading | null; readonly value: number | null; readonly unit: string };

function Readout({ reading, value, unit }: ReadoutProps) {
  const { coordinates } = usePreferences();
  if (reading === null) return <p className={styles.readout}>{mapTexts.hint}</p>;
  return (
    <p className={styles.readout}>
      {reading.station === null ? null : <strong>{mapTexts.station(reading.station.name)}</strong>}
      <span className="k-mono">{formatCoordinates(reading.position, coordinates)}</span>
      <strong>{value === null ? mapTexts.noValue : formatQuantity(value, unit, { maxDecimals: 2 })}</strong>
    </p>
  );
}
