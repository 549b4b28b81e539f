import type { DataOf } from '@kianda/contract';
import type { Predicted, predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, FactList } from '@kianda/ui';
import { Alert } from '@mantine/core';
import { BarList } from '../../../shared/bar-list.tsx';
import { predictTexts as texts, versionTexts } from '../texts.pt.ts';
import styles from './registry.module.css';

const measured = { maxDecimals: 3 } as const;
const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;

/** Answer of a model: value or class, how sure, what moved it, what it was made of, and whether the place is like the data. */
export function PredictionResult({ answer }: { readonly answer: DataOf<typeof predictModel> }) {
  const [predicted] = answer.items;
  if (predicted === undefined) return null;
  return (
    <section aria-label={texts.result} aria-live="polite" className={styles.stack}>
      <Answer predicted={predicted} unit={answer.unit ?? ''} version={answer.version} />
      <Warning predicted={predicted} />
      {predicted.chances.length === 0 ? null : <Chances predicted={predicted} />}
      <Explanation predicted={predicted} />
      <h3 className={styles.part}>{texts.used}</h3>
      <DataTable
        id="entradas"
        label={texts.used}
        columns={inputColumns}
        rows={predicted.inputs}
        rowId={({ name }) => name}
      />
    </section>
  );
}

type PartProps = { readonly predicted: Predicted };

function Answer({ predicted, unit, version }: PartProps & { readonly unit: string; readonly version: number }) {
  const { value, label, low, high } = predicted;
  const shown = label ?? (value === null ? unknown(texts.noValue) : formatQuantity(value, unit, measured));
  const interval =
    low === null || high === null
      ? unknown(texts.noInterval)
      : texts.ranges(formatNumber(low, measured), formatQuantity(high, unit, measured));
  return (
    <div>
      <p className={styles.answer}>{shown}</p>
      <FactList
        items={[
          [texts.interval, interval],
          [versionTexts.columns.version, formatNumber(version)],
        ]}
      />
    </div>
  );
}

/** Said aloud where the place is unlike what the version learned from; else only how alike it is. */
function Warning({ predicted: { similarity, warning } }: PartProps) {
  const isOutside = similarity !== null && similarity < 0;
  const told = warning ?? (isOutside ? texts.outside : null);
  return (
    <>
      {told === null ? null : (
        <Alert color="yellow" role="alert">
          {told}
        </Alert>
      )}
      {similarity === null ? null : (
        <p className={styles.quiet}>{texts.similarity(formatNumber(similarity, { maxDecimals: 1 }))}</p>
      )}
    </>
  );
}

function Chances({ predicted: { chances } }: PartProps) {
  return (
    <>
      <h3 className={styles.part}>{texts.chances}</h3>
      <BarList
        caption={texts.chances}
        labelHeader={texts.class}
        valueHeader={texts.chance}
        format={{ maxDecimals: 1 }}
        bars={chances.map(({ label, chance }) => ({ id: label, label, value: chance * 100 }))}
      />
    </>
  );
}

function Explanation({ predicted: { explanation } }: PartProps) {
  return (
    <>
      <h3 className={styles.part}>{texts.explanation}</h3>
      {explanation.length === 0 ? (
        <p className={styles.quiet}>{texts.noExplanation}</p>
      ) : (
        <>
          <p className={styles.quiet}>{texts.explanationText}</p>
          <BarList
            caption={texts.explanation}
            labelHeader={texts.input}
            valueHeader={texts.weight}
            noteHeader={texts.direction}
            format={measured}
            bars={explanation.map(({ name, label, effect }) => ({
              id: name,
              label,
              value: Math.abs(effect),
              note: effect < 0 ? texts.lowers : texts.raises,
            }))}
          />
        </>
      )}
    </>
  );
}

type Input = Predicted['inputs'][number];

const inputText = ({ value, unit }: Input): string | null =>
  typeof value === 'number' ? formatQuantity(value, unit ?? '', measured) : value;

const inputColumns: readonly Column<Input>[] = [
  { id: 'input', label: texts.input, value: ({ label }) => label },
  {
    id: 'value',
    label: texts.inputValue,
    value: ({ value }) => value,
    render: (input) => inputText(input) ?? unknown(texts.noInput),
    align: 'end',
  },
  { id: 'source', label: texts.source, value: ({ source }) => source },
];
