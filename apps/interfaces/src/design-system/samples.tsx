import type { Provenance, Sourced } from '@kianda/contract';
import { formatNumber } from '@kianda/format';
import type * as ui from '@kianda/ui';
import {
  ClockInput,
  CursorPages,
  DataTable,
  DayInput,
  Dialog,
  DialogForm,
  defaultPreferences,
  EmptyState,
  Example,
  FactList,
  FirstOf,
  Form,
  HintButton,
  Instant,
  MomentInput,
  More,
  PageHeader,
  PageMark,
  PageProvenance,
  PageStack,
  Pagination,
  Panel,
  PanelFailure,
  PanelFrame,
  PanelGrid,
  PeriodPicker,
  PreferencesProvider,
  ProvenanceBadge,
  RelativeTime,
  SkeletonBar,
  SkeletonCards,
  SkeletonLines,
  SkeletonTiles,
  Sparkline,
  StatusMark,
  StatusPill,
  Tile,
  TileGrid,
} from '@kianda/ui';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { designTexts as texts } from './texts.pt.ts';

/** One state of a component, by its name. */
export type Sample = { readonly state: string; readonly draw: () => ReactNode };

/** Every component that `@kianda/ui` hands out, by its exported name: one without samples does not compile. */
type ComponentName = {
  [Name in keyof typeof ui]: Name extends `${string}Context`
    ? never
    : Name extends Capitalize<Name & string>
      ? (typeof ui)[Name] extends (props: never) => ReactNode
        ? Name
        : never
      : never;
}[keyof typeof ui];

const at = '2026-08-31T09:00:00Z';
const origins: Readonly<Record<string, Provenance>> = {
  live: { state: 'live', source: texts.source, observedAt: at, retrievedAt: at },
  cached: { state: 'cached', source: texts.source, observedAt: at, retrievedAt: at, staleAfter: at },
  simulated: { state: 'simulated', source: texts.source, observedAt: at, retrievedAt: at, seed: 7 },
  configured: { state: 'configured', source: texts.source, observedAt: null, retrievedAt: at },
  fallback: { state: 'fallback', reason: texts.reason },
};
const simulated = origins.simulated as Provenance;
const known: Sourced<number | null> = { value: 21.4, provenance: simulated };
const unknown: Sourced<number | null> = { value: null, provenance: origins.fallback as Provenance };
const source = { sourced: known, isLoading: false, isRefreshing: false, error: null, refresh: () => undefined };
const tones = ['good', 'caution', 'bad', 'unknown', 'attention', 'info'] as const;
const idle = { isRunning: false, failure: null };

const one = (draw: () => ReactNode): readonly Sample[] => [{ state: texts.usual, draw }];

function Opened({ children }: { readonly children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}

function Typed({ of: Input, initial }: { readonly of: typeof DayInput; readonly initial: string }) {
  const [value, setValue] = useState(initial);
  return <Input label={texts.field} value={value} onChange={setValue} />;
}

function Chosen() {
  const [value, setValue] = useState('7');
  return (
    <PeriodPicker
      label={texts.field}
      value={value}
      onChange={setValue}
      options={['1', '7', '30'].map((days) => ({ value: days, label: texts.days(days) }))}
    />
  );
}

function Paged() {
  const [page, setPage] = useState(2);
  return <Pagination page={page} size={10} total={87} onPage={setPage} />;
}

const rows = texts.ports.map(([name, landings], index) => ({ id: String(index), name, landings }));

/** States of each component, drawn by the component itself. */
export const samples: Readonly<Record<ComponentName, readonly Sample[]>> = {
  StatusPill: tones.map((tone) => ({
    state: tone,
    draw: () => <StatusPill tone={tone}>{texts.tones[tone]}</StatusPill>,
  })),
  StatusMark: tones.map((tone) => ({ state: tone, draw: () => <StatusMark tone={tone} size={14} /> })),
  ProvenanceBadge: Object.entries(origins).map(([state, provenance]) => ({
    state,
    draw: () => <ProvenanceBadge provenance={provenance} />,
  })),
  HintButton: one(() => <HintButton hint={texts.reason}>{texts.open}</HintButton>),
  PageMark: one(() => (
    <PageProvenance>
      <PageMark />
      <ProvenanceBadge provenance={simulated} />
    </PageProvenance>
  )),
  PageProvenance: one(() => (
    <PageProvenance>
      <PageMark />
    </PageProvenance>
  )),
  Tile: [
    { state: texts.usual, draw: () => <Tile id="a" label={texts.temperature} value={known} unit="°C" /> },
    { state: texts.loading, draw: () => <Tile id="b" label={texts.temperature} value={undefined} unit="°C" /> },
    { state: texts.unknown, draw: () => <Tile id="c" label={texts.temperature} value={unknown} unit="°C" /> },
    {
      state: texts.attention,
      draw: () => <Tile id="d" label={texts.temperature} value={known} unit="°C" tone="attention" />,
    },
  ],
  TileGrid: one(() => (
    <TileGrid>
      <Tile id="e" label={texts.temperature} value={known} unit="°C" />
      <Tile id="f" label={texts.waves} value={known} unit="m" />
    </TileGrid>
  )),
  Panel: [
    {
      state: texts.usual,
      draw: () => (
        <Panel title={texts.panel} source={source}>
          {() => texts.content}
        </Panel>
      ),
    },
    {
      state: texts.loading,
      draw: () => (
        <Panel title={texts.panel} source={{ ...source, sourced: undefined, isLoading: true }}>
          {() => null}
        </Panel>
      ),
    },
    {
      state: texts.empty,
      draw: () => (
        <Panel title={texts.panel} source={source} isEmpty={() => true}>
          {() => null}
        </Panel>
      ),
    },
    {
      state: texts.failed,
      draw: () => (
        <Panel title={texts.panel} source={{ ...source, sourced: undefined, error: { message: texts.reason } }}>
          {() => null}
        </Panel>
      ),
    },
  ],
  PanelFrame: one(() => <PanelFrame title={texts.panel}>{texts.content}</PanelFrame>),
  PanelFailure: one(() => <PanelFailure error={{ message: texts.reason }} onRetry={() => undefined} />),
  PanelGrid: one(() => (
    <PanelGrid>
      <PanelFrame title={texts.panel}>{texts.content}</PanelFrame>
    </PanelGrid>
  )),
  PageHeader: one(() => <PageHeader description={texts.content} />),
  PageStack: one(() => (
    <PageStack>
      <span>{texts.content}</span>
      <span>{texts.content}</span>
    </PageStack>
  )),
  PeriodPicker: one(() => <Chosen />),
  FactList: one(() => <FactList items={texts.ports.map(([name, landings]) => [name, landings])} />),
  EmptyState: one(() => <EmptyState title={texts.emptyTitle}>{texts.reason}</EmptyState>),
  Example: one(() => (
    <Example of={24.5}>{(value) => texts.sample(typeof value === 'number' ? formatNumber(value) : value)}</Example>
  )),
  More: one(() => (
    <More of={texts.panel} count={2}>
      <span>{texts.content}</span>
    </More>
  )),
  FirstOf: one(() => (
    <FirstOf items={rows} first={2} of={texts.field}>
      {(shown) => (
        <ul>
          {shown.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </FirstOf>
  )),
  SkeletonBar: one(() => <SkeletonBar />),
  SkeletonLines: one(() => <SkeletonLines lines={3} />),
  SkeletonCards: one(() => <SkeletonCards count={2} />),
  SkeletonTiles: one(() => <SkeletonTiles count={2} />),
  Sparkline: [
    { state: texts.usual, draw: () => <Sparkline values={[3, 5, 4, 8, 7, 9]} label={texts.temperature} /> },
    { state: texts.gaps, draw: () => <Sparkline values={[3, 5, null, null, 7, 9]} label={texts.temperature} /> },
  ],
  DataTable: one(() => (
    <DataTable
      id="amostra"
      label={texts.panel}
      rows={rows}
      rowId={({ id }) => id}
      columns={[
        { id: 'name', label: texts.port, value: ({ name }) => name },
        { id: 'landings', label: texts.landings, value: ({ landings }) => landings },
      ]}
    />
  )),
  Pagination: one(() => <Paged />),
  CursorPages: one(() => <CursorPages isFirst hasNext onFirst={() => undefined} onNext={() => undefined} />),
  DayInput: one(() => <Typed of={DayInput} initial="2026-08-31" />),
  ClockInput: one(() => <Typed of={ClockInput} initial="10:05" />),
  MomentInput: one(() => <Typed of={MomentInput} initial="2026-08-31T10:05" />),
  Instant: one(() => <Instant at={at} />),
  RelativeTime: one(() => <RelativeTime at={at} />),
  Dialog: one(() => (
    <Opened>
      {(close) => (
        <Dialog title={texts.panel} onClose={close}>
          {texts.content}
        </Dialog>
      )}
    </Opened>
  )),
  DialogForm: one(() => (
    <Opened>
      {(close) => (
        <DialogForm title={texts.panel} action={idle} onSubmit={close} onClose={close}>
          {texts.content}
        </DialogForm>
      )}
    </Opened>
  )),
  Form: [
    {
      state: texts.usual,
      draw: () => (
        <Form action={idle} onSubmit={() => undefined} onCancel={() => undefined}>
          <Typed of={DayInput} initial="" />
        </Form>
      ),
    },
    {
      state: texts.failed,
      draw: () => (
        <Form action={idle} problem={texts.reason} onSubmit={() => undefined} onCancel={() => undefined}>
          <Typed of={DayInput} initial="" />
        </Form>
      ),
    },
  ],
  ClockProvider: one(() => <RelativeTime at={at} />),
  PreferencesProvider: one(() => (
    <PreferencesProvider value={{ ...defaultPreferences, timeZone: 'UTC' }}>
      <Instant at={at} />
    </PreferencesProvider>
  )),
};
