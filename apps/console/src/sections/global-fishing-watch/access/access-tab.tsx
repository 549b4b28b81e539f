import { allows, type DataOf } from '@kianda/contract';
import { testConnection } from '@kianda/contract/connectors/operations.contract';
import { FactList, PanelFrame, RelativeTime, SkeletonLines, StatusPill, useClock } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { providerId, useProviderRuns } from '../api/quota.ts';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { overallOf, type Reach, reachOfRun, reachOfTest } from './reach.ts';
import { type Dataset, datasets, accessTexts as texts } from './texts.pt.ts';

const timeoutSeconds = 130;
type Tested = { readonly report: DataOf<typeof testConnection>; readonly at: string };

/** Tab of permissions: what the provider lets us read, by the connector's last runs and by a test now. */
export default function AccessTab() {
  const { role } = useAccount();
  const clock = useClock();
  const provider = useProviderRuns();
  const test = useAction(testConnection);
  const [tested, setTested] = useState<Tested | null>(null);
  const mayTest = allows(testConnection.access, role);
  const start = async () => {
    const outcome = await test.run({ params: { id: providerId } }, { offline: 'fail', timeoutSeconds });
    if (outcome.state === 'done') setTested({ report: outcome.data, at: new Date(clock()).toISOString() });
  };
  const runOf = ({ stream }: Dataset) => (stream === null ? undefined : provider.streams[stream]);
  const reachOf = (dataset: Dataset): Reach => {
    if (tested !== null && tested.report.stream === dataset.stream) return reachOfTest(tested.report);
    const known = runOf(dataset);
    return known?.run === undefined ? null : reachOfRun(known.run, known.lastStatus);
  };
  const pending = datasets.filter((dataset) => reachOf(dataset)?.isAccessible !== true);
  const address = `mailto:${texts.requestAddress}?subject=${encodeURIComponent(texts.requestSubject)}&body=${encodeURIComponent(
    texts.requestBody(pending.map(({ id, name }) => `- ${id} (${name})`).join('\n')),
  )}`;
  return (
    <PanelFrame
      title={texts.title}
      description={texts.description}
      actions={
        <Group gap="xs">
          {mayTest ? (
            <Button variant="default" size="xs" loading={test.isRunning} onClick={() => void start()}>
              {texts.test}
            </Button>
          ) : null}
          <Button component="a" href={address} size="xs">
            {texts.request}
          </Button>
        </Group>
      }
    >
      <div className={styles.stack}>
        <p role="status">
          <strong>{texts.overall[overallOf(datasets.map(reachOf))]}</strong>
        </p>
        <p className={styles.note}>
          {texts.noRequest} {texts.webhook} {mayTest ? null : texts.mayNot} {provider.mayRead ? null : texts.noRead}
        </p>
        {test.failure === null ? null : (
          <p className={styles.warning} role="alert">
            {test.failure.message}
          </p>
        )}
        {tested === null ? null : (
          <p className={styles.note}>
            {texts.lastTest}: <RelativeTime at={tested.at} /> · {tested.report.message}
          </p>
        )}
        {provider.isKnown ? (
          <ul className={styles.list}>
            {datasets.map((dataset) => {
              const known = runOf(dataset);
              const endedAt = known?.run?.endTime ?? null;
              const reach = reachOf(dataset);
              return (
                <li key={dataset.id} className={styles.item}>
                  <div className={styles.main}>
                    <h3 className={styles.name}>{dataset.name}</h3>
                    <p>{dataset.description}</p>
                    <p className={styles.note}>
                      {texts.justification}: {dataset.justification}
                    </p>
                    <p className="k-mono">{known?.dataset ?? dataset.id}</p>
                    <ReachMark reach={reach} isAsked={dataset.stream !== null} />
                    {endedAt === null ? null : (
                      <p className={styles.note}>
                        {texts.lastRun}: <RelativeTime at={endedAt} />
                        {known?.run?.simulated === true ? ` · ${fishingTexts.simulated}` : null}
                      </p>
                    )}
                  </div>
                  <div className={styles.wide}>
                    <FactList items={factsOf(reach, dataset.priority)} />
                  </div>
                </li>
              );
            })}
          </ul>
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    </PanelFrame>
  );
}

function factsOf(reach: Reach, priority: Dataset['priority']) {
  const status = reach === null ? 'pending' : reach.isAccessible ? 'approved' : 'denied';
  return [
    [texts.status, texts.statuses[status]],
    [texts.access, reach?.isAccessible === true ? texts.levels.full : texts.levels.none],
    [texts.priority, texts.priorities[priority]],
  ] as const;
}

function ReachMark({ reach, isAsked }: { readonly reach: Reach; readonly isAsked: boolean }) {
  if (reach === null) return <StatusPill tone="unknown">{isAsked ? texts.pendingRun : texts.untested}</StatusPill>;
  if (reach.isAccessible) return <StatusPill tone="good">{texts.accessible}</StatusPill>;
  return (
    <>
      <StatusPill tone="bad">
        {reach.status === null ? texts.blockedBy(reach.reason) : texts.blocked(String(reach.status))}
      </StatusPill>
      {reach.hint === null ? null : <p className={styles.note}>{reach.hint}</p>}
    </>
  );
}
