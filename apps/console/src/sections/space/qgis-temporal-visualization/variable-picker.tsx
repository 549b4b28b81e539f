import { type TemporalVariableId, temporalVariableIds } from '@kianda/contract/space/temporal/temporal-variables';
import { PeriodPicker } from '@kianda/ui';
import styles from './page.module.css';
import { temporalTexts as texts } from './texts.pt.ts';

const options = temporalVariableIds.map((id) => ({ value: id, label: texts.short[id] }));

type Props = { readonly value: TemporalVariableId; readonly onChange: (variable: TemporalVariableId) => void };

/** Which of the six is on the map. */
export function VariablePicker({ value, onChange }: Props) {
  return (
    <div className={styles.picker}>
      <PeriodPicker<TemporalVariableId> options={options} value={value} onChange={onChange} label={texts.selector} />
    </div>
  );
}
