import type { DataOf } from '@kianda/contract';
import { listAlertRules } from '@kianda/contract/health/alert-rules.contract';
import { type Column, DataTable, formatNumber, formatQuantity, Panel, SkeletonLines, UNKNOWN } from '@kianda/ui';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../client/use-endpoint.ts';
import { ruleTexts as texts } from './texts.pt.ts';

type Rule = DataOf<typeof listAlertRules>['rules'][number];

const limit = (name: 'warning' | 'error' | 'critical'): Column<Rule> => ({
  id: name,
  label: texts[name],
  value: ({ limits }) => limits?.[name] ?? null,
  render: ({ limits }) => (limits === null ? none : formatQuantity(limits[name], limits.unit)),
  align: 'end',
});
const none: ReactNode = <span title={texts.noLimit}>{UNKNOWN}</span>;

const columns: readonly Column<Rule>[] = [
  { id: 'title', label: texts.rule, value: ({ title }) => title },
  { id: 'condition', label: texts.condition, value: ({ condition }) => condition },
  limit('warning'),
  limit('error'),
  limit('critical'),
  {
    id: 'duration',
    label: texts.duration,
    value: ({ limits }) => limits?.forSeconds ?? null,
    render: ({ limits }) => (limits === null ? none : texts.seconds(formatNumber(limits.forSeconds))),
    align: 'end',
  },
];

/** The rules that come with the platform, with their limits. */
export default function RulesPanel() {
  const rules = useEndpoint(listAlertRules, {}, { refetchSeconds: 0 });
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={rules}
      skeleton={<SkeletonLines lines={8} />}
      flush
    >
      {(value) => (
        <DataTable
          id="regras-de-alerta"
          label={texts.title}
          columns={columns}
          rows={value.rules}
          rowId={({ rule }) => rule}
        />
      )}
    </Panel>
  );
}
