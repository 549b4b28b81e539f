import { allows } from '@kianda/contract';
import { type StacLoad, stacAllLoads } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useMaybeAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { LoadAct } from './load-act.tsx';
import { LoadDetail } from './load-detail.tsx';
import LoadForm from './load-form.tsx';
import { loadTexts as texts } from './load-texts.pt.ts';

type Opened = { readonly act: 'see' | 'stop' | 'resume' | 'discard'; readonly load: StacLoad };

/** Loads of items into the STAC catalogue: how each goes, and what may be done with it. */
export function LoadsView() {
  const role = useMaybeAccount()?.role ?? null;
  const [opened, setOpened] = useState<Opened | 'begin' | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A load goes on by itself: its progress is asked for often while there is one.
  const loads = useEndpoint(stacAllLoads, {}, { refetchSeconds: isBusy ? 2 : 10 });
  const hasOpen = loads.sourced?.value.jobs.some(isGoingOn) ?? false;
  if (hasOpen !== isBusy) setBusy(hasOpen);
  const collections = loads.sourced?.value.collections ?? [];
  const canBegin = allows('catalogue:write', role) && collections.length > 0;
  const close = () => setOpened(null);
  return (
    <>
      <Panel
        title={texts.title}
        description={loads.sourced !== undefined && collections.length === 0 ? texts.noCollections : texts.intro}
        source={loads}
        isEmpty={(value) => value.jobs.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        actions={canBegin ? <Button onClick={() => setOpened('begin')}>{texts.begin}</Button> : null}
      >
        {(value) => (
          <DataTable
            id="carregamentos"
            label={texts.title}
            columns={[...columns, actionColumn((act, load) => setOpened({ act, load }))]}
            rows={value.jobs}
            rowId={({ jobID }) => jobID}
          />
        )}
      </Panel>
      {opened === 'begin' ? <LoadForm collections={collections} onClose={close} /> : null}
      {opened === null || opened === 'begin' ? null : opened.act === 'see' ? (
        <LoadDetail load={opened.load} onClose={close} />
      ) : (
        <LoadAct act={opened.act} load={opened.load} onClose={close} />
      )}
    </>
  );
}

const isGoingOn = ({ status }: StacLoad): boolean => status === 'accepted' || status === 'running';

const tones: Readonly<Record<StacLoad['status'], StatusTone>> = {
  accepted: 'info',
  running: 'info',
  successful: 'good',
  failed: 'bad',
  dismissed: 'unknown',
};

const stateOf = ({ status, finished }: StacLoad): string =>
  status === 'dismissed' && finished !== undefined ? texts.given : texts.states[status];

const number = (id: string, label: string, value: (load: StacLoad) => number): Column<StacLoad> => ({
  ...{ id, label, value, align: 'end', width: '100px' },
  render: (load) => formatNumber(value(load), { maxDecimals: 0 }),
});

const columns: readonly Column<StacLoad>[] = [
  { id: 'collection', label: texts.collection, value: ({ collection }) => collection },
  {
    id: 'source',
    label: texts.source,
    value: ({ source }) => source ?? UNKNOWN,
    render: ({ source }) => source ?? <abbr title={texts.unnamed}>{UNKNOWN}</abbr>,
  },
  {
    id: 'state',
    label: texts.state,
    value: stateOf,
    render: (load) => (
      <div>
        <StatusPill tone={tones[load.status]}>{stateOf(load)}</StatusPill>
        {load.status === 'failed' ? <p>{load.message}</p> : null}
      </div>
    ),
  },
  {
    id: 'progress',
    label: texts.progress,
    value: ({ progress }) => progress ?? null,
    render: ({ progress }) =>
      progress === undefined ? (
        <abbr title={texts.notRead}>{UNKNOWN}</abbr>
      ) : (
        formatQuantity(progress, '%', { maxDecimals: 0 })
      ),
    align: 'end',
    width: '90px',
  },
  number('stored', texts.stored, ({ stored }) => stored),
  number('unchanged', texts.unchanged, ({ unchanged }) => unchanged),
  number('refused', texts.refused, ({ refused }) => refused),
  { id: 'by', label: texts.by, value: ({ requestedBy }) => requestedBy },
  {
    id: 'created',
    label: texts.created,
    value: ({ created }) => created,
    render: ({ created }) => <RelativeTime at={created} />,
    width: '130px',
  },
];

function actionColumn(onAct: (act: Opened['act'], load: StacLoad) => void): Column<StacLoad> {
  return {
    id: 'actions',
    label: texts.actions,
    value: () => '',
    width: '230px',
    render: (load) => {
      const offered: readonly Opened['act'][] = isGoingOn(load)
        ? ['see', 'stop']
        : load.isResumable
          ? ['see', 'resume', 'discard']
          : ['see'];
      return (
        <Group gap={4} role="group" aria-label={texts.actionsOf(load.source ?? load.jobID)}>
          {offered.map((act) => (
            <Button key={act} size="compact-xs" variant="subtle" onClick={() => onAct(act, load)}>
              {texts[act]}
            </Button>
          ))}
        </Group>
      );
    },
  };
}
