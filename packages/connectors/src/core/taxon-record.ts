/** One name of a register of taxa, with its accepted name. */
export type TaxonRecord = {
  readonly kind: 'taxon';
  readonly aphiaId: number;
  readonly scientificName: string;
  readonly authority: string | null;
  readonly rank: string | null;
  /** In the register's words: `accepted`, `unaccepted`, `nomen dubium`, … */
  readonly status: string;
  readonly unacceptReason: string | null;
  /** Its own id where the name is accepted; null where the register names none. */
  readonly acceptedAphiaId: number | null;
  readonly acceptedName: string | null;
  readonly parentAphiaId: number | null;
  readonly taxonomy: Readonly<Partial<Record<'kingdom' | 'phylum' | 'class' | 'order' | 'family' | 'genus', string>>>;
  /** Habitat; null where the register does not state it. */
  readonly environment: {
    readonly marine: boolean | null;
    readonly brackish: boolean | null;
    readonly freshwater: boolean | null;
    readonly terrestrial: boolean | null;
  };
  readonly extinct: boolean | null;
  readonly citation: string | null;
  readonly modifiedMs: number | null;
  /** Values that need a request for each name; absent where it was not made, and then the stored values stay. */
  readonly details?: {
    /** Common names, the register's order. */
    readonly vernaculars: readonly { readonly name: string; readonly language: string }[];
    /** From the root down to the name itself. */
    readonly lineage: readonly { readonly aphiaId: number; readonly rank: string; readonly name: string }[];
  };
};

/** A taxon that occurrences name, for the register to be asked about. */
export type WantedTaxon = {
  readonly scientificName: string;
  /** Null where no provider has it. */
  readonly aphiaId: number | null;
  /** True once the register's record is stored, though not its details. */
  readonly known: boolean;
};
