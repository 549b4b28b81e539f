import { DayInput } from '@kianda/ui';
import styles from '../field.module.css';
import { fieldTexts } from '../texts.pt.ts';
import type { FormValues } from './to-payload.ts';

const { form: texts } = fieldTexts;

type Props = { readonly values: FormValues; readonly set: (change: Partial<FormValues>) => void };

/** Days of the landing and of the fishing: closures are judged by them, and not by when the record is written or sent. */
export default function DaysPart({ values, set }: Props) {
  return (
    <>
      <DayInput
        label={texts.landedOn}
        description={texts.landedOnHint}
        value={values.landedOn}
        onChange={(landedOn) => set({ landedOn })}
      />
      <div className={styles.pair}>
        <DayInput label={texts.fishedFrom} value={values.fishedFrom} onChange={(fishedFrom) => set({ fishedFrom })} />
        <DayInput label={texts.fishedTo} value={values.fishedTo} onChange={(fishedTo) => set({ fishedTo })} />
      </div>
    </>
  );
}
