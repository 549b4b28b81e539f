import { toCsv } from '@kianda/contract/core/csv';
import { connectorManifest } from '@kianda/contract/ingestion/connectors/engine.contract';
import type { RuleResult } from '@kianda/contract/ingestion/connectors/operations.contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { downloadText, EmptyState, Panel, PanelFrame, RelativeTime, StatusPill, useClock } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { CodeBox } from '../../../shared/code-box.tsx';
import { exportNote } from '../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import { useQuality } from '../../../shared/connectors/use-connectors.ts';
import pills from '../../../shared/pill-list.module.css';
import styles from './detail.module.css';
import table from './quality.module.css';
import { detailTexts } from './texts.pt.ts';
import type { ViewProps } from './view-props.ts';

const texts = detailTexts.quality;

/** Rules of one connector with their findings, failing samples included. */
export default function Quality({ connector }: ViewProps) {
  const clock = useClock();
  const report = useQuality();
  const rules = report.sourced?.value.rules.filter(({ connectorId }) => connectorId === connector.id) ?? [];
  const csv = () =>
    downloadText(
      `${connector.id}-qualidade.csv`,
      'text/csv',
      toCsv(
        [texts.rule, texts.dimension, texts.state, texts.evaluated, texts.failing, texts.required, texts.evaluatedAt],
        [
          ...rules.map((rule) => [
            rule.label,
            texts.dimensions[rule.dimension],
            rule.passed ? texts.passed : texts.notPassed,
            rule.evaluated,
            rule.failing,
            rule.mostly,
            rule.evaluatedAt,
          ]),
          [],
          ...exportNote(connector, clock()),
        ],
      ),
    );
  return (
    <div className={styles.stack}>
      <Panel
        title={texts.title}
        description={texts.description}
        source={report}
        flush
        actions={
          rules.length === 0 ? undefined : (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden="true" />}
              onClick={csv}
            >
              {texts.csv}
            </Button>
          )
        }
        isEmpty={() => rules.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
      >
        {() => (
          <ul className={table.rules}>
            {rules.map((rule) => (
              <Rule key={rule.rule} rule={rule} />
            ))}
          </ul>
        )}
      </Panel>
      {report.sourced === undefined ? null : <Pending connector={connector} evaluated={rules} />}
    </div>
  );
}

type PendingProps = { readonly connector: Connector; readonly evaluated: readonly RuleResult[] };

/** Rules that had nothing to judge yet: absent from the report, which must not read as kept. */
function Pending({ connector, evaluated }: PendingProps) {
  const manifest = useEndpoint(
    connectorManifest,
    { params: { id: connector.id } },
    { refetchSeconds: 0, staleSeconds: 600 },
  );
  const pending = manifest.sourced?.value.rules.filter(({ id }) => !evaluated.some(({ rule }) => rule === id)) ?? [];
  if (pending.length === 0) return null;
  return (
    <PanelFrame title={texts.pending} description={texts.pendingHelp}>
      <ul className={pills.list}>
        {pending.map(({ id, label, dimension, mostly }) => (
          <li key={id}>
            {label}{' '}
            <span className={styles.note}>
              {texts.dimensions[dimension]} · {texts.required} {formatQuantity(mostly * 100, '%', { maxDecimals: 1 })}
            </span>
          </li>
        ))}
      </ul>
    </PanelFrame>
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
