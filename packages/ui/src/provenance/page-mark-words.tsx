import { formatAge, NBSP } from '@kianda/format';
import { HintButton } from '../hint/hint-button.tsx';
import { uiTexts } from '../texts.pt.ts';
import { useNow } from '../time/now.tsx';
import { provenanceWord } from './describe.ts';
import type { PageOrigin } from './page-provenance.ts';
import styles from './provenance-badge.module.css';
import { ProvenanceShape } from './provenance-shape.tsx';

/** More sources than this are counted in the mark's details. */
const mostSources = 10;

/** The words of the page's mark, with its sources as details. */
export default function Mark({ origin }: { readonly origin: PageOrigin }) {
  const now = useNow(1);
  const { page, label } = uiTexts.provenance;
  const [first] = origin.shown;
  if (first === undefined) return null;
  const sentence = sentenceOf(origin, now);
  const sources = [...new Set(origin.shown.flatMap(({ provenance: one }) => ('source' in one ? [one.source] : [])))];
  return (
    <HintButton
      className={styles.page}
      data-page-origin={first.provenance.state}
      hintWidth={300}
      hint={
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
      <ProvenanceShape state={first.provenance.state} />
      <span className="k-visually-hidden">{label(sentence)}</span>
      <span aria-hidden="true" className={styles.pageWords}>
        {sentence}
      </span>
    </HintButton>
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
