import type { ProductCollection } from '../../../../platform/collections.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import { derivedCollection } from './derived.ts';
import { fieldCollections } from './fields.ts';
import { profileCollection } from './profiles.ts';
import { satelliteCollection } from './satellite.ts';
import { waveCollection } from './waves.ts';

/** Collections of the ocean in the catalogue. */
export function oceanCollections(database: Database, fields: FieldStore): readonly ProductCollection[] {
  return [
    ...fieldCollections(database, fields),
    waveCollection(database),
    profileCollection(database),
    satelliteCollection(database),
    derivedCollection(database, fields),
  ];
}
