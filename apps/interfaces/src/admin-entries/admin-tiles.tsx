import { formatNumber } from '@kianda/format';
import { StatusMark, StatusPill } from '@kianda/ui';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { SectionLink } from '../shared/section-link.tsx';
import styles from './admin-entries.module.css';
import { type Entry, type EntryState, entries, entryGroups } from './entries.ts';
import { entryTexts as texts } from './texts.pt.ts';
import { useEntry } from './use-entry.ts';

type Seen = readonly (readonly [Entry, EntryState | null])[];

/** The restyled entry: what asks for a person first, then everything as shortcuts with its state. */
export function AdminTiles() {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list is a constant, and the hooks keep their order
  const seen: Seen = entries.map((entry) => [entry, useEntry(entry)] as const);
  const asking = seen.filter(([, state]) => state?.tone === 'bad' || state?.tone === 'caution');
  return (
    <PageFrame title={texts.tilesTitle} purpose={texts.tilesPurpose} help={texts.help} fragment="">
      <div className={styles.page}>
        <Counts seen={seen} />
        <section className={styles.group}>
          <h2 className={styles.groupTitle}>{texts.attention}</h2>
          {asking.length === 0 ? (
            <p className={styles.said}>{texts.calm}</p>
          ) : (
            <ul className={styles.tiles}>
              {asking.map(([entry, state]) => (
                <Shortcut key={entry.id} entry={entry} state={state} />
              ))}
            </ul>
          )}
        </section>
        {entryGroups.map((group) => (
          <section key={group} className={styles.group}>
            <h2 className={styles.groupTitle}>{texts.groups[group]}</h2>
            <ul className={styles.tiles}>
              {seen
                .filter(([entry]) => entry.group === group)
                .map(([entry, state]) => (
                  <Shortcut key={entry.id} entry={entry} state={state} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </PageFrame>
  );
}

function Counts({ seen }: { readonly seen: Seen }) {
  const count = (tones: readonly string[]) => seen.filter(([, state]) => tones.includes(state?.tone ?? '')).length;
  return (
    <p className={styles.counts} role="status">
      <StatusPill tone="good">
        {texts.counts.good}: {formatNumber(count(['good']))}
      </StatusPill>
      <StatusPill tone="caution">
        {texts.counts.attention}: {formatNumber(count(['caution', 'bad']))}
      </StatusPill>
      <StatusPill tone="unknown">
        {texts.counts.unknown}: {formatNumber(count(['unknown']))}
      </StatusPill>
    </p>
  );
}

function Shortcut({ entry, state }: { readonly entry: Entry; readonly state: EntryState | null }) {
  return (
    <li className={styles.tile} aria-busy={state === null}>
      <SectionLink section={entry.section} className={styles.tileLink}>
        <StatusMark tone={state?.tone ?? 'unknown'} />
        {texts.names[entry.id]}
      </SectionLink>
      <span className={styles.said}>{state?.said ?? texts.loading}</span>
    </li>
  );
}
