import type { UsageReport } from '@kianda/contract/people/usage/usage.contract';
import { formatDate, formatNumber, formatQuantity } from '@kianda/format';
import { cx, EmptyState, Panel } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { analysisTexts } from '../texts.pt.ts';

const texts = analysisTexts.cohorts;

/** Whether those who began together came again: a table whose shades repeat its numbers. */
export default function CohortTab({ result }: { readonly result: EndpointResult<UsageReport> }) {
  return (
    <Panel
      id="coortes"
      title={texts.title}
      description={texts.text}
      source={result}
      isEmpty={({ cohorts }) => cohorts.rows.every(({ users }) => users === 0)}
      empty={<EmptyState title={texts.empty} />}
      flush
    >
      {({ cohorts }) => <CohortTable cohorts={cohorts} />}
    </Panel>
  );
}

function CohortTable({ cohorts: { unit, rows } }: { readonly cohorts: UsageReport['cohorts'] }) {
  const longest = Math.max(0, ...rows.map(({ shares }) => shares.length));
  const steps = Array.from({ length: longest }, (_, step) => step);
  return (
    <section className={styles.scroll} aria-label={texts.title}>
      <table className={styles.cohorts}>
        <caption className="k-visually-hidden">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.first[unit]}</th>
            <th scope="col">{texts.users}</th>
            {steps.map((step) => (
              <th key={step} scope="col">
                {texts.step[unit]} {step}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ start, users, shares }, index) => (
            <tr key={start}>
              <th scope="row">{startOf(start, unit)}</th>
              <td>{formatNumber(users, { maxDecimals: 0 })}</td>
              {steps.map((step) => (
                <Cell
                  key={step}
                  share={shares[step]}
                  // The last unit of each row has not ended yet.
                  isUnfinished={step === rows.length - 1 - index}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ share, isUnfinished }: { readonly share: number | undefined; readonly isUnfinished: boolean }) {
  if (share === undefined) return <td />;
  const text = formatQuantity(share, '%', { maxDecimals: 0 });
  return (
    <td
      className={cx(styles.cell, isUnfinished && styles.unfinished)}
      style={{ backgroundColor: `color-mix(in srgb, var(--k-line) ${Math.round(share * 0.45)}%, var(--k-surface))` }}
      title={isUnfinished ? texts.unfinished : undefined}
    >
      {text}
    </td>
  );
}

function startOf(start: string, unit: UsageReport['cohorts']['unit']): string {
  const text = formatDate(`${start}T12:00:00Z`, 'Africa/Luanda');
  return unit === 'month' ? text.slice(3) : text;
}
