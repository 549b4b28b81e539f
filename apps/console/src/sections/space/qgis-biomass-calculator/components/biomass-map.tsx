import type { DataOf } from '@kianda/contract';
import type { biomassGrid } from '@kianda/contract/space/biomass/biomass.contract';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, type Field, fieldQuantiles, fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import styles from '../page.module.css';
import { biomassTexts } from '../texts.pt.ts';
import { amountText } from './amounts.ts';

const texts = biomassTexts.map;
type Grid = DataOf<typeof biomassGrid>;
type Place = readonly [number, number];

/** A layer in its colours, on a log scale but for days, and the value of the cell that was touched. */
export default function BiomassMap({ grid }: { readonly grid: Grid }) {
  const [place, setPlace] = useState<Place | null>(null);
  const [pointed, setPointed] = useState<Place | null>(null);
  const field = useMemo(() => decodeField(grid), [grid]);
  const scale = useMemo(() => scaleOf(grid, field), [grid, field]);
  const at = pointed ?? place;
  const value = place === null ? null : fieldValueAt(field, place);
  const name = texts.bands[grid.band];
  return (
    <div className={styles.stack}>
      <ZeeFrame
        label={texts.label(name)}
        onPick={({ position }) => setPlace(position)}
        onPointer={setPointed}
        above={place === null ? null : <PickLayer position={place} />}
      >
        <FieldLayer field={field} scale={scale} opacity={1} />
      </ZeeFrame>
      <Legend
        title={name}
        unit={grid.unit}
        scale={scale}
        pointed={at === null ? null : fieldValueAt(field, at)}
        hasGaps
      />
      <p className={styles.quiet} role="status">
        {place === null ? texts.pick : value === null ? texts.outside : texts.value(amountText(value, grid.unit))}
      </p>
    </div>
  );
}

function scaleOf({ band }: Grid, field: Field) {
  const [low, high] = fieldQuantiles(field, 0.02, 0.98) ?? [0, 1];
  if (band === 'days') return createColourScale({ ramp: 'speed', range: [0, Math.max(1, high)], log: false });
  const floor = Math.max(low, 1e-3);
  return createColourScale({
    ...{ ramp: band === 'marine_fish' ? 'matter' : 'algae', log: true },
    range: [floor, Math.max(high, floor * 1.5)],
  });
}
