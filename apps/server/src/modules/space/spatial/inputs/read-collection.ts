import type { InputReference } from '@kianda/contract/space/spatial/analysis-inputs';
import type { FeatureCollection } from '../../../../platform/feature-collections.ts';
import { toWkb } from '../../../../platform/geometry/wkb.ts';
import { itemsRequest, readPage } from '../../../open/features/index.ts';
import { nameIn, numbersIn, type ReadOptions, type Wanted } from './inputs.types.ts';
import { setBuilder } from './set-builder.ts';

const rowsAtOnce = 5_000;
type CollectionReference = Extract<InputReference, { kind: 'collection' }>;

/** The request for the features that a reference names. Throws a 400 for a filter that the collection can't take. */
export function requestOf(collection: FeatureCollection, { filter, bbox, from, to }: CollectionReference) {
  return itemsRequest(collection, {
    ...(filter === undefined || filter.trim() === '' ? {} : { filter }),
    ...(bbox === undefined ? {} : { bbox: bbox.join(',') }),
    ...(from === undefined && to === undefined ? {} : { datetime: `${from ?? '..'}/${to ?? '..'}` }),
  });
}

/** All features of a collection that a reference names. */
export async function readCollection(
  collection: FeatureCollection,
  reference: CollectionReference,
  { wanted, signal, most }: Pick<ReadOptions, 'signal' | 'most'> & { readonly wanted: Wanted },
) {
  const request = requestOf(collection, reference);
  const builder = setBuilder(collection.title, most);
  let token: string | null = null;
  do {
    signal.throwIfAborted();
    const page = await readPage(collection, { ...request, limit: rowsAtOnce, token });
    for (const { id, geometry, properties } of page.features) {
      const wkb = geometry === null ? null : toWkb(geometry);
      builder.add(wkb, nameIn(properties, wanted, id), numbersIn(properties, wanted));
    }
    token = page.next;
  } while (token !== null);
  const { state } = await collection.provenance();
  return { ...builder.done(), isSimulated: state === 'simulated' };
}
