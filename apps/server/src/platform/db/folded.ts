import { type RawBuilder, sql } from 'kysely';

/** Letters with accents, and the same without. Indexes are built on them: a change needs new indexes. */
const accented = 'áàâãäåçéèêëíìîïñóòôõöúùûüý';
const plain = 'aaaaaaceeeeiiiinooooouuuuy';

/** A text as `foldText` leaves it, for what Portuguese and its neighbours write: lower case, without accents. */
export const folded = (text: RawBuilder<unknown>) =>
  sql<string>`translate(lower(${text}), ${sql.lit(accented)}, ${sql.lit(plain)})`;

/** The same expression as the text of a migration. */
export const foldedIn = (expression: string) => `translate(lower(${expression}), '${accented}', '${plain}')`;

/** Condition that a folded text contains every one of the words. */
export const containsWords = (text: RawBuilder<unknown>, words: readonly string[]) =>
  sql<boolean>`(${sql.join(
    words.map((word) => sql`${text} LIKE ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    sql` AND `,
  )})`;
