import {
  type BiomassRecord,
  type BiomassType,
  biomassMethods,
  biomassTypeNames,
  biomassTypes,
} from '@kianda/contract/space/biomass/biomass.schemas';
import { UNKNOWN } from '@kianda/format';
import { cx, Example, FactList, StatusPill } from '@kianda/ui';
import { PhoneFirst } from '../../../shared/phone-more.tsx';
import { sampleOf } from '../fallback.ts';
import styles from '../page.module.css';
import { biomassTexts as texts } from '../texts.pt.ts';
import { amountText, confidenceBadge, tonnesText } from './amounts.ts';

/** Cards before «Ver mais» on a phone. */
const firstCards = 3;

type Props = {
  readonly records: readonly BiomassRecord[];
  /** Why there is no record at all. */
  readonly absence: string;
  readonly chosen: BiomassType;
  readonly onChoose: (type: BiomassType) => void;
};

/** The five types: total, interval and confidence of each; the chosen one opens below. */
export function TypeCards({ records, absence, chosen, onChoose }: Props) {
  return (
    <section aria-label={texts.types}>
      <PhoneFirst items={biomassTypeNames} first={firstCards} of={texts.types}>
        {(types) => (
          <ul className={styles.cards}>
            {types.map((type) => (
              <li key={type} className={cx(styles.card, type === chosen && styles.chosen)}>
                <TypeCard
                  type={type}
                  record={records.find(({ biomass_type }) => biomass_type === type)}
                  absence={absence}
                  isChosen={type === chosen}
                  onChoose={() => onChoose(type)}
                />
              </li>
            ))}
          </ul>
        )}
      </PhoneFirst>
    </section>
  );
}

type CardProps = {
  readonly type: BiomassType;
  readonly record: BiomassRecord | undefined;
  readonly absence: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function TypeCard({ type, record, absence, isChosen, onChoose }: CardProps) {
  const total = record?.total_biomass ?? null;
  const badge = confidenceBadge(record?.confidence_level ?? null);
  return (
    <>
      <h2 className={styles.name}>
        <button type="button" className={styles.open} aria-pressed={isChosen} onClick={onChoose}>
          {biomassTypes[type]}
        </button>
      </h2>
      {total === null ? (
        <Unknown type={type} reason={record?.absence ?? absence} />
      ) : (
        <>
          <p className={styles.total}>{tonnesText(total)}</p>
          {record === undefined || record.low === null || record.high === null ? null : (
            <p className={styles.quiet} title={texts.intervalHint}>
              {texts.interval(tonnesText(record.low), tonnesText(record.high))}
            </p>
          )}
          <StatusPill tone={badge.tone}>{badge.words}</StatusPill>
          <FactList items={factsOf(record)} />
        </>
      )}
    </>
  );
}

function factsOf(record: BiomassRecord | undefined): readonly (readonly [string, string])[] {
  if (record === undefined) return [];
  return [
    [texts.density, amountText(record.biomass_density, 't/km²')],
    [texts.area, amountText(record.area_km2, 'km²')],
    [texts.method, biomassMethods[record.calculation_method]],
  ];
}

/** No figure: the dash, why, and the specification's sample, marked as one. */
function Unknown({ type, reason }: { readonly type: BiomassType; readonly reason: string }) {
  const sample = sampleOf(type)?.total_biomass ?? null;
  return (
    <>
      <p className={styles.unknown}>
        <abbr title={reason}>{UNKNOWN}</abbr> <Example of={sample}>{() => tonnesText(sample)}</Example>
      </p>
      <p className={styles.quiet}>{reason}</p>
    </>
  );
}
