import { listVesselEvents } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { EmptyState, RelativeTime } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.events;
const mostShown = 6;

/** Events that the platform found in tracks, the newest first. */
export function VesselEventsTile() {
  const events = useEndpoint(listVesselEvents, { query: { pageSize: mostShown } }, { refetchSeconds: 120 });
  return (
    <TilePanel
      tile="vessel-events"
      source={events}
      section="global-fishing-watch"
      search={{ tab: 'map' }}
      isEmpty={({ data }) => data.length === 0}
      empty={<EmptyState title={texts.none} />}
    >
      {({ data }) => (
        <ul className={styles.lines}>
          {data.map(({ key, kind, vessels, start }) => (
            <li key={key} className={styles.line}>
              <span className={styles.lineText}>
                <strong>{texts.kinds[kind]}</strong>{' '}
                {vessels.map(({ name }) => name ?? texts.unnamed).join(', ') || texts.unnamed}
              </span>
              <span className={styles.lineTime}>
                <RelativeTime at={start} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </TilePanel>
  );
}
