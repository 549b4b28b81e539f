import { allows, type DataOf } from '@kianda/contract';
import {
  type GfwTestResult,
  gfwAttribution,
  gfwPermissionRequest,
  gfwPermissionStatus,
  gfwPermissionTest,
} from '@kianda/contract/fleet/vessels/gfw.contract';
import { formatDate } from '@kianda/format';
import { DayInput, FactList, named, Panel, RelativeTime, SkeletonLines, StatusPill, useClock } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import styles from '../page.module.css';
import { hintOf } from './access-level.ts';
import { type Dataset, datasets, accessTexts as texts } from './texts.pt.ts';

const timeoutSeconds = 60;
const changed = [gfwPermissionStatus] as const;
/** Stands in for a status that does not come: no request, no data set, no access. */
const nothingKnown: DataOf<typeof gfwPermissionStatus> = {
  request_submitted: false,
  submission_date: null,
  last_updated: null,
  overall_status: 'no_access',
  datasets: {},
  live_test_results: {},
  token_configured: false,
  attribution: gfwAttribution,
  provenance: { state: 'fallback', reason: texts.notTold },
};

type Status = DataOf<typeof gfwPermissionStatus>;

/** Tab of permissions: what the provider lets us read, data set by data set, and the formal request for more. */
export default function AccessTab() {
  const status = useEndpoint(gfwPermissionStatus, {}, { refetchSeconds: 300, fallback: { data: nothingKnown } });
  const test = useAction(gfwPermissionTest, changed);
  const value = status.sourced?.value;
  const [isNoting, setNoting] = useState(false);
  const isSubmitted = value?.request_submitted === true;
  // Before any test nothing was refused either; a status that does not come counts as no access.
  const isUnknown =
    value === undefined || (Object.keys(value.live_test_results).length === 0 && status.failure === null);
  return (
    <>
      <Panel
        title={texts.title}
        description={texts.description}
        source={status}
        skeleton={<SkeletonLines lines={8} />}
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              loading={test.isRunning}
              onClick={() => void test.run({ query: { force: 'true' } }, { offline: 'fail', timeoutSeconds })}
            >
              {texts.test}
            </Button>
            <Button
              variant="default"
              size="xs"
              loading={status.isRefreshing}
              aria-label={named(texts.refresh, texts.title)}
              onClick={status.refresh}
            >
              {texts.refresh}
            </Button>
            <RequestButtons value={value} onNote={() => setNoting(true)} />
          </Group>
        }
      >
        {(known) => (
          <AccessStatus
            status={known}
            overall={isUnknown ? 'unknown' : known.overall_status}
            failure={test.failure?.message ?? null}
          />
        )}
      </Panel>
      {isNoting ? <NoteDialog isSubmitted={isSubmitted} onClose={() => setNoting(false)} /> : null}
    </>
  );
}

/** The provider's documentation, the e-mail that asks for access, and the note that it was sent. */
function RequestButtons({ value, onNote }: { readonly value: Status | undefined; readonly onNote: () => void }) {
  const { role } = useAccount();
  const mayNote = allows(gfwPermissionRequest.access, role);
  const isSubmitted = value?.request_submitted === true;
  const wanted = datasets.filter(({ id }) => value?.live_test_results[id]?.accessible !== true);
  const body = texts.requestBody(wanted.map(({ id, name }) => `- ${id} (${name})`).join('\n'));
  const address = `mailto:${texts.requestAddress}?subject=${encodeURIComponent(texts.requestSubject)}&body=${encodeURIComponent(body)}`;
  return (
    <>
      <Button component="a" href={texts.documentation} target="_blank" rel="noreferrer" variant="default" size="xs">
        {texts.documentationLink}
      </Button>
      {value === undefined || !mayNote ? null : (
        <Button variant="default" size="xs" onClick={onNote}>
          {isSubmitted ? texts.takeBack : texts.note}
        </Button>
      )}
      {isSubmitted ? null : (
        <Button component="a" href={address} size="xs">
          {texts.request}
        </Button>
      )}
    </>
  );
}

type StatusProps = {
  readonly status: Status;
  readonly overall: keyof typeof texts.overall;
  readonly failure: string | null;
};

function AccessStatus({ status, overall, failure }: StatusProps) {
  return (
    <div className={styles.stack}>
      <p role="status">
        <strong>{texts.overall[overall]}</strong>
      </p>
      <p className={styles.note}>
        {status.submission_date === null ? texts.noRequest : texts.requested(formatDate(status.submission_date))}
      </p>
      <p className={styles.note}>
        {texts.webhook}{' '}
        {status.last_updated === null ? (
          texts.neverTested
        ) : (
          <>
            {texts.lastUpdated} <RelativeTime at={status.last_updated} />.
          </>
        )}
      </p>
      {failure === null ? null : (
        <p className={styles.warning} role="alert">
          {failure}
        </p>
      )}
      <ul className={styles.list}>
        {datasets.map((dataset) => (
          <DatasetItem
            key={dataset.id}
            dataset={dataset}
            result={status.live_test_results[dataset.id]}
            level={status.datasets[dataset.id]?.access_level ?? 'none'}
            isConfigured={status.token_configured}
          />
        ))}
      </ul>
    </div>
  );
}

type NoteProps = { readonly isSubmitted: boolean; readonly onClose: () => void };

/** Notes the day on which access was requested from the provider, or takes the note back. */
function NoteDialog({ isSubmitted, onClose }: NoteProps) {
  const note = useAction(gfwPermissionRequest, changed);
  const today = new Date(useClock()()).toISOString().slice(0, 10);
  const [day, setDay] = useState(today);
  const title = isSubmitted ? texts.takeBack : texts.note;
  const send = async () => {
    const outcome = await note.run({ body: { submission_date: isSubmitted ? null : day } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: isSubmitted ? texts.takenBack : texts.noted });
    return null;
  };
  return (
    <ConfirmDialog
      title={title}
      body={isSubmitted ? texts.takeBackBody : texts.noteBody}
      confirm={title}
      isFit={isSubmitted || day !== ''}
      onClose={onClose}
      onConfirm={send}
    >
      {isSubmitted ? null : <DayInput label={texts.noteDay} value={day} max={today} required onChange={setDay} />}
    </ConfirmDialog>
  );
}

type ItemProps = {
  readonly dataset: Dataset;
  readonly result: GfwTestResult | undefined;
  readonly level: keyof typeof texts.levels;
  readonly isConfigured: boolean;
};

function DatasetItem({ dataset, result, level, isConfigured }: ItemProps) {
  const status = result === undefined ? 'pending' : result.accessible ? 'approved' : 'denied';
  const hint = result === undefined ? null : hintOf(result, isConfigured);
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <h3 className={styles.name}>{dataset.name}</h3>
        <p>{dataset.description}</p>
        <p className={styles.note}>
          {texts.justification}: {dataset.justification}
        </p>
        <p className="k-mono">{result?.tested_dataset ?? dataset.id}</p>
        <AccessMark result={result} />
        {hint === null ? null : <p className={styles.note}>{hint}</p>}
        {result === undefined ? null : (
          <p className={styles.note}>
            {texts.lastTest} <RelativeTime at={result.tested_at} />
          </p>
        )}
      </div>
      <div className={styles.wide}>
        <FactList
          items={[
            [texts.status, texts.statuses[status]],
            [texts.access, texts.levels[level]],
            [texts.priority, texts.priorities[dataset.priority]],
          ]}
        />
      </div>
    </li>
  );
}

function AccessMark({ result }: Pick<ItemProps, 'result'>) {
  if (result === undefined) return <StatusPill tone="unknown">{texts.untested}</StatusPill>;
  if (result.accessible) return <StatusPill tone="good">{texts.accessible}</StatusPill>;
  return (
    <StatusPill tone="bad">
      {result.status_code === null
        ? texts.blockedBy(result.error ?? texts.overall.unknown)
        : texts.blocked(String(result.status_code))}
    </StatusPill>
  );
}
