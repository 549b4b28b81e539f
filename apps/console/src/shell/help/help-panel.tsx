import { formatDay } from '@kianda/format';
import { findable, matchScore, typedQuery } from '@kianda/format/match';
import { Button, Tabs, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import newsText from '../../../../../docs/novidades.md?raw';
import { findSection } from '../../sections/sections.ts';
import touch from '../../sections/shared/touch.module.css';
import { useSectionLink } from '../../sections/shared/use-section-link.ts';
import { useSectionId } from '../use-section.ts';
import { useShortcut } from '../use-shortcut.ts';
import { guideParts } from './guide-pages.ts';
import { type GuidePart, withParts } from './guide-parts.ts';
import styles from './help.module.css';
import { type GuidePlace, type HelpTab, type HelpView, helpTabs } from './help-view.ts';
import { Markdown } from './markdown.tsx';
import { readNews } from './news.ts';
import { sectionPages } from './section-pages.ts';
import { helpTexts as texts } from './texts.pt.ts';

type Props = { readonly view: HelpView; readonly onClose: () => void };

/** The guide beside the page that is being worked on: it does not block it, and closes with Esc. */
export default function HelpPanel({ view, onClose }: Props) {
  const [tab, setTab] = useState<HelpTab>(view.tab);
  const [place, setPlace] = useState<GuidePlace | null>(view.place);
  const [query, setQuery] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  useShortcut('Escape', onClose);

  useEffect(() => {
    const before = document.activeElement;
    title.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => {
    setTab(view.tab);
    setPlace(view.place);
  }, [view]);

  const openPlace = (next: GuidePlace) => {
    setQuery('');
    setPlace(next);
    setTab('guide');
  };
  return (
    <aside className={`k-no-print ${touch.touch} ${styles.panel}`} aria-label={texts.title}>
      <header className={styles.header}>
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h2>
        <button type="button" className={styles.close} aria-label={texts.close} onClick={onClose}>
          <IconX size={18} aria-hidden="true" />
        </button>
      </header>
      <div className={styles.search}>
        <TextInput
          type="search"
          label={texts.search}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {query.trim() === '' ? (
        <Tabs
          value={tab}
          onChange={(next) => setTab(helpTabs.find((one) => one === next) ?? 'page')}
          keepMounted={false}
          className={styles.tabs ?? ''}
        >
          <Tabs.List aria-label={texts.tabsLabel}>
            {helpTabs.map((one) => (
              <Tabs.Tab key={one} value={one} className={styles.tab ?? ''}>
                {texts.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="page" className={styles.body ?? ''} tabIndex={0}>
            <OwnPage onOpen={openPlace} />
          </Tabs.Panel>
          <Tabs.Panel value="guide" className={styles.body ?? ''} tabIndex={0}>
            {place === null ? (
              <Index onOpen={openPlace} />
            ) : (
              <Page place={place} onOpen={openPlace} onBack={() => setPlace(null)} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="shortcuts" className={styles.body ?? ''} tabIndex={0}>
            <Shortcuts onLeave={onClose} />
          </Tabs.Panel>
          <Tabs.Panel value="news" className={styles.body ?? ''} tabIndex={0}>
            <NewsList />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <Results query={query} onOpen={openPlace} />
      )}
    </aside>
  );
}

type PlaceProps = { readonly onOpen: (place: GuidePlace) => void };

/** The guide's words on the section that is open. */
function OwnPage({ onOpen }: PlaceProps) {
  const section = findSection(useSectionId());
  const place = section === undefined ? undefined : sectionPages[section.id];
  if (place === undefined) return <p>{texts.noPage}</p>;
  return (
    <>
      <Parts parts={withParts(guideParts, place.page, place.heading)} onOpen={onOpen} />
      {place.heading === undefined ? null : (
        <Button variant="default" onClick={() => onOpen({ page: place.page })}>
          {texts.whole}
        </Button>
      )}
    </>
  );
}

function Page({ place, onOpen, onBack }: PlaceProps & { readonly place: GuidePlace; readonly onBack: () => void }) {
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={onBack}>
        {texts.back}
      </Button>
      <Parts parts={withParts(guideParts, place.page, place.heading)} onOpen={onOpen} />
    </>
  );
}

function Parts({ parts, onOpen }: PlaceProps & { readonly parts: readonly GuidePart[] }) {
  const [first] = parts;
  return (
    <article className={styles.text}>
      {first?.heading === null ? <h3 className={styles.pageTitle}>{first.pageTitle}</h3> : null}
      {parts.map(({ heading, markdown }) => (
        <section key={heading ?? ''}>
          {heading === null ? null : <h3 className={styles.heading}>{heading}</h3>}
          <Markdown text={markdown} onOpen={onOpen} />
        </section>
      ))}
    </article>
  );
}

function Index({ onOpen }: PlaceProps) {
  const pages = guideParts.filter(({ heading }) => heading === null);
  return (
    <ul className={styles.list} aria-label={texts.index}>
      {pages.map(({ page, pageTitle }) => (
        <li key={page}>
          <button type="button" className={styles.entry} onClick={() => onOpen({ page })}>
            {pageTitle}
          </button>
        </li>
      ))}
    </ul>
  );
}

const prepared = guideParts.map((part) => ({
  part,
  findable: findable(part.heading ?? part.pageTitle, [part.pageTitle], [part.markdown]),
}));
const mostFound = 20;

function Results({ query, onOpen }: PlaceProps & { readonly query: string }) {
  const found = useMemo(() => {
    const typed = typedQuery(query);
    return prepared
      .map(({ part, findable: words }) => ({ part, score: matchScore(typed, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, mostFound);
  }, [query]);
  return (
    <section className={styles.body} aria-label={texts.results}>
      {found.length === 0 ? <p role="status">{texts.none(query.trim())}</p> : null}
      <ul className={styles.list}>
        {found.map(({ part: { page, pageTitle, heading } }) => (
          <li key={`${page}-${heading}`}>
            <button
              type="button"
              className={styles.entry}
              onClick={() => onOpen(heading === null ? { page } : { page, heading })}
            >
              {heading ?? pageTitle}
              {heading === null ? null : <span className={styles.quiet}>{pageTitle}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shortcuts({ onLeave }: { readonly onLeave: () => void }) {
  const tour = useSectionLink('demo-enhanced');
  return (
    <>
      <dl className={styles.keys}>
        {texts.shortcuts.map(([keys, action]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      {tour === undefined ? null : (
        <Button
          variant="default"
          onClick={() => {
            onLeave();
            tour();
          }}
        >
          {texts.tour}
        </Button>
      )}
    </>
  );
}

const news = readNews(newsText);

function NewsList() {
  return (
    <div className={styles.text}>
      {news.map(({ date, items }) => (
        <section key={date}>
          <h3 className={styles.heading}>{formatDay(date)}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
