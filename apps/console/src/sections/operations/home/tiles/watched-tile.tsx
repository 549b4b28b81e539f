import { listVesselGroups } from '@kianda/contract/fleet/surveillance/groups.contract';
import { EmptyState } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.watched;

/** Watch lists with how many vessels each has. */
export function WatchedTile() {
  const groups = useEndpoint(listVesselGroups, {}, { refetchSeconds: 300 });
  const open = useOpenSection();
  return (
    <TilePanel
      tile="watched-vessels"
      source={groups}
      section="global-fishing-watch"
      search={{ tab: 'vessels' }}
      isEmpty={({ groups: all }) => !all.some(({ isWatched }) => isWatched)}
      empty={<EmptyState title={texts.none} />}
    >
      {({ groups: all }) => (
        <ul className={styles.lines}>
          {all
            .filter(({ isWatched }) => isWatched)
            .map(({ id, name, members }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles.line}
                  onClick={() => open('global-fishing-watch', { tab: 'vessels', group: id })}
                >
                  <span className={styles.lineText}>{name}</span>
                  <span className={styles.lineTime}>{texts.members(members)}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </TilePanel>
  );
}
