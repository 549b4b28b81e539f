import type { DataOf } from '@kianda/contract';
import {
  type TestedServiceId,
  testedServices,
  testServices,
} from '@kianda/contract/operations/services/services.contract';
import { formatMilliseconds, formatQuantity } from '@kianda/format';
import { FactList, PageHeader, PageStack, Panel, StatusPill, type StatusTone } from '@kianda/ui';
import { Anchor } from '@mantine/core';

import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { ServicesPageActions } from '../../../shared/services-page-actions.tsx';
import touch from '../../../shared/touch.module.css';
import { statusTexts } from '../texts.pt.ts';
import styles from './page.module.css';
import { testTexts as texts } from './texts.pt.ts';
import { type BrowserOutcome, useBrowserChecks } from './use-browser-checks.ts';

type Tested = DataOf<typeof testServices>['services'][number];
/** Addresses of this origin, which the browser may ask by itself. */
const browserTargets = [
  { id: 'admin-api', href: '/admin-api/health' },
  { id: 'stac', href: '/stac' },
  { id: 'console', href: '/login' },
] as const;
const tones = { online: 'good', warning: 'caution', offline: 'bad' } as const satisfies Record<string, StatusTone>;

/** Section `services-test`: the eight services asked now, from both ends. */
export default function ServicesTestPage() {
  const [round, setRound] = useState(0);
  const open = useOpenSection();
  const tested = useEndpoint(testServices, {}, { refetchSeconds: 0, staleSeconds: 0 });
  const targets = browserTargets;
  const browser = useBrowserChecks(targets, round);
  const isAsked = (id: string) => targets.some((target) => target.id === id);
  const services = tested.sourced?.value.services ?? [];
  const online = services.filter(({ status }) => status === 'online').length;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <ServicesPageActions
              beside={texts.back}
              onBeside={() => open('services-status')}
              again={texts.again}
              isRunning={tested.isRefreshing}
              onAgain={() => {
                tested.refresh();
                setRound((known) => known + 1);
              }}
            />
          }
        />
        {services.length === 0 ? null : (
          <p
            role="status"
            className={styles.banner}
            data-state={online === services.length ? 'all' : online === 0 ? 'none' : 'some'}
          >
            {texts.banner(
              online,
              services.length,
              formatQuantity((100 * online) / services.length, '%', { decimals: 0 }),
            )}
          </p>
        )}
        <Panel title={texts.services} source={tested}>
          {(data) => (
            <ul className={styles.list}>
              {data.services.map((service) => (
                <Result
                  key={service.id}
                  service={service}
                  outcome={isAsked(service.id) ? browser.get(service.id) : null}
                />
              ))}
            </ul>
          )}
        </Panel>
        <Panel title={texts.statistics} source={tested}>
          {(data) => <Statistics services={data.services} browser={browser} asked={targets.length} />}
        </Panel>
        <Panel title={texts.urls} source={tested}>
          {(data) => (
            <ul className={styles.urls}>
              {data.services.map(({ id, url }) => (
                <li key={id}>
                  {`${nameOf(id)}: `}
                  <Anchor href={url} target="_blank" rel="noopener noreferrer">
                    {url}
                    <span className="k-visually-hidden">{texts.newTab}</span>
                  </Anchor>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </PageStack>
    </div>
  );
}

/** `outcome` is null where the browser may not ask, undefined while it is asking. */
function Result({
  service,
  outcome,
}: {
  readonly service: Tested;
  readonly outcome: BrowserOutcome | null | undefined;
}) {
  const { id, status, totalMs, steps } = service;
  const failed = steps.find(({ ok }) => !ok);
  return (
    <li className={styles.card}>
      <div className={styles.header}>
        <h3 className={styles.name}>{nameOf(id)}</h3>
        <StatusPill tone={tones[status]}>{texts.state[status]}</StatusPill>
      </div>
      <p className={styles.note}>
        {`${texts.columns.server}: ${formatMilliseconds(totalMs)}. ${
          failed === undefined ? texts.allPassed : texts.stopped(texts.steps[failed.step], failed.detail)
        }.`}
      </p>
      <p className={styles.note}>{`${texts.columns.browser}: ${browserText(outcome)}`}</p>
    </li>
  );
}

function browserText(outcome: BrowserOutcome | null | undefined): string {
  if (outcome === null) return texts.elsewhere;
  if (outcome === undefined) return texts.running;
  if (outcome === 'failed') return statusTexts.probe.browserFailed;
  return statusTexts.probe.browserOk(outcome.status, formatMilliseconds(outcome.ms));
}

type StatisticsProps = {
  readonly services: readonly Tested[];
  readonly browser: ReadonlyMap<string, BrowserOutcome>;
  readonly asked: number;
};

function Statistics({ services, browser, asked }: StatisticsProps) {
  const count = (status: Tested['status']) => String(services.filter((service) => service.status === status).length);
  const reached = services.filter(({ status }) => status !== 'offline');
  const meanMs = reached.length === 0 ? null : reached.reduce((sum, { totalMs }) => sum + totalMs, 0) / reached.length;
  const [slowest] = reached.toSorted((a, b) => b.totalMs - a.totalMs);
  const answered = [...browser.values()].filter((outcome) => outcome !== 'failed' && outcome.status < 500).length;
  return (
    <FactList
      items={[
        [texts.facts.total, String(services.length)],
        [texts.facts.online, count('online')],
        [texts.facts.warning, count('warning')],
        [texts.facts.offline, count('offline')],
        [texts.facts.mean, formatMilliseconds(meanMs)],
        [
          texts.facts.slowest,
          slowest === undefined ? '—' : `${nameOf(slowest.id)}, ${formatMilliseconds(slowest.totalMs)}`,
        ],
        [texts.facts.browser, `${answered}/${asked}`],
      ]}
    />
  );
}

function nameOf(id: TestedServiceId): string {
  return testedServices[id];
}
