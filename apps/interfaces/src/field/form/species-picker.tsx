import { foldText } from '@kianda/format';
import { useId, useMemo, useState } from 'react';
import styles from '../field.module.css';
import type { Reference } from '../queue/phone-store.ts';
import { fieldTexts } from '../texts.pt.ts';

const { form: texts } = fieldTexts;
export type Taxon = Reference['taxa'][number];
const listed = 6;

/** Taxa whose names have all the words, those whose name begins with them first. */
export function findTaxa(taxa: readonly Taxon[], words: string): readonly Taxon[] {
  const wanted = foldText(words).trim();
  if (wanted === '') return [];
  const parts = wanted.split(/\s+/);
  const found = taxa.flatMap((taxon) => {
    const names = foldText(`${taxon.commonName ?? ''} ${taxon.scientificName} ${taxon.code ?? ''}`);
    if (!parts.every((part) => names.includes(part))) return [];
    const begins = [taxon.commonName, taxon.scientificName, taxon.code].some((name) =>
      foldText(name ?? '').startsWith(wanted),
    );
    return [{ taxon, rank: begins ? 0 : 1 }];
  });
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, listed)
    .map(({ taxon }) => taxon);
}

type Props = {
  readonly label: string;
  readonly taxa: readonly Taxon[] | null;
  /** Text of the field. */
  readonly value: string;
  readonly onWrite: (text: string) => void;
  readonly onPick: (taxon: Taxon) => void;
};

/** A field that finds a species in the list that the phone keeps, by any of its names. */
export function SpeciesPicker({ label, taxa, value, onWrite, onPick }: Props) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const found = useMemo(() => (isOpen && taxa !== null ? findTaxa(taxa, value) : []), [isOpen, taxa, value]);
  return (
    <div className={styles.field}>
      <label className={styles.field}>
        <span>{label}</span>
        <input
          type="text"
          autoComplete="off"
          placeholder={texts.speciesHint}
          aria-controls={listId}
          value={value}
          onChange={(event) => {
            setOpen(true);
            onWrite(event.currentTarget.value);
          }}
        />
      </label>
      <ul id={listId} className={styles.found} hidden={found.length === 0}>
        {found.map((taxon) => (
          <li key={`${taxon.scientificName} ${taxon.code}`}>
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                onPick(taxon);
              }}
            >
              {taxon.commonName ?? taxon.scientificName}
              <em>
                {[taxon.commonName === null ? null : taxon.scientificName, taxon.code].filter(Boolean).join(' · ')}
              </em>
            </button>
          </li>
        ))}
      </ul>
      {taxa === null ? <p className={styles.note}>{texts.noList}</p> : null}
      {isOpen && taxa !== null && value.trim() !== '' && found.length === 0 ? (
        <p className={styles.note} role="status">
          {texts.noSpecies}
        </p>
      ) : null}
    </div>
  );
}
