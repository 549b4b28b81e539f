import { findable, matchScore, typedQuery } from '@kianda/format/match';
import { EmptyState, StatusMark } from '@kianda/ui';
import { TextInput } from '@mantine/core';
import * as address from '../page-frame/address.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { SectionLink } from '../shared/section-link.tsx';
import styles from './admin-entries.module.css';
import { type Entry, entries, entryGroups } from './entries.ts';
import { entryTexts as texts } from './texts.pt.ts';
import { useEntry } from './use-entry.ts';

const fields = { procura: address.text(80) };

function found(query: string): readonly Entry[] {
  const typed = typedQuery(query);
  if (typed.words.length === 0) return entries;
  return entries.filter(
    ({ id, group, section }) => matchScore(typed, findable(texts.names[id], [section, id], [texts.groups[group]])) > 0,
  );
}

/** The entry of the first generation: every part by its old name, its state, and the way to it. */
export function AdminList() {
  const [{ procura }, change, fragment] = useAddress(fields);
  const shown = found(procura);
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment}>
      <div className={styles.page}>
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          value={procura}
          onChange={({ currentTarget }) => change({ procura: currentTarget.value })}
          className={styles.search ?? ''}
        />
        {shown.length === 0 ? <EmptyState title={texts.none} /> : null}
        {entryGroups.map((group) => {
          const inside = shown.filter((entry) => entry.group === group);
          return inside.length === 0 ? null : (
            <section key={group} className={styles.group}>
              <h2 className={styles.groupTitle}>{texts.groups[group]}</h2>
              <ul className={styles.list}>
                {inside.map((entry) => (
                  <Row key={entry.id} entry={entry} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </PageFrame>
  );
}

function Row({ entry }: { readonly entry: Entry }) {
  const state = useEntry(entry);
  return (
    <li className={styles.row} aria-busy={state === null}>
      <StatusMark tone={state?.tone ?? 'unknown'} />
      <SectionLink section={entry.section} className={styles.name}>
        {texts.names[entry.id]}
      </SectionLink>
      <span className={styles.said}>{state?.said ?? texts.loading}</span>
    </li>
  );
}
