import { type Provenance, worstProvenance } from '@kianda/contract';
import type { ListSource } from '@kianda/contract/fleet/vessels/list.contract';
import { formatNumber } from '@kianda/format';
import { ProvenanceBadge } from '@kianda/ui';
import styles from '../page.module.css';
import { listSourceTexts as texts } from './texts.pt.ts';

type SourceCount = {
  readonly name: string;
  readonly provenance: Provenance;
  readonly counts: Readonly<Record<ListSource['tells'], number>>;
};

/** Each source once, those that gave places first. Its streams may tell of the same vessels: the most that one told stands. */
function byName(sources: readonly ListSource[]): readonly SourceCount[] {
  const known = new Map<string, SourceCount>();
  for (const { tells, vessels, provenance } of sources) {
    const name = provenance.state === 'fallback' ? provenance.reason : provenance.source;
    const before = known.get(name) ?? { name, provenance, counts: { position: 0, identity: 0 } };
    const counts = { ...before.counts, [tells]: Math.max(before.counts[tells], vessels) };
    known.set(name, { name, provenance: worstProvenance([before.provenance, provenance]), counts });
  }
  return [...known.values()];
}

/** Sources of the shown vessels with their numbers of positions or identities, each with its own badge. */
export function ListSources({ sources }: { readonly sources: readonly ListSource[] }) {
  if (sources.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label={texts.label}>
      {byName(sources).map(({ name, provenance, counts }) => (
        <li key={name}>
          <ProvenanceBadge provenance={provenance} compact /> {name}:{' '}
          {(['position', 'identity'] as const)
            .filter((tells) => counts[tells] > 0)
            .map((tells) => texts[tells](formatNumber(counts[tells], { maxDecimals: 0 }), counts[tells]))
            .join(texts.and)}
        </li>
      ))}
    </ul>
  );
}
