import { formatAge, NBSP } from '@kianda/format';
import { Tooltip } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { uiTexts } from '../texts.pt.ts';
import { useNow } from '../time/now.tsx';
import { provenanceWord } from './describe.ts';
import { createPageOrigins, type PageOrigin, type PageOrigins, type ShownOrigin } from './page-provenance.ts';
import styles from './provenance-badge.module.css';
import { ProvenanceShape } from './provenance-shape.tsx';

const PageContext = createContext<PageOrigins | null>(null);
const nothing = () => () => undefined;
const unknown = () => null;
/** More sources than this are counted in the mark's details. */
const mostSources = 10;

/** A page whose values share one mark: below it only what differs wears a badge. */
export function PageProvenance({ children }: { readonly children: ReactNode }) {
  const [origins] = useState(createPageOrigins);
  return <PageContext value={origins}>{children}</PageContext>;
}

/** Tells the page what a badge shows; true where the page's mark says it already. Always false outside of a page. */
export function useSaidByPage({ word, provenance }: ShownOrigin): boolean {
  const origins = useContext(PageContext);
  const id = useId();
  const said = useSyncExternalStore(origins?.subscribe ?? nothing, () => origins?.current()?.word === word);
  // Before the browser paints: a badge that the mark replaces must not flash.
  useLayoutEffect(() => origins?.show(id, { word, provenance }), [origins, id, word, provenance]);
  return said;
}

/** The one mark of a page: where its values come from, and how old they are. Nothing without values. */
export function PageMark() {
  const origins = useContext(PageContext);
  const origin = useSyncExternalStore(origins?.subscribe ?? nothing, origins?.current ?? unknown);
  return origin === null ? null : <Mark origin={origin} />;
}

function Mark({ origin }: { readonly origin: PageOrigin }) {
  const now = useNow(1);
  const { page, label } = uiTexts.provenance;
  const [first] = origin.shown;
  if (first === undefined) return null;
  const sentence = sentenceOf(origin, now);
  const sources = [...new Set(origin.shown.flatMap(({ provenance: one }) => ('source' in one ? [one.source] : [])))];
  return (
    <Tooltip
      w={300}
      label={
        <span className={styles.details}>
          <strong>{sentence}</strong>
          <span className={styles.explain}>{page.explain(origin.shown.length)}</span>
          {sources.slice(0, mostSources).map((source) => (
            <span key={source}>{source}</span>
          ))}
          {sources.length > mostSources ? <span>{page.more(sources.length - mostSources)}</span> : null}
        </span>
      }
    >
      <button type="button" className={styles.page} data-page-origin={first.provenance.state}>
        <ProvenanceShape state={first.provenance.state} />
        <span className="k-visually-hidden">{label(sentence)}</span>
        <span aria-hidden="true" className={styles.pageWords}>
          {sentence}
        </span>
      </button>
    </Tooltip>
  );
}

/** `Tudo simulado`, `Em direto há 8 s`, and where something differs `Simulado, salvo o assinalado`. */
function sentenceOf({ shown, isWhole }: PageOrigin, now: number): string {
  const { page } = uiTexts.provenance;
  const [first] = shown;
  if (first === undefined) return '';
  const { provenance } = first;
  if (provenance.state === 'simulated') {
    const word = provenanceWord(provenance, now);
    return isWhole ? page.allOf(word) : page.except(word);
  }
  if (provenance.state !== 'live') {
    const word = provenanceWord(provenance, now);
    return isWhole ? word : page.except(word);
  }
  const newest = shown.reduce(
    (latest, { provenance: one }) => ('retrievedAt' in one ? Math.max(latest, Date.parse(one.retrievedAt)) : latest),
    Date.parse(provenance.retrievedAt),
  );
  const word = `${provenanceWord(provenance, now)} há${NBSP}${formatAge(now - newest)}`;
  return isWhole ? word : page.except(word);
}
