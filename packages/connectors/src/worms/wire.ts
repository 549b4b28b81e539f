import { z } from 'zod';

const optionalText = z.string().nullish();
const optionalNumber = z.number().int().nullish();
/** Habitat of a taxon: 1, 0, or null for "not stated". */
const flag = z.union([z.literal(0), z.literal(1)]).nullish();

/** One record of Aphia. Every field but the id may be null: deleted and quarantined names are nearly empty. */
export const aphiaRecordWire = z.object({
  AphiaID: z.number().int(),
  url: optionalText,
  scientificname: z.string(),
  authority: optionalText,
  status: z.string(),
  unacceptreason: optionalText,
  taxonRankID: optionalNumber,
  rank: optionalText,
  valid_AphiaID: optionalNumber,
  valid_name: optionalText,
  valid_authority: optionalText,
  parentNameUsageID: optionalNumber,
  kingdom: optionalText,
  phylum: optionalText,
  class: optionalText,
  order: optionalText,
  family: optionalText,
  genus: optionalText,
  citation: optionalText,
  lsid: optionalText,
  isMarine: flag,
  isBrackish: flag,
  isFreshwater: flag,
  isTerrestrial: flag,
  isExtinct: flag,
  match_type: optionalText,
  modified: optionalText,
});
export type AphiaRecordWire = z.infer<typeof aphiaRecordWire>;

/** `/AphiaVernacularsByAphiaID/{id}`; `language_code` is ISO 639-3. A name of no known language is none of ours. */
export const vernacularsWire = z.array(
  z.object({ vernacular: z.string(), language_code: optionalText, language: optionalText }),
);
export type VernacularsWire = z.infer<typeof vernacularsWire>;

/** `/AphiaClassificationByAphiaID/{id}`: from the root, each with one child, down to the name asked for. */
export type ClassificationWire = {
  readonly AphiaID: number;
  readonly rank: string;
  readonly scientificname: string;
  readonly child?: ClassificationWire | null | undefined;
};
export const classificationWire: z.ZodType<ClassificationWire> = z.object({
  AphiaID: z.number().int(),
  rank: z.string(),
  scientificname: z.string(),
  get child() {
    return classificationWire.nullish();
  },
});

/** Rows of one page, and ids or names of one request. */
export const PAGE_ROWS = 50;
