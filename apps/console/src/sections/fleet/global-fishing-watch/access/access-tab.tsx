import { allows, type DataOf } from '@kianda/contract';
import {
  type GfwTestResult,
  gfwAttribution,
  gfwPermissionRequest,
  gfwPermissionStatus,
  gfwPermissionTest,
} from '@kianda/contract/fleet/vessels/gfw.contract';
import { formatDate } from '@kianda/format';
import { FactList, Panel, RelativeTime, SkeletonLines, StatusPill, useClock } from '@kianda/ui';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import styles from '../page.module.css';
import { hintOf } from './reach.ts';
import { type Dataset, datasets, accessTexts as texts } from './texts.pt.ts';

const timeoutSeconds = 60;
const changed = [gfwPermissionStatus] as const;
/** What stands in for a status that does not come: no request, no data set, no access. */
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

/** Tab of permissions: what the provider lets us read, data set by data set, and the formal request for more. */
export default function AccessTab() {
  const status = useEndpoint(gfwPermissionStatus, {}, { refetchSeconds: 300, fallback: { data: nothingKnown } });
  const test = useAction(gfwPermissionTest, changed);
  const value = status.sourced?.value;
  const results = value?.live_test_results ?? {};
  const wanted = datasets.filter(({ id }) => results[id]?.accessible !== true);
  const address = `mailto:${texts.requestAddress}?subject=${encodeURIComponent(texts.requestSubject)}&body=${encodeURIComponent(
    texts.requestBody(wanted.map(({ id, name }) => `- ${id} (${name})`).join('\n')),
  )}`;
  // Before any test nothing was refused either; a status that does not come counts as no access.
  const isUnknown = value === undefined || (Object.keys(results).length === 0 && status.failure === null);
  const overall = isUnknown ? 'unknown' : value.overall_status;
  const { role } = useAccount();
  const mayNote = allows(gfwPermissionRequest.access, role);
  const note = useAction(gfwPermissionRequest, changed);
  const [isNoting, setNoting] = useState(false);
  const today = new Date(useClock()()).toISOString().slice(0, 10);
  const [day, setDay] = useState(today);
  const isSubmitted = value?.request_submitted === true;
  const { failure } = test;
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
            <Button variant="default" size="xs" loading={status.isRefreshing} onClick={status.refresh}>
              {texts.refresh}
            </Button>
            <Button
              component="a"
              href={texts.documentation}
              target="_blank"
              rel="noreferrer"
              variant="default"
              size="xs"
            >
              {texts.documentationLink}
            </Button>
            {value === undefined || !mayNote ? null : (
              <Button variant="default" size="xs" onClick={() => setNoting(true)}>
                {isSubmitted ? texts.takeBack : texts.note}
              </Button>
            )}
            {isSubmitted ? null : (
              <Button component="a" href={address} size="xs">
                {texts.request}
              </Button>
            )}
          </Group>
        }
      >
        {(known) => (
          <div className={styles.stack}>
            <p role="status">
              <strong>{texts.overall[overall]}</strong>
            </p>
            <p className={styles.note}>
              {known.submission_date === null ? texts.noRequest : texts.requested(formatDate(known.submission_date))}
            </p>
            <p className={styles.note}>
              {texts.webhook}{' '}
              {known.last_updated === null ? (
                texts.neverTested
              ) : (
                <>
                  {texts.lastUpdated} <RelativeTime at={known.last_updated} />.
                </>
              )}
            </p>
            {failure === null ? null : (
              <p className={styles.warning} role="alert">
                {failure.message}
              </p>
            )}
            <ul className={styles.list}>
              {datasets.map((dataset) => (
                <DatasetItem
                  key={dataset.id}
                  dataset={dataset}
                  result={results[dataset.id]}
                  level={known.datasets[dataset.id]?.access_level ?? 'none'}
                  isConfigured={known.token_configured}
                />
              ))}
            </ul>
          </div>
        )}
      </Panel>
      {isNoting ? (
        <ConfirmDialog
          title={isSubmitted ? texts.takeBack : texts.note}
          body={isSubmitted ? texts.takeBackBody : texts.noteBody}
          confirm={isSubmitted ? texts.takeBack : texts.note}
          isFit={isSubmitted || day !== ''}
          onClose={() => setNoting(false)}
          onConfirm={async () => {
            const outcome = await note.run(
              { body: { submission_date: isSubmitted ? null : day } },
              { offline: 'fail' },
            );
            if (outcome.state === 'failed') return outcome.failure.message;
            notify({ tone: 'success', message: isSubmitted ? texts.takenBack : texts.noted });
            return null;
          }}
        >
          {isSubmitted ? null : (
            <TextInput
              type="date"
              label={texts.noteDay}
              value={day}
              max={today}
              required
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
          )}
        </ConfirmDialog>
      ) : null}
    </>
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
        <ReachMark result={result} />
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

function ReachMark({ result }: Pick<ItemProps, 'result'>) {
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
