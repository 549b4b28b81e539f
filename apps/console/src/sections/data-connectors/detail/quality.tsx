import type { RuleResult } from '@kianda/contract/connectors/operations.contract';
import { EmptyState, formatNumber, formatQuantity, Panel, RelativeTime, StatusPill } from '@kianda/ui';
import { useQuality } from '../api/use-connectors.ts';
import { CodeBox } from '../components/code-box.tsx';
import styles from './detail.module.css';
import table from './quality.module.css';
import { detailTexts } from './texts.pt.ts';
import type { ViewProps } from './view-props.ts';

const texts = detailTexts.quality;

/** Rules of one connector with what they found, failing samples included. */
export default function Quality({ connector }: ViewProps) {
  const report = useQuality();
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={report}
      flush
      isEmpty={({ rules }) => !rules.some(({ connectorId }) => connectorId === connector.id)}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
    >
      {({ rules }) => (
        <ul className={table.rules}>
          {rules
            .filter(({ connectorId }) => connectorId === connector.id)
            .map((rule) => (
              <Rule key={rule.rule} rule={rule} />
            ))}
        </ul>
      )}
    </Panel>
  );
}

function Rule({ rule }: { readonly rule: RuleResult }) {
  const valid = rule.evaluated === 0 ? null : (1 - rule.failing / rule.evaluated) * 100;
  const facts: readonly (readonly [string, string])[] = [
    [texts.valid, formatQuantity(valid, '%', { maxDecimals: 2 })],
    [texts.required, formatQuantity(rule.mostly * 100, '%', { maxDecimals: 1 })],
    [texts.evaluated, formatNumber(rule.evaluated, { maxDecimals: 0 })],
    [texts.failing, formatNumber(rule.failing, { maxDecimals: 0 })],
  ];
  return (
    <li className={table.rule}>
      <div className={styles.between}>
        <h3 className={styles.subtitle}>{rule.label}</h3>
        <StatusPill tone={rule.passed ? 'good' : 'bad'}>{rule.passed ? texts.passed : texts.notPassed}</StatusPill>
      </div>
      <p className={styles.note}>
        {texts.dimensions[rule.dimension]} · {texts.evaluatedAt} <RelativeTime at={rule.evaluatedAt} />
      </p>
      <dl className={table.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rule.samples.length === 0 ? null : (
        <details className={styles.details}>
          <summary>{texts.samples(rule.samples.length)}</summary>
          <CodeBox label={rule.label} text={rule.samples.map((sample) => JSON.stringify(sample)).join('\n')} />
        </details>
      )}
    </li>
  );
}
