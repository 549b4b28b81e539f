import type { ListSource } from '@kianda/contract/vessels/list.contract';
import { formatNumber, ProvenanceBadge } from '@kianda/ui';
import styles from '../page.module.css';
import { listSourceTexts as texts } from './texts.pt.ts';

/** One source with all it told of what is shown. */
type Told = { readonly name: string; readonly sources: readonly ListSource[] };

/** The same source told of several things in one line, those that gave places first. */
function byName(sources: readonly ListSource[]): readonly Told[] {
  const known = new Map<string, ListSource[]>();
  for (const source of sources) {
    const { provenance } = source;
    const name = provenance.state === 'fallback' ? provenance.reason : provenance.source;
    known.set(name, [...(known.get(name) ?? []), source]);
  }
  return [...known].map(([name, told]) => ({ name, sources: told }));
}

/** Who told of the vessels shown, of how many and what, each with its own badge; a source that tells of none is not named. */
export function ListSources({ sources }: { readonly sources: readonly ListSource[] }) {
  if (sources.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label={texts.label}>
      {byName(sources).map(({ name, sources: told }) => (
        <li key={name}>
          {told.slice(0, 1).map(({ provenance }) => (
            <ProvenanceBadge key={name} provenance={provenance} compact />
          ))}{' '}
          {name}:{' '}
          {told
            .map(({ tells, vessels }) => texts[tells](formatNumber(vessels, { maxDecimals: 0 }), vessels))
            .join(texts.and)}
        </li>
      ))}
    </ul>
  );
}
