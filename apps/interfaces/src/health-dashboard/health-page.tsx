import { systemLevels } from '@kianda/contract/operations/health/condition';
import {
  metricsHistory,
  type ServiceStatus,
  servicesStatus,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';
import { formatMilliseconds, formatNumber, formatQuantity } from '@kianda/format';
import {
  EmptyState,
  FactList,
  Panel,
  PanelFrame,
  PeriodPicker,
  RelativeTime,
  SkeletonLines,
  StatusPill,
  type StatusTone,
  usePreferences,
} from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { useRead } from '../client/use-read.ts';
import { choice } from '../page-frame/address.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import styles from './health.module.css';
import { healthTexts as texts } from './texts.pt.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

const everySeconds = 30;
const periods = ['1', '6', '24', '168'] as const;
type Period = (typeof periods)[number];
/** Hours of history. */
const fields = { horas: choice(periods, '24') };

/** State, latency and history of the platform's services, as the server measures them. */
export function HealthPage() {
  const services = useRead(servicesStatus, {}, everySeconds);
  const health = useRead(systemHealth, {}, everySeconds);
  const [{ horas }, change, fragment] = useAddress(fields);
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment}>
      <div className={styles.page}>
        <Panel title={texts.figures} source={health} skeleton={<SkeletonLines lines={4} />}>
          {(value) => (
            <div className={styles.now}>
              <StatusPill tone={overallTones[value.overall_status]}>{systemLevels[value.condition.level]}</StatusPill>
              <p>{value.condition.sentence}</p>
              <FactList
                items={[
                  [
                    texts.online,
                    texts.ofTotal(
                      formatNumber(value.statistics.online_services),
                      formatNumber(value.statistics.total_services),
                    ),
                  ],
                  [texts.uptime, formatQuantity(value.uptime, '%', { maxDecimals: 2 })],
                  [texts.alerts, formatNumber(value.alerts.active)],
                  [texts.api, formatMilliseconds(value.performance.api_response_time)],
                  [texts.cpu, formatQuantity(value.performance.cpu_usage, '%')],
                  [texts.memory, formatQuantity(value.performance.memory_usage, '%')],
                  [texts.disk, formatQuantity(value.performance.disk_usage, '%')],
                ]}
              />
            </div>
          )}
        </Panel>
        <Panel
          title={texts.services}
          description={texts.servicesNote}
          source={services}
          skeleton={<SkeletonLines lines={8} />}
          isEmpty={(value) => value.services.length === 0}
        >
          {(value) => (
            <ul className={styles.services}>
              {value.services.map((service) => (
                <ServiceCard key={service.id} service={service} />
              ))}
            </ul>
          )}
        </Panel>
        <History hours={horas} onHours={(hours) => change({ horas: hours })} />
      </div>
    </PageFrame>
  );
}

const overallTones: Readonly<Record<'healthy' | 'warning' | 'error' | 'unknown', StatusTone>> = {
  healthy: 'good',
  warning: 'caution',
  error: 'bad',
  unknown: 'unknown',
};
const serviceTones: Readonly<Record<ServiceStatus['status'], StatusTone>> = {
  online: 'good',
  warning: 'caution',
  offline: 'bad',
};

function ServiceCard({ service }: { readonly service: ServiceStatus }) {
  return (
    <li className={styles.service}>
      <div className={styles.serviceHead}>
        <h3>{service.name}</h3>
        <StatusPill tone={serviceTones[service.status]}>{texts.status[service.status]}</StatusPill>
      </div>
      <p className={styles.note}>{service.note ?? service.description}</p>
      <FactList
        items={[
          [texts.latency, service.responseTime === null ? texts.noAnswer : formatMilliseconds(service.responseTime)],
          [texts.lastCheck, service.lastCheck === null ? '—' : <RelativeTime key="check" at={service.lastCheck} />],
        ]}
      />
    </li>
  );
}

type HistoryProps = { readonly hours: Period; readonly onHours: (hours: Period) => void };

function History({ hours, onHours }: HistoryProps) {
  const { timeZone } = usePreferences();
  const history = useRead(metricsHistory, { query: { hours: Number(hours) } }, everySeconds);
  if (history.errorStatus === 403) {
    return (
      <PanelFrame title={texts.history}>
        <EmptyState title={texts.noAccess} />
      </PanelFrame>
    );
  }
  return (
    <Panel
      title={texts.history}
      description={texts.historyNote}
      source={history}
      actions={
        <PeriodPicker
          label={texts.period}
          options={periods.map((value) => ({ value, label: texts.hours(Number(value)) }))}
          value={hours}
          onChange={onHours}
        />
      }
      isEmpty={(value) => !value.samples.some(({ latencyP95Ms }) => latencyP95Ms !== null)}
      empty={<EmptyState title={texts.noHistory} />}
    >
      {(value, provenance) => (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <TimeSeries
            title={texts.historyTitle}
            unit="ms"
            lines={[
              {
                label: texts.p95,
                points: value.samples.map(({ timestamp, latencyP95Ms }) => ({ time: timestamp, value: latencyP95Ms })),
              },
              {
                label: texts.p50,
                points: value.samples.map(({ timestamp, latencyP50Ms }) => ({ time: timestamp, value: latencyP50Ms })),
              },
            ]}
            timeZone={timeZone}
            source={provenance.state === 'fallback' ? '' : provenance.source}
            height={240}
          />
        </Suspense>
      )}
    </Panel>
  );
}
