import { allows, type DataOf } from '@kianda/contract';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { presenceCells } from '@kianda/contract/fleet/vessels/vessels.contract';
import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { fieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatDay, formatQuantity } from '@kianda/format';
import { Instant, ProvenanceBadge, SkeletonBar } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const HomeMap = lazy(() => import('./home-map.tsx'));
const texts = homeTexts.map;
const presenceDays = 7;
/** Open alerts that the map draws at most: the newest. */
const mostAlerts = 100;

/** Whether the browser asks pages to spare the line. */
function isSparing(): boolean {
  const connection = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection;
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g' || connection?.effectiveType === '2g';
}

/** Layers of the map, each with its own answer. Fleet and alerts are asked for only where the role may see them. */
function useMapLayers() {
  const { role } = useAccount();
  const field = useEndpoint(
    fieldGrid,
    { params: { variable: 'analysedSst' }, query: {} },
    { refetchSeconds: 300, timeoutSeconds: 20 },
  );
  const boundary = useEndpoint(zeeBoundary, {}, { refetchSeconds: 0, staleSeconds: 3_600 });
  const presence = useEndpoint(
    presenceCells,
    { query: { days: presenceDays } },
    { refetchSeconds: 600, enabled: allows(presenceCells.access, role) },
  );
  const alerts = useEndpoint(
    listVesselAlerts,
    { query: { state: 'open', pageSize: mostAlerts } },
    { refetchSeconds: 60, enabled: allows(listVesselAlerts.access, role) },
  );
  return { field, boundary, presence, alerts };
}

/** Today's sea: surface temperature, the fleet's presence and the open alerts. Its figures come before its drawing. */
export function MapTile() {
  const { role } = useAccount();
  const { field, boundary, presence, alerts } = useMapLayers();
  const [isDrawn, setDrawn] = useState(() => !isSparing());
  const located = alerts.sourced?.value.data.filter(({ location }) => location !== null) ?? [];
  return (
    <TilePanel
      tile="map"
      source={field}
      section={allows('vessels:read', role) ? 'global-fishing-watch' : 'zee-angola'}
      search={allows('vessels:read', role) ? { tab: 'map' } : {}}
      skeleton={<SkeletonBar height={420} />}
      flush
    >
      {(grid) => (
        <div className={styles.map}>
          <dl className={styles.mapFacts}>
            <div>
              <dt>{texts.mean}</dt>
              <dd>
                <strong>{formatQuantity(grid.slice.zeeMean, grid.slice.unit, { decimals: 1 })}</strong>{' '}
                <span>
                  <Instant at={grid.slice.time} words={texts.observed} />
                </span>
              </dd>
            </div>
            {presence.sourced === undefined ? null : (
              <div>
                <dt>{texts.fleet}</dt>
                <dd>
                  <span>{presenceWords(presence.sourced.value)}</span>{' '}
                  <ProvenanceBadge provenance={presence.sourced.provenance} compact />
                </dd>
              </div>
            )}
            {alerts.sourced === undefined ? null : (
              <div>
                <dt>{texts.alerts}</dt>
                <dd>
                  <span>{texts.alertsShown(located.length, alerts.sourced.value.total)}</span>{' '}
                  <ProvenanceBadge provenance={alerts.sourced.provenance} compact />
                </dd>
              </div>
            )}
          </dl>
          {isDrawn ? (
            <Suspense fallback={<SkeletonBar height={420} />}>
              <HomeMap
                grid={grid}
                when={<Instant at={grid.slice.time} words={texts.observed} />}
                boundary={boundary.sourced?.value.boundary}
                presence={presence.sourced?.value}
                alerts={located}
              />
            </Suspense>
          ) : (
            <div className={styles.mapLater}>
              <p>{texts.saving}</p>
              <Button variant="default" onClick={() => setDrawn(true)}>
                {texts.load}
              </Button>
            </div>
          )}
        </div>
      )}
    </TilePanel>
  );
}

/** The days of which the presence is; before the first there are none. */
function presenceWords({ from, to }: DataOf<typeof presenceCells>): string {
  return from === null || to === null ? texts.noPresence : texts.presence(formatDay(from), formatDay(to));
}
