import { allows } from '@kianda/contract';
import {
  acknowledgeRetentionAlert,
  configureRetentionAlerts,
  muteRetentionAlert,
  type RetentionAlert,
  retentionAlerts,
  retentionHealth,
} from '@kianda/contract/models/retention/statistics.contract';
import { formatNumber } from '@kianda/format';
import { EmptyState, Instant, named, Panel, PanelGrid, StatusPill, type StatusTone } from '@kianda/ui';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { useAlerts, useHealth, useHistory } from '../api/use-retention.ts';
import styles from '../page.module.css';
import { retentionTexts, overviewTexts as texts } from '../texts.pt.ts';
import { AlertSettingsForm } from './alert-settings-form.tsx';
import { Series } from './series.tsx';

const muteHours = 24;
const changed = [retentionAlerts, retentionHealth] as const;
const tones: Readonly<Record<'healthy' | 'degraded' | 'critical', StatusTone>> = {
  healthy: 'good',
  degraded: 'caution',
  critical: 'bad',
};
const severityTones: Readonly<Record<RetentionAlert['severity'], StatusTone>> = {
  info: 'info',
  warning: 'caution',
  critical: 'bad',
};
const parts = ['retention_manager', 'pipeline', 'policy_manager', 'integrator'] as const;

/** Health of the parts, hits of the last day, and alerts. */
export default function OverviewTab() {
  const health = useHealth();
  const active = health.sourced?.value.active_alerts ?? 0;
  return (
    <>
      {active > 0 ? (
        <Alert color="yellow" role="status">
          {texts.alertBanner(formatNumber(active, { maxDecimals: 0 }))}
        </Alert>
      ) : null}
      <PanelGrid minWidth={360}>
        <Panel
          id="componentes"
          title={texts.components}
          description={texts.componentsText}
          source={health}
          actions={
            health.sourced === undefined ? undefined : (
              <StatusPill tone={health.sourced.value.monitoring_active ? 'good' : 'bad'}>
                {health.sourced.value.monitoring_active ? texts.monitoring : texts.notMonitoring}
              </StatusPill>
            )
          }
        >
          {({ components }) => (
            <ul className={styles.list}>
              {parts.map((part) => (
                <li key={part} className={styles.item}>
                  <div>
                    <p>{texts.names[part]}</p>
                    <p className={styles.quiet}>{components[part].detail}</p>
                  </div>
                  <StatusPill tone={tones[components[part].status]}>
                    {retentionTexts.health[components[part].status]}
                  </StatusPill>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <TrendPanel />
      </PanelGrid>
      <AlertsPanel />
    </>
  );
}

function TrendPanel() {
  const history = useHistory();
  return (
    <Panel
      id="tendencia"
      title={texts.trend}
      source={history}
      isEmpty={(points) => points.every(({ cache_hit_ratio }) => cache_hit_ratio === null)}
      empty={<EmptyState title={texts.noTrend} />}
    >
      {(points) => (
        <Series
          title={texts.ratio}
          unit="%"
          format={{ maxDecimals: 1 }}
          lines={[
            {
              label: texts.ratio,
              points: points.map(({ timestamp, cache_hit_ratio }) => ({
                time: timestamp,
                value: cache_hit_ratio === null ? null : cache_hit_ratio * 100,
              })),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function AlertsPanel() {
  const alerts = useAlerts();
  const { role } = useAccount();
  const [isConfiguring, setConfiguring] = useState(false);
  const mayConfigure = allows(configureRetentionAlerts.access, role);
  const settings = alerts.sourced?.value.settings;
  return (
    <Panel
      id="alertas"
      title={texts.alerts}
      source={alerts}
      isEmpty={(value) => value.alerts.length === 0}
      empty={<EmptyState title={texts.noAlerts}>{texts.noAlertsText}</EmptyState>}
      actions={
        mayConfigure ? (
          <Button size="xs" variant="default" onClick={() => setConfiguring(true)}>
            {texts.limits}
          </Button>
        ) : undefined
      }
      footer={
        isConfiguring && settings !== undefined ? (
          <AlertSettingsForm settings={settings} onClose={() => setConfiguring(false)} />
        ) : undefined
      }
    >
      {(value) => (
        <ul className={styles.list}>
          {value.alerts.map((alert) => (
            <AlertItem key={alert.alert_id} alert={alert} mayAct={mayConfigure} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AlertItem({ alert, mayAct }: { readonly alert: RetentionAlert; readonly mayAct: boolean }) {
  const { clock } = useApplication();
  const acknowledge = useAction(acknowledgeRetentionAlert, changed);
  const mute = useAction(muteRetentionAlert, changed);
  const params = { id: alert.alert_id };
  const isMuted = alert.muted_until !== null && Date.parse(alert.muted_until) > clock();
  const told = (outcome: { readonly state: string }) => {
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.done });
  };
  return (
    <li className={styles.item}>
      <div>
        <p>
          <StatusPill tone={severityTones[alert.severity]}>{texts.severities[alert.severity]}</StatusPill>{' '}
          {alert.message}
        </p>
        <p className={styles.quiet}>
          <Instant at={alert.created_at} />
          {alert.acknowledged_by === null ? null : `. ${texts.acknowledged(alert.acknowledged_by)}`}
          {isMuted && alert.muted_until !== null ? (
            <>
              {'. '}
              {texts.mutedUntil} <Instant at={alert.muted_until} />
            </>
          ) : null}
        </p>
      </div>
      {mayAct ? (
        <div className={styles.acts}>
          {alert.acknowledged ? null : (
            <Button
              size="xs"
              variant="default"
              loading={acknowledge.isRunning}
              aria-label={named(texts.acknowledge, alert.message)}
              onClick={() => void acknowledge.run({ params }, { offline: 'fail' }).then(told)}
            >
              {texts.acknowledge}
            </Button>
          )}
          {isMuted ? null : (
            <Button
              size="xs"
              variant="default"
              loading={mute.isRunning}
              aria-label={named(texts.mute, alert.message)}
              onClick={() => void mute.run({ params, body: { hours: muteHours } }, { offline: 'fail' }).then(told)}
            >
              {texts.mute}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}
