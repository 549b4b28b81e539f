import { isFailing, listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { EmptyState, StatusPill } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.connectors;

/** Connectors in fault, with the reason of each. */
export function ConnectorsTile() {
  const connectors = useEndpoint(listConnectors, {}, { refetchSeconds: 60 });
  const open = useOpenSection();
  return (
    <TilePanel tile="failing-connectors" source={connectors} section="data-connectors">
      {({ connectors: all }) => {
        const failing = all.filter(isFailing);
        if (failing.length === 0) return <EmptyState title={texts.none} />;
        return (
          <>
            <p className={styles.lead}>
              <StatusPill tone="bad">{texts.count(failing.length, all.length)}</StatusPill>
            </p>
            <ul className={styles.lines}>
              {failing.map(({ id, name, type, statusReason }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={styles.line}
                    onClick={() => open('data-connectors', { tab: type, connector: id })}
                  >
                    <span className={styles.lineText}>
                      <strong>{name}</strong> {statusReason ?? texts.noReason}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </TilePanel>
  );
}
