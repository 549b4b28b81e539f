import {
  connectorActivity,
  dataConnectors,
  setSchedule,
} from '@kianda/contract/ingestion/connectors/operations.contract';
import { formatDuration } from '@kianda/format';
import { FactList, Instant, Panel, SkeletonLines, useNow } from '@kianda/ui';
import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';

const texts = detailTexts.schedule;
const changed = [dataConnectors, connectorActivity] as const;

type Props = { readonly connector: Connector; readonly mayConfigure: boolean };

/** Cron, pause, and the next five runs that follow from them. */
export function ScheduleEditor({ connector, mayConfigure }: Props) {
  const activity = useEndpoint(
    connectorActivity,
    { params: { id: connector.id }, query: { days: 30 } },
    { refetchSeconds: 120, staleSeconds: 60 },
  );
  return (
    <Panel title={texts.title} source={activity} skeleton={<SkeletonLines lines={6} />}>
      {({ nextRuns }) => (
        <div className={styles.stack}>
          {mayConfigure ? (
            <ScheduleForm connector={connector} />
          ) : (
            <>
              <p className="k-mono">{connector.schedule}</p>
              <p className={styles.note}>{texts.readOnly}</p>
            </>
          )}
          <NextRuns nextRuns={nextRuns} />
        </div>
      )}
    </Panel>
  );
}

function ScheduleForm({ connector }: { readonly connector: Connector }) {
  const save = useAction(setSchedule, changed);
  const [cron, setCron] = useState(connector.schedule);
  const [paused, setPaused] = useState(connector.paused);
  const isFit = cron.trim().split(/\s+/).length === 5;
  const isChanged = cron.trim() !== connector.schedule || paused !== connector.paused;
  const submit = async (next: string | null) => {
    const outcome = await save.run({ params: { id: connector.id }, body: { cron: next, paused } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    setCron(outcome.data.cron);
    notify({ tone: 'success', message: texts.saved });
  };
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (isFit && isChanged) void submit(cron.trim());
      }}
    >
      <div className={styles.form}>
        <TextInput
          label={texts.cron}
          description={texts.cronHelp}
          value={cron}
          onChange={(event) => setCron(event.currentTarget.value)}
          error={isFit ? undefined : texts.cronInvalid}
          styles={{ input: { fontFamily: 'var(--k-font-mono)' } }}
          maxLength={100}
          spellCheck={false}
        />
        <Switch
          mt={26}
          label={texts.paused}
          aria-label={texts.paused}
          description={texts.pausedHelp}
          checked={paused}
          onChange={(event) => setPaused(event.currentTarget.checked)}
        />
      </div>
      {save.failure === null ? null : (
        <p className={styles.failure} role="alert">
          {save.failure.message}
        </p>
      )}
      <div className={styles.row}>
        <Button type="submit" disabled={!isFit || !isChanged} loading={save.isRunning}>
          {texts.save}
        </Button>
        <Button variant="default" disabled={save.isRunning} onClick={() => void submit(null)}>
          {texts.own}
        </Button>
      </div>
    </form>
  );
}

function NextRuns({ nextRuns }: { readonly nextRuns: readonly string[] }) {
  const now = useNow(30);
  return (
    <section aria-label={texts.next}>
      <h3 className={styles.subtitle}>{texts.next}</h3>
      {nextRuns.length === 0 ? (
        <p className={styles.note}>{texts.none}</p>
      ) : (
        <FactList
          items={nextRuns.map((at) => [
            texts.inTime(formatDuration((Date.parse(at) - now) / 1000)),
            <Instant key={at} at={at} />,
          ])}
        />
      )}
    </section>
  );
}
