import {
  type AlertRule,
  alertRules,
  listVesselAlerts,
  type VesselAlert,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatNumber } from '@kianda/format';
import { EmptyState } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.vesselAlerts;
/** The map asks for the same page: one answer serves both. */
const mostAlerts = 100;

/** Alerts still to be dealt with, counted by the rule that raised them. */
export function VesselAlertsTile() {
  const alerts = useEndpoint(
    listVesselAlerts,
    { query: { state: 'open', pageSize: mostAlerts } },
    { refetchSeconds: 60 },
  );
  const open = useOpenSection();
  return (
    <TilePanel
      tile="vessel-alerts"
      source={alerts}
      section="global-fishing-watch"
      search={{ tab: 'alerts' }}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title={texts.none} />}
    >
      {({ data: items, total }) => (
        <>
          <p className={styles.lead}>
            {texts.total(total)}
            {items.length < total ? ` · ${texts.part(items.length)}` : null}
          </p>
          <ul className={styles.lines}>
            {countsByRule(items).map(([rule, count]) => (
              <li key={rule}>
                <button
                  type="button"
                  className={styles.line}
                  onClick={() => open('global-fishing-watch', { tab: 'alerts', rule })}
                >
                  <span className={styles.lineText}>{alertRules[rule]}</span>
                  <strong className={styles.lineTime}>{formatNumber(count, { maxDecimals: 0 })}</strong>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </TilePanel>
  );
}

/** Rules with their alerts, most first. */
function countsByRule(alerts: readonly VesselAlert[]): readonly (readonly [AlertRule, number])[] {
  return [...Map.groupBy(alerts, ({ rule }) => rule)]
    .map(([rule, ofRule]) => [rule, ofRule.length] as const)
    .sort(([, one], [, other]) => other - one);
}
