import type { Predicted } from '@kianda/contract/models/registry/predictions.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { FactList, ProvenanceBadge } from '@kianda/ui';
import type { ReactNode } from 'react';
import styles from './ml-demo.module.css';
import { mlTexts as texts } from './texts.pt.ts';
import type { Asked } from './use-prediction.ts';

const fine = { maxDecimals: 3 } as const;

/** As many digits as the interval allows; fine ones where there is none. */
function digitsOf(low: number | null, high: number | null): { readonly maxDecimals: number } {
  const width = low === null || high === null ? 0 : high - low;
  return width > 0 ? { maxDecimals: Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(width)))) } : fine;
}

const missing = (why: string): ReactNode => (
  <span>
    {UNKNOWN} <small className={styles.note}>{why}</small>
  </span>
);

/** Answer of a model at a place: how much, how sure, why, and whether it has seen the like. */
export function PredictionCard({ asked }: { readonly asked: Asked }) {
  const { answer, provenance, isAsking, failure } = asked;
  const predicted = answer?.items[0];
  return (
    <section className={styles.card} aria-label={texts.prediction} aria-busy={isAsking} aria-live="polite">
      <div className={styles.cardHead}>
        <h2>{texts.prediction}</h2>
        {provenance === null ? null : <ProvenanceBadge provenance={provenance} compact />}
      </div>
      {failure === null ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {predicted === undefined || answer === null ? (
        <p className={styles.note}>{isAsking ? texts.asking : failure === null ? texts.pickHint : ''}</p>
      ) : (
        <Answer predicted={predicted} unit={answer.unit ?? ''} />
      )}
    </section>
  );
}

function Answer({ predicted, unit }: { readonly predicted: Predicted; readonly unit: string }) {
  const { value, label, low, high, chances, similarity, warning } = predicted;
  const digits = digitsOf(low, high);
  const told = warning ?? (similarity !== null && similarity < 0 ? texts.outside : null);
  return (
    <>
      <p className={styles.answer}>
        {label ?? (value === null ? missing(texts.noValue) : formatQuantity(value, unit, digits))}
      </p>
      <FactList
        items={[
          [
            texts.interval,
            low === null || high === null
              ? missing(texts.noInterval)
              : `${formatNumber(low, digits)} – ${formatQuantity(high, unit, digits)}`,
          ],
          [
            texts.similarity,
            similarity === null ? missing(texts.noSimilarity) : formatNumber(similarity, { maxDecimals: 1 }),
          ],
        ]}
      />
      {told === null ? null : <p className={styles.warning}>{told}</p>}
      {chances.length === 0 ? null : (
        <Bars
          title={texts.chances}
          bars={chances.map(({ label: name, chance }) => ({
            ...{ name, share: chance, isNegative: false },
            told: formatQuantity(chance * 100, '%', { maxDecimals: 1 }),
          }))}
        />
      )}
      <Explanation explanation={predicted.explanation} />
      <Inputs inputs={predicted.inputs} />
    </>
  );
}

function Explanation({ explanation }: Pick<Predicted, 'explanation'>) {
  if (explanation.length === 0) return <p className={styles.note}>{texts.noExplanation}</p>;
  const largest = Math.max(...explanation.map(({ effect }) => Math.abs(effect)), Number.MIN_VALUE);
  return (
    <Bars
      title={texts.explanation}
      bars={explanation.slice(0, 5).map(({ label, effect }) => ({
        ...{ name: label, share: Math.abs(effect) / largest, isNegative: effect < 0 },
        told: `${effect < 0 ? '−' : '+'}${formatNumber(Math.abs(effect), fine)} (${effect < 0 ? texts.lowers : texts.raises})`,
      }))}
    />
  );
}

type Bar = { readonly name: string; readonly share: number; readonly isNegative: boolean; readonly told: string };

function Bars({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.bars}>
        {bars.map(({ name, share, isNegative, told }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={styles.bar} data-negative={isNegative} aria-hidden="true">
              <span style={{ width: `${Math.max(1, share * 100)}%` }} />
            </span>
            <span>{told}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Inputs({ inputs }: Pick<Predicted, 'inputs'>) {
  return (
    <details>
      <summary>{texts.used}</summary>
      <table className={styles.inputs}>
        <thead>
          <tr>
            <th scope="col">{texts.input}</th>
            <th scope="col">{texts.value}</th>
            <th scope="col">{texts.source}</th>
          </tr>
        </thead>
        <tbody>
          {inputs.map(({ name, label, unit, value, source }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{typeof value === 'string' ? value : formatQuantity(value, unit ?? '', fine)}</td>
              <td>{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
