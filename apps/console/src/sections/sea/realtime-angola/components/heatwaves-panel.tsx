import { allows, type DataOf } from '@kianda/contract';
import { backfillGrid, planBackfill } from '@kianda/contract/ingestion/connectors/operations.contract';
import { marineHeatwaveEvents, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { formatDate, formatNumber, formatQuantity } from '@kianda/format';
import { Panel, SkeletonLines, useClock } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { realtimeTexts } from '../texts.pt.ts';
import styles from './heatwaves-panel.module.css';

type Heatwaves = DataOf<typeof marineHeatwaveEvents>;
type History = Heatwaves['history'];
const texts = realtimeTexts.heatwaves;
const shownEvents = 5;
const whole = { maxDecimals: 0 } as const;

/** Marine heatwaves, or that there is no baseline to find them with, and the button that obtains one. */
export function HeatwavesPanel() {
  const heatwaves = useEndpoint(marineHeatwaveEvents, { query: { limit: 50 } }, { refetchSeconds: 60 });
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={heatwaves}
      skeleton={<SkeletonLines lines={4} />}
    >
      {(value) => (
        <div className={styles.stack}>
          {value.history.enough ? <Events {...value} /> : <Missing history={value.history} />}
        </div>
      )}
    </Panel>
  );
}

function Events({ events, baselines, warnings }: Heatwaves) {
  const [baseline] = baselines;
  return (
    <>
      {events.length === 0 ? <p>{warnings[0] ?? texts.none}</p> : null}
      <ul className={styles.events}>
        {events.slice(0, shownEvents).map((event) => (
          <li key={`${event.region} ${event.start}`}>
            <strong>{oceanRegions[event.region].label}</strong>
            {': '}
            {texts.event({
              category: event.category,
              from: formatDate(event.start, 'UTC'),
              to: event.ongoing ? null : formatDate(event.end, 'UTC'),
              days: formatNumber(event.durationDays),
              most: formatQuantity(event.intensityMax, '°C', { decimals: 1, sign: 'always' }),
            })}
          </li>
        ))}
      </ul>
      {baseline === undefined ? null : (
        <p className={styles.note}>
          {texts.baseline(
            formatDate(baseline.from, 'UTC'),
            formatDate(baseline.to, 'UTC'),
            formatNumber(baseline.years, whole),
          )}
        </p>
      )}
    </>
  );
}

function Missing({ history }: { readonly history: History }) {
  const clock = useClock();
  const { role } = useAccount();
  const mayAsk = allows('connectors:run', role);
  const grid = useEndpoint(
    backfillGrid,
    { params: { id: history.connector } },
    { refetchSeconds: 5, enabled: allows('connectors:read', role) },
  );
  const plan = useAction(planBackfill, [backfillGrid, marineHeatwaveEvents]);
  const windows = (grid.sourced?.value.windows ?? []).filter(
    ({ stream, from }) => stream === history.stream && isOfHistory(from, history),
  );
  const done = windows.filter(({ state }) => state === 'done').length;
  const isLoading = windows.some(({ state }) => state === 'pending');
  const ask = async () => {
    const body = {
      stream: history.stream,
      from: `${history.from}T00:00:00.000Z`,
      to: new Date(clock()).toISOString(),
      windowDays: history.windowDays,
    };
    const outcome = await plan.run({ params: { id: history.connector }, body }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.asked });
  };
  return (
    <>
      <p>
        <strong>{texts.missing}</strong>{' '}
        {texts.reason(formatNumber(history.years, { maxDecimals: 1 }), formatNumber(history.neededYears))}
      </p>
      <p className={styles.note}>
        {texts.cost({
          from: formatDate(history.from, 'UTC'),
          requests: formatNumber(history.requests),
          megabytes: formatQuantity(history.megabytes, 'MB', whole),
          minutes: history.minutes === null ? null : formatQuantity(Math.max(1, history.minutes), 'min', whole),
        })}
      </p>
      {isLoading ? (
        <>
          <progress className={styles.progress} max={windows.length} value={done} aria-label={texts.progressLabel} />
          <p role="status">{texts.progress(formatNumber(done), formatNumber(windows.length))}</p>
        </>
      ) : mayAsk ? (
        <div>
          <Button onClick={() => void ask()} loading={plan.isRunning}>
            {texts.obtain(history.from.slice(0, 4))}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{texts.notAllowed}</p>
      )}
    </>
  );
}

/** Whether a window is one of those that the button plans: they begin at whole steps from the first day of the archive. */
function isOfHistory(from: string, history: History): boolean {
  const days = (Date.parse(from) - Date.parse(history.from)) / 86_400_000;
  return days >= 0 && days % history.windowDays === 0;
}
