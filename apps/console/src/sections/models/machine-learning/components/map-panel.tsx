import { allows, type DataOf } from '@kianda/contract';
import {
  cancelModelMap,
  listModelMaps,
  type MapRun,
  type ModelMap,
  makeModelMap,
} from '@kianda/contract/models/maps/maps.contract';
import { type getModel, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { formatInstant, formatNumber, type TimeZone, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, named, Panel, usePreferences } from '@kianda/ui';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import { isMaking, useModelMaps } from '../use-maps.ts';
import { MapActs } from './map-acts.tsx';
import { MapForm } from './map-form.tsx';
import styles from './registry.module.css';

type Props = { readonly detail: DataOf<typeof getModel>; readonly onOpen: (id: string) => void };

const hundred = 100;
const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;

/** Maps of a model: those that are, those being made, and the button that asks for one. */
export function MapPanel({ detail, onOpen }: Props) {
  const { role } = useAccount();
  const { timeZone } = usePreferences();
  const [isAsking, setAsking] = useState(false);
  const { type } = detail.model;
  const maps = useModelMaps(type);
  const mayMake = allows(makeModelMap.access, role) && detail.versions.length > 0;
  return (
    <>
      <Panel
        id="mapas"
        title={texts.title}
        description={texts.text}
        source={maps}
        actions={
          mayMake ? (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {texts.make}
            </Button>
          ) : null
        }
        isEmpty={({ maps: list, runs }) => list.length === 0 && runs.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        flush
      >
        {({ maps: list, runs }) => (
          <>
            <Runs runs={runs} mayCancel={mayMake} />
            {list.length === 0 ? null : (
              <DataTable
                id="mapas"
                label={texts.title}
                columns={columnsOf(timeZone, mayMake)}
                rows={list}
                rowId={({ id }) => id}
                initialSort="-madeAt"
                onOpenRow={({ id }) => onOpen(id)}
              />
            )}
          </>
        )}
      </Panel>
      {isAsking ? <MapForm detail={detail} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** Maps being made, and why the last one was not. */
function Runs({ runs, mayCancel }: { readonly runs: readonly MapRun[]; readonly mayCancel: boolean }) {
  const { run, isRunning } = useAction(cancelModelMap, [listModelMaps]);
  const [last] = runs;
  const making = runs.filter(isMaking);
  const cancel = async (id: string) => {
    const outcome = await run({ params: { id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.cancelled });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  if (making.length === 0 && (last === undefined || last.error === null)) return null;
  return (
    <section aria-label={texts.under} className={styles.runs}>
      {last === undefined || last.error === null ? null : (
        <Alert color="yellow">{texts.failed(formatNumber(last.version), last.error)}</Alert>
      )}
      {making.map((one) => (
        <div key={one.id} className={styles.marks}>
          <div className={styles.progress}>
            <RunProgress run={one} name={texts.name(modelTypes[one.modelType], formatNumber(one.version))} />
          </div>
          {mayCancel ? (
            <Button
              size="xs"
              variant="default"
              loading={isRunning}
              aria-label={named(texts.cancel, formatNumber(one.version))}
              onClick={() => void cancel(one.id)}
            >
              {texts.cancel}
            </Button>
          ) : null}
        </div>
      ))}
    </section>
  );
}

const valueRange = ({ bands, unit }: ModelMap): string | null => {
  const value = bands.find(({ band }) => band === 'value');
  if (value === undefined || value.low === null || value.high === null) return null;
  const [low, high] = [value.low, value.high].map((one) => formatNumber(one, { maxDecimals: 2 }));
  return `${texts.ranges(low ?? '', high ?? '')} ${unit ?? ''}`.trim();
};

const givenInputs = ({ inputs }: ModelMap): string =>
  Object.entries(inputs)
    .map(([name, value]) => texts.input(name, typeof value === 'number' ? formatNumber(value) : value))
    .join('; ');

function columnsOf(timeZone: TimeZone, mayRemove: boolean): readonly Column<ModelMap>[] {
  return [
    {
      id: 'version',
      label: texts.columns.version,
      value: ({ version }) => version,
      render: ({ version, isInUse, isSimulated }) => (
        <span className={styles.marks}>
          {isInUse ? texts.versions(formatNumber(version), texts.inUse) : formatNumber(version)}
          <SimulatedMark isSimulated={isSimulated} />
        </span>
      ),
    },
    {
      id: 'month',
      label: texts.columns.month,
      value: ({ month }) => month,
      render: ({ month }) => (month === null ? unknown(texts.noMonth) : texts.months[month - 1]),
    },
    {
      id: 'inputs',
      label: texts.columns.inputs,
      value: givenInputs,
      render: (map) => (givenInputs(map) === '' ? unknown(texts.noInputs) : givenInputs(map)),
    },
    {
      id: 'cells',
      label: texts.columns.cells,
      value: ({ bands }) => bands[0]?.cells ?? null,
      render: ({ bands }) => formatNumber(bands[0]?.cells ?? 0, { maxDecimals: 0 }),
      align: 'end',
    },
    {
      id: 'range',
      label: texts.columns.range,
      value: ({ bands }) => bands[0]?.mean ?? null,
      render: (map) => (map.classes.length > 0 ? map.classes.join(', ') : (valueRange(map) ?? unknown(texts.noValue))),
    },
    {
      id: 'outside',
      label: texts.columns.outside,
      value: ({ outside }) => (outside === null ? null : outside * hundred),
      render: ({ outside }) =>
        outside === null ? unknown(texts.noOutside) : formatNumber(outside * hundred, { maxDecimals: 1 }),
      align: 'end',
    },
    {
      id: 'madeAt',
      label: texts.columns.madeAt,
      value: ({ madeAt }) => madeAt,
      render: ({ madeAt }) => formatInstant(madeAt, timeZone),
    },
    { id: 'act', label: texts.columns.act, render: (map) => <MapActs map={map} mayRemove={mayRemove} /> },
  ];
}
