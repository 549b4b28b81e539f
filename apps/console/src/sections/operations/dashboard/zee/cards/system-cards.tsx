import { formatDuration, formatMilliseconds, formatNumber } from '@kianda/format';
import { FirstOf, Panel, StatusPill, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import { cardSource, FallbackNote } from '../../../../shared/card-source.tsx';
import { FigureList, FigureSkeleton, LeadFigure } from '../../../../shared/figure-list.tsx';
import { mapFigure, pick } from '../../../../shared/sourced.ts';
import { useSectionLink } from '../../../../shared/use-section-link.ts';
import type { useOverview } from '../../api/use-overview.ts';
import type { useHealth, useServices } from '../api/use-zee.ts';
import { zeeTexts } from '../texts.pt.ts';
import styles from '../zee.module.css';

const wholeNumber = { maxDecimals: 0 } as const;
const share = { maxDecimals: 1 } as const;
const skeleton = <FigureSkeleton rows={6} />;
/** Services shown at once: as many rows as the cards beside have. */
const firstServices = 6;

/** How fast and how reliably the API answers. */
export function ApiCard({ overview }: { readonly overview: ReturnType<typeof useOverview> }) {
  const texts = zeeTexts.api;
  const { figure, sourced } = overview;
  const lead = figure('performance.api_response_time');
  const within = lead?.provenance;
  return (
    <Panel
      title={texts.title}
      source={{
        ...cardSource(overview),
        sourced: sourced === undefined || within === undefined ? sourced : { ...sourced, provenance: within },
      }}
      skeleton={skeleton}
    >
      {() => (
        <>
          <FallbackNote result={overview} />
          <LeadFigure
            value={lead}
            unit="ms"
            format={{ maxDecimals: (lead?.value ?? 0) < 10 ? 1 : 0 }}
            caption={texts.caption}
          />
          <FigureList
            within={within}
            rows={[
              { label: texts.success, value: figure('performance.success_rate'), unit: '%', format: share },
              { label: texts.freshness, value: figure('performance.data_freshness'), unit: '%', format: share },
              { label: texts.availability, value: figure('system_status.uptime'), unit: '%', format: share },
              { label: texts.resolved, value: own(figure('alerts.resolved_today'), within), format: wholeNumber },
              { label: texts.week, value: own(figure('alerts.total_this_week'), within), format: wholeNumber },
            ]}
          />
        </>
      )}
    </Panel>
  );
}

type Figure = ReturnType<ReturnType<typeof useOverview>['figure']>;

/** Counts of the platform's own alerts carry the platform's provenance, not the oldest ocean field's. */
function own<F extends Figure>(figure: F, provenance: NonNullable<Figure>['provenance'] | undefined): F {
  return figure === undefined || provenance === undefined ? figure : { ...figure, provenance };
}

type Health = ReturnType<typeof useHealth>;

/** Components, processor, memory and disk as the health registry measured them. */
export function HealthCard({ health }: { readonly health: Health }) {
  const texts = zeeTexts.health;
  const open = useSectionLink('system-health');
  const { figure } = health;
  return (
    <Panel title={texts.title} source={cardSource(health)} skeleton={skeleton}>
      {(_, provenance) => (
        <>
          <FallbackNote result={health} />
          <LeadFigure value={figure('health_percentage')} unit="%" format={share} caption={texts.caption} />
          <FigureList
            within={provenance}
            rows={[
              { label: texts.availability, value: figure('uptime'), unit: '%', format: { maxDecimals: 2 } },
              { label: texts.cpu, value: figure('performance.cpu_usage'), unit: '%', format: share },
              { label: texts.memory, value: figure('performance.memory_usage'), unit: '%', format: share },
              { label: texts.disk, value: figure('performance.disk_usage'), unit: '%', format: share },
              {
                label: texts.uptime,
                value: uptimeOf(health),
                display: (seconds) => formatDuration(Number(seconds)),
              },
              { label: texts.alerts, value: figure('alerts.active'), format: wholeNumber },
            ]}
          />
          {open === undefined ? null : (
            <Button variant="subtle" size="compact-md" className={styles.more} onClick={open}>
              {texts.open}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

/** No fallback stands for how long a process has run that nobody could ask. */
function uptimeOf(health: Health) {
  const known = health.figure('process_uptime_seconds');
  return mapFigure<number, number | null>(known, (seconds) =>
    known?.provenance.state === 'fallback' ? null : seconds,
  );
}

const serviceTones = { online: 'good', warning: 'caution', offline: 'bad' } as const satisfies Record<
  string,
  StatusTone
>;

const severity = { offline: 0, warning: 1, online: 2 } as const;
type State = { readonly status: keyof typeof severity };
const worstFirst = (a: State, b: State) => severity[a.status] - severity[b.status];

/** Every service with its state and the latency of its last check. */
export function ServicesCard({ services }: { readonly services: ReturnType<typeof useServices> }) {
  const texts = zeeTexts.services;
  const open = useSectionLink('services-status');
  return (
    <Panel title={texts.title} source={cardSource(services)} skeleton={skeleton}>
      {({ services: all, summary }) => (
        <>
          <FallbackNote result={services} />
          <LeadFigure
            value={pick(services, (data) => data.summary.online)}
            format={wholeNumber}
            caption={texts.caption(formatNumber(summary.total, wholeNumber))}
          />
          {all.length === 0 ? <p className={styles.note}>{texts.none}</p> : null}
          <FirstOf items={all.toSorted(worstFirst)} first={firstServices} of={texts.title}>
            {(shown) => (
              <ul className={styles.services}>
                {shown.map((service) => (
                  <li key={service.id} className={styles.service}>
                    <span className={styles.serviceName}>{service.name}</span>
                    <span className={styles.serviceTime}>{formatMilliseconds(service.responseTime)}</span>
                    <StatusPill tone={serviceTones[service.status]}>{texts[service.status]}</StatusPill>
                  </li>
                ))}
              </ul>
            )}
          </FirstOf>
          {open === undefined ? null : (
            <Button variant="subtle" size="compact-md" className={styles.more} onClick={open}>
              {texts.open}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
