import { EmptyState, Instant, RelativeTime, SkeletonLines } from '@kianda/ui';
import type { SectionSearch } from '../../../../search.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import type { SectionId } from '../../../sections.ts';
import { useChanges, useVisit } from '../api/use-layout.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.changes;

/** Everything that happened since this person was last here, counted over all rows that they may see. */
export function ChangesTile() {
  useVisit();
  const changes = useChanges();
  const open = useOpenSection();
  return (
    <TilePanel tile="changes" source={changes} skeleton={<SkeletonLines lines={8} />}>
      {({ kinds, lastVisitAt, since, unavailable }) => {
        const happened = kinds.filter(({ count }) => count > 0);
        return (
          <>
            <p className={styles.lead}>
              {lastVisitAt === null ? texts.first : <Instant at={since} words={texts.since} />}
            </p>
            {happened.length === 0 ? <EmptyState title={texts.none} /> : null}
            {happened.map(({ kind, count, newest }) => (
              <section key={kind} className={styles.changeKind}>
                <h3 className={styles.changeTitle}>{texts.kinds[kind](count)}</h3>
                <ul className={styles.lines}>
                  {newest.map(({ id, title, at, target }) => (
                    <li key={id}>
                      <button
                        type="button"
                        className={styles.line}
                        onClick={() =>
                          open(target.section as SectionId, target.search as Omit<SectionSearch, 'section'>)
                        }
                      >
                        <span className={styles.lineText}>{title}</span>
                        <span className={styles.lineTime}>
                          <RelativeTime at={at} />
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {unavailable.length === 0 ? null : <p className={styles.lead}>{texts.unavailable(unavailable)}</p>}
          </>
        );
      }}
    </TilePanel>
  );
}
