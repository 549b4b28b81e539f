import { formatNumber } from '@kianda/format';
import styles from './layer-panel.module.css';
import { flowControlTexts as texts } from './part-texts.pt.ts';
import type { ChangeView } from './use-view.ts';
import { flowFactors, type ViewState } from './view-state.ts';

type Props = { readonly view: ViewState; readonly change: ChangeView };

/** Speed and density of the particles, in steps of what is usual. */
export function FlowControls({ view, change }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.title}</legend>
      <Factor label={texts.pace} value={view.pace} onValue={(pace) => change({ pace })} />
      <Factor label={texts.density} value={view.density} onValue={(density) => change({ density })} />
      <p className={styles.note}>{texts.note}</p>
    </fieldset>
  );
}

type FactorProps = { readonly label: string; readonly value: number; readonly onValue: (value: number) => void };

function Factor({ label, value, onValue }: FactorProps) {
  const shown = `${formatNumber(value)} ×`;
  return (
    <label className={styles.factor}>
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={flowFactors.length - 1}
        step={1}
        value={Math.max(0, (flowFactors as readonly number[]).indexOf(value))}
        aria-valuetext={shown}
        onChange={(event) => onValue(flowFactors[event.currentTarget.valueAsNumber] ?? 1)}
      />
      <output>{shown}</output>
    </label>
  );
}
