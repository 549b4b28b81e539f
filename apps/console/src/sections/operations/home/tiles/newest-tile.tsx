import { type FieldSlice, fieldVariables, listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { EmptyState, FirstOf, RelativeTime } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

/** About as many as the tiles beside this one have lines: they are as high as the highest of their row. */
const firstVariables = 6;

/** Newest day of each variable, by the data's own time, with its provider. */
export function NewestTile() {
  const fields = useEndpoint(listFields, { query: { limit: 200 } }, { refetchSeconds: 300 });
  return (
    <TilePanel
      tile="newest-data"
      source={fields}
      section="realtime-angola"
      isEmpty={({ fields: all }) => all.length === 0}
      empty={<EmptyState title={homeTexts.newest.none} />}
    >
      {({ fields: all }) => (
        <FirstOf items={newestOf(all)} first={firstVariables} of={homeTexts.tiles['newest-data']}>
          {(shown) => (
            <ul className={styles.lines}>
              {shown.map(({ variable, provider, time }) => (
                <li key={variable} className={styles.line}>
                  <span className={styles.lineText}>
                    {fieldVariables[variable].label} <span className={styles.quiet}>{provider}</span>
                  </span>
                  <span className={styles.lineTime}>
                    <RelativeTime at={time} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </FirstOf>
      )}
    </TilePanel>
  );
}

/** The newest slice of each variable, in the order of the variables. */
function newestOf(slices: readonly FieldSlice[]): readonly FieldSlice[] {
  return Object.keys(fieldVariables).flatMap((variable) => {
    const own = slices.filter((slice) => slice.variable === variable);
    const [newest] = own.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time));
    return newest === undefined ? [] : [newest];
  });
}
