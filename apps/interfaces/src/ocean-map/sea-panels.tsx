import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { oceanographicData } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCount, formatInstant, formatQuantity } from '@kianda/format';
import { FactList, PanelFailure, ProvenanceBadge, RelativeTime, SkeletonLines, usePreferences } from '@kianda/ui';
import type { ReactNode } from 'react';
import { type ReadSource, useRead } from '../client/use-read.ts';
import type { Frame } from './frames.ts';
import styles from './layer-panel.module.css';
import { panelTexts as texts } from './part-texts.pt.ts';

const everySeconds = 60;
const mostAlerts = 5;

/** The sea now, the statistics of the field shown, and the platform's alerts, each folded until it is wanted. */
export function SeaPanels({ frame }: { readonly frame: Frame | null }) {
  const ocean = useRead(oceanographicData, {}, everySeconds);
  const alerts = useRead(listAlerts, { query: { limit: 20 } }, everySeconds);
  const active = alerts.sourced?.value.active;
  return (
    <div className={styles.panels}>
      <Fold title={texts.now} isOpen>
        <Read source={ocean}>
          {({ current_conditions: now, monitoring_stations }) => (
            <FactList
              items={[
                [texts.temperature, formatQuantity(now.temperature, '°C', { maxDecimals: 1 })],
                [texts.chlorophyll, formatQuantity(now.chlorophyll, 'mg/m³', { maxDecimals: 2 })],
                [texts.salinity, formatQuantity(now.salinity, 'psu', { maxDecimals: 1 })],
                [texts.current, formatQuantity(now.current_speed, 'm/s', { maxDecimals: 2 })],
                [texts.waves, formatQuantity(now.wave_height, 'm', { maxDecimals: 1 })],
                [texts.stations, formatCount(monitoring_stations, 'estação', 'estações')],
              ]}
            />
          )}
        </Read>
      </Fold>
      <Fold title={texts.statistics}>
        <Statistics frame={frame} />
      </Fold>
      <Fold title={active === undefined ? texts.alerts : texts.alertsCount(active)}>
        {alerts.errorStatus === 403 ? (
          <p className={styles.note}>{texts.noAlertAccess}</p>
        ) : (
          <Read source={alerts}>
            {(value) => {
              const open = value.alerts.filter(({ resolvedAt }) => resolvedAt === null).slice(0, mostAlerts);
              if (open.length === 0) return <p className={styles.note}>{texts.noAlerts}</p>;
              return (
                <ul className={styles.alerts}>
                  {open.map(({ id, title, message, type, timestamp }) => (
                    <li key={id} data-type={type}>
                      <strong>{title}</strong>
                      <span>{message}</span>
                      <small>
                        {texts.levels[type]} · <RelativeTime at={timestamp} />
                      </small>
                    </li>
                  ))}
                </ul>
              );
            }}
          </Read>
        )}
      </Fold>
    </div>
  );
}

type FoldProps = { readonly title: string; readonly isOpen?: boolean; readonly children: ReactNode };

function Fold({ title, isOpen = false, children }: FoldProps) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

type ReadProps<T> = { readonly source: ReadSource<T>; readonly children: (value: T) => ReactNode };

function Read<T>({ source, children }: ReadProps<T>) {
  const { sourced, error } = source;
  if (sourced === undefined) {
    return error === null ? <SkeletonLines lines={4} /> : <PanelFailure error={error} onRetry={source.refresh} />;
  }
  return (
    <>
      <ProvenanceBadge provenance={sourced.provenance} compact />
      {children(sourced.value)}
    </>
  );
}

/** Statistics over the ZEE of the field that the map shows, as the server computed them. */
function Statistics({ frame }: { readonly frame: Frame | null }) {
  const { timeZone } = usePreferences();
  if (frame === null) return <p className={styles.note}>{texts.noField}</p>;
  if (frame.velocity !== null) return <p className={styles.note}>{texts.flowField}</p>;
  const { zeeMean, zeeMedian, zeeMin, zeeMax, coverage, unit, time } = frame.slice;
  const value = (number: number | null) => formatQuantity(number, unit, { maxDecimals: 2 });
  return (
    <>
      <p className={styles.note}>{texts.ofField(formatInstant(time, timeZone))}</p>
      <FactList
        items={[
          [texts.mean, value(zeeMean)],
          [texts.median, value(zeeMedian)],
          [texts.min, value(zeeMin)],
          [texts.max, value(zeeMax)],
          [texts.coverage, formatQuantity(coverage * 100, '%', { maxDecimals: 0 })],
        ]}
      />
    </>
  );
}
