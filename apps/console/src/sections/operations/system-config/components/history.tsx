import type { DataOf } from '@kianda/contract';
import {
  type Configuration,
  configurationHistory,
  restoreConfiguration,
} from '@kianda/contract/operations/configuration/configuration.contract';
import { featureIds, platformFeatures } from '@kianda/contract/operations/configuration/features';
import { UNKNOWN } from '@kianda/format';
import { type Column, CursorPages, DataTable, EmptyState, named, Panel, RelativeTime } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { changedByConfiguration } from '../api/use-change.ts';
import { configTexts as texts } from '../texts.pt.ts';

type Version = DataOf<typeof configurationHistory>['versions'][number];
type Props = { readonly configuration: Configuration | undefined; readonly mayChange: boolean };

type ColumnOptions = {
  readonly current: number | undefined;
  readonly mayChange: boolean;
  readonly titles: ReadonlyMap<string, string>;
  readonly onRestore: (version: Version) => void;
};

const titlesOf = (configuration: Configuration | undefined): ReadonlyMap<string, string> =>
  new Map([
    ...(configuration?.settings ?? []).map(({ name, title }) => [name, title] as const),
    ...featureIds.map((id) => [`feature/${id}`, platformFeatures[id].label] as const),
    ['maintenance', texts.maintenance] as const,
  ]);

const columnsFor = ({ current, mayChange, titles, onRestore }: ColumnOptions): readonly Column<Version>[] => [
  { id: 'version', label: texts.version, value: ({ version }) => version, align: 'end', width: '90px' },
  {
    id: 'at',
    label: texts.when,
    value: ({ at }) => at,
    render: ({ at }) => <RelativeTime at={at} />,
    width: '150px',
  },
  { id: 'by', label: texts.who, value: ({ by }) => by, width: '220px' },
  {
    id: 'changes',
    label: texts.what,
    value: ({ changes }) =>
      changes
        .map(({ name, from, to }) => `${titles.get(name) ?? name}: ${texts.to(from ?? UNKNOWN, to ?? UNKNOWN)}`)
        .join('; '),
  },
  { id: 'note', label: texts.why, value: ({ note }) => note ?? '', width: '220px' },
  {
    id: 'actions',
    label: texts.actions,
    render: (row) =>
      row.version === current ? (
        texts.current
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={named(texts.restore, `${texts.version} ${row.version}`)}
          disabled={!mayChange}
          onClick={() => onRestore(row)}
        >
          {texts.restore}
        </Button>
      ),
    width: '90px',
  },
];

/** Versions of the configuration with their changes, and the return to one of them. */
export function History({ configuration, mayChange }: Props) {
  const [before, setBefore] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Version | null>(null);
  const history = useEndpoint(configurationHistory, { query: before === null ? {} : { before } });
  const current = configuration?.version;
  const columns = columnsFor({ current, mayChange, titles: titlesOf(configuration), onRestore: setChosen });
  return (
    <Panel
      id="historico"
      title={texts.history}
      description={texts.historyText}
      source={history}
      isEmpty={({ versions }) => versions.length === 0}
      empty={<EmptyState title={texts.noHistory}>{texts.noHistoryText}</EmptyState>}
      flush
    >
      {({ versions, hasMore }) => (
        <>
          <DataTable
            id="configuracao-historico"
            label={texts.history}
            columns={columns}
            rows={versions}
            rowId={({ version }) => String(version)}
            server={{}}
            pages={
              before === null && !hasMore ? undefined : (
                <CursorPages
                  isFirst={before === null}
                  hasNext={hasMore}
                  onFirst={() => setBefore(null)}
                  onNext={() => setBefore(versions.at(-1)?.version ?? null)}
                  first={texts.newest}
                  next={texts.older}
                />
              )
            }
          />
          {chosen === null ? null : (
            <RestoreVersion chosen={chosen} current={current ?? 0} onClose={() => setChosen(null)} />
          )}
        </>
      )}
    </Panel>
  );
}

type RestoreProps = { readonly chosen: Version; readonly current: number; readonly onClose: () => void };

function RestoreVersion({ chosen: { version }, current, onClose }: RestoreProps) {
  const restore = useAction(restoreConfiguration, changedByConfiguration);
  return (
    <ConfirmDialog
      title={texts.restoreTitle(String(version))}
      body={texts.restoreText}
      confirm={texts.restore}
      onConfirm={async () => {
        const outcome = await restore.run({ params: { version }, body: { version: current } }, { offline: 'fail' });
        return outcome.state === 'failed' ? outcome.failure.message : null;
      }}
      onClose={onClose}
    />
  );
}
