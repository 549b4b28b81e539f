import { backfillGrid, dataConnectors, planBackfill } from '@kianda/contract/ingestion/connectors/operations.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { DayInput, PanelFrame, useClock } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { notify } from '../../../../../platform/notices.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import { maxWindows, tenYearsTo, windowsOf } from './plan.ts';
import { PlanCost } from './plan-cost.tsx';

const texts = detailTexts.backfill;
const changed = [backfillGrid, dataConnectors] as const;

/** Asks for a range of the past, in windows that go on where they were interrupted. */
export function PlanForm({ connector }: { readonly connector: Connector }) {
  const clock = useClock();
  const plan = useAction(planBackfill, changed);
  const [stream, setStream] = useState(connector.streams[0]?.id ?? '');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [days, setDays] = useState('10');
  const windows = windowsOf({ from, to, windowDays: Number(days) });
  const isFit = windows !== null && windows.count <= maxWindows;
  const hint =
    windows === null
      ? from !== '' && to !== '' && from > to
        ? texts.order
        : null
      : windows.count > maxWindows
        ? texts.tooMany
        : texts.preview(windows.count);
  const submit = async () => {
    if (windows === null) return;
    const body = { stream, from: windows.from, to: windows.to, windowDays: Number(days) };
    const outcome = await plan.run({ params: { id: connector.id }, body }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.planned(outcome.data.planned) });
  };
  const askForTenYears = () => {
    const wanted = tenYearsTo(clock());
    setFrom(wanted.from);
    setTo(wanted.to);
    setDays(String(wanted.windowDays));
  };
  return (
    <PanelFrame title={texts.plan}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isFit) void submit();
        }}
      >
        <div className={styles.form}>
          <NativeSelect
            label={texts.stream}
            data={connector.streams.map(({ id }) => ({ value: id, label: streamTitle(id) }))}
            value={stream}
            onChange={(event) => setStream(event.currentTarget.value)}
          />
          <DayInput label={texts.from} required value={from} onChange={setFrom} />
          <DayInput label={texts.to} required value={to} onChange={setTo} />
          <TextInput
            type="number"
            label={texts.windowDays}
            min={1}
            max={366}
            required
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        </div>
        {windows === null || !isFit ? null : (
          <PlanCost connectorId={connector.id} plan={{ stream, ...windows, windowDays: Number(days) }} />
        )}
        <div className={styles.row}>
          <Button variant="default" onClick={askForTenYears}>
            {texts.tenYears}
          </Button>
          <Button type="submit" disabled={!isFit} loading={plan.isRunning}>
            {texts.submit}
          </Button>
          <span className={styles.note} role="status">
            {hint}
          </span>
        </div>
        {plan.failure === null ? null : (
          <p className={styles.failure} role="alert">
            {plan.failure.message}
          </p>
        )}
      </form>
    </PanelFrame>
  );
}
