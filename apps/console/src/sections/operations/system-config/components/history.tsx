import type { DataOf } from '@kianda/contract';
import {
  type Configuration,
  configurationHistory,
  restoreConfiguration,
} from '@kianda/contract/operations/configuration/configuration.contract';
import { featureIds, platformFeatures } from '@kianda/contract/operations/configuration/features';
import { UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { changedByConfiguration } from '../api/use-change.ts';
import styles from '../page.module.css';
import { configTexts as texts } from '../texts.pt.ts';

type Version = DataOf<typeof configurationHistory>['versions'][number];
type Props = { readonly configuration: Configuration | undefined; readonly mayChange: boolean };

/** Who changed what, and going back. */
export function History({ configuration, mayChange }: Props) {
  const [before, setBefore] = useState<number | null>(null);
  const [asked, setAsked] = useState<Version | null>(null);
  const history = useEndpoint(configurationHistory, { query: before === null ? {} : { before } });
  const restore = useAction(restoreConfiguration, changedByConfiguration);
  const current = configuration?.version;
  const titles = new Map([
    ...(configuration?.settings ?? []).map(({ name, title }) => [name, title] as const),
    ...featureIds.map((id) => [`feature/${id}`, platformFeatures[id].label] as const),
    ['maintenance', texts.maintenance] as const,
  ]);
  const columns: readonly Column<Version>[] = [
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
      value: () => null,
      render: (row) =>
        row.version === current ? (
          texts.current
        ) : (
          <Button size="compact-xs" variant="default" disabled={!mayChange} onClick={() => setAsked(row)}>
            {texts.restore}
          </Button>
        ),
      width: '90px',
    },
  ];
  const put = async (version: number) => {
    const outcome = await restore.run({ params: { version }, body: { version: current ?? 0 } }, { offline: 'fail' });
    return outcome.state === 'failed' ? outcome.failure.message : null;
  };
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
          />
          {before === null && !hasMore ? null : (
            <Group gap="xs" className={styles.pages ?? ''}>
              {before === null ? null : (
                <Button size="xs" variant="default" onClick={() => setBefore(null)}>
                  {texts.newest}
                </Button>
              )}
              {hasMore ? (
                <Button size="xs" variant="default" onClick={() => setBefore(versions.at(-1)?.version ?? null)}>
                  {texts.older}
                </Button>
              ) : null}
            </Group>
          )}
          {asked === null ? null : (
            <ConfirmDialog
              title={texts.restoreTitle(String(asked.version))}
              body={texts.restoreText}
              confirm={texts.restore}
              onConfirm={() => put(asked.version)}
              onClose={() => setAsked(null)}
            />
          )}
        </>
      )}
    </Panel>
  );
}
