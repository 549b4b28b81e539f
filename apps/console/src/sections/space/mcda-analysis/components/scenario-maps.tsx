import { formatNumber } from '@kianda/format';
import type { Position } from '@kianda/geo';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { type Field, fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import styles from '../page.module.css';
import { knownCount, type ScenarioId, type Scenarios, type SeaCells, scenarioIds } from '../scenario.rules.ts';
import { scenarioTexts as texts } from '../texts.pt.ts';

const scale = createColourScale({ ramp: 'speed', range: [0, 1], log: false });

type Props = {
  readonly cells: SeaCells;
  readonly scenarios: Scenarios;
  /** Place that every map marks. */
  readonly place: Position | null;
};

/** The three scenarios on maps of one scale; the place under the pointer is read in all of them. */
export default function ScenarioMaps({ cells, scenarios, place }: Props) {
  const [pointed, setPointed] = useState<Position | null>(null);
  const at = pointed ?? place;
  const sea = cells.inside.reduce((sum, one) => sum + one, 0);
  const out = sea - knownCount(scenarios.wlc);
  return (
    <div className={styles.stack}>
      <div className={styles.maps}>
        {scenarioIds.map((id) => (
          <ScenarioMap
            key={id}
            id={id}
            cells={cells}
            scores={scenarios[id]}
            place={place}
            at={at}
            onPointer={setPointed}
          />
        ))}
      </div>
      <Legend title={texts.suitability} unit={texts.unit} scale={scale} hasGaps />
      {out === 0 ? null : <p className={styles.quiet}>{texts.out(formatNumber(out))}</p>}
    </div>
  );
}

type MapProps = Pick<Props, 'cells' | 'place'> & {
  readonly id: ScenarioId;
  readonly scores: Float64Array;
  readonly at: Position | null;
  readonly onPointer: (position: Position | null) => void;
};

function ScenarioMap({ id, cells, scores, place, at, onPointer }: MapProps) {
  const field = useMemo<Field>(() => ({ grid: cells.grid, values: Float32Array.from(scores) }), [cells, scores]);
  const count = knownCount(scores);
  const mean = useMemo(
    () => scores.reduce((sum, score) => (Number.isNaN(score) ? sum : sum + score), 0) / count,
    [scores, count],
  );
  const here = at === null ? null : fieldValueAt(field, at);
  const digits = { decimals: 2 } as const;
  return (
    <section className={styles.scenario} aria-label={texts.names[id]}>
      <h3>{texts.names[id]}</h3>
      <ZeeFrame
        label={texts.mapLabel(texts.short[id])}
        fills
        onPick={() => undefined}
        onPointer={onPointer}
        above={place === null ? null : <PickLayer position={place} />}
      >
        <FieldLayer field={field} scale={scale} opacity={1} />
      </ZeeFrame>
      <p className={styles.quiet}>
        {here === null
          ? texts.mean(formatNumber(mean, digits), formatNumber(count))
          : texts.here(formatNumber(here, digits), formatNumber(mean, digits))}
      </p>
      <p className={styles.quiet}>{texts.methods[id]}</p>
    </section>
  );
}
