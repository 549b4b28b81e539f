import { sql } from 'kysely';

/** Whether a row of events or alerts is about a ship. */
export const containsShip = (shipId: number) => sql<boolean>`ship_ids @> ARRAY[${shipId}]::integer[]`;
