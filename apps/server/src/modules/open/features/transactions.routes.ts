import type { GeoGeometry } from '@kianda/connectors';
import type { BodyOf } from '@kianda/contract';
import * as contract from '@kianda/contract/open/features/features.contract';
import type { Feature, FeatureCollection, FeatureInput, FeatureWriter } from '../../../platform/feature-collections.ts';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { etagOf, matchesTag } from '../../../platform/http/etag.ts';
import { collectionFor } from './access.rules.ts';
import { featureDocument } from './documents/items.ts';
import type { FeatureService } from './features.types.ts';
import { crs84 } from './query/crs.ts';
import { readFeature } from './query/reader.ts';

type Body = BodyOf<typeof contract.createFeature>;
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Endpoints that write (OGC API Features part 4), for the collections whose module allows it. */
export function transactionBindings({ collections, base }: FeatureService): Bindings {
  async function writable(
    id: string,
    principal: Principal,
  ): Promise<{ collection: FeatureCollection; write: FeatureWriter }> {
    const collection = await collectionFor(collections, id, principal);
    if (collection.write === undefined) {
      throw new AppError('method_not_allowed', { detail: `A coleção «${collection.title}» não se altera por aqui.` });
    }
    return { collection, write: collection.write };
  }

  /** The stored feature. Throws `not_found`, and `precondition_failed` where it is not the one the client saw. */
  async function current(collection: FeatureCollection, id: string, headers: Headers): Promise<Feature> {
    const feature = await readFeature(collection, id);
    if (feature === null) throw new AppError('not_found', { detail: 'Não existe esse elemento na coleção.' });
    const seen = headers['if-match'];
    if (typeof seen !== 'string') return feature;
    const own = `${base}/collections/${collection.id}`;
    const tag = etagOf(JSON.stringify(featureDocument(feature, { own, collection, crs: crs84, isHtml: false })));
    if (!matchesTag(seen, tag)) throw new AppError('precondition_failed');
    return feature;
  }

  return [
    bind(contract.createFeature, async (context) => {
      const { collection, write } = await writable(context.params.collectionId, context.principal);
      const id = await write.create(inputOf(context.body), context);
      const location = `${base}/collections/${collection.id}/items/${encodeURIComponent(id)}`;
      return { status: 201, headers: { location } };
    }),
    bind(contract.replaceFeature, async (context) => {
      const { params, body, principal, headers } = context;
      const { collection, write } = await writable(params.collectionId, principal);
      await current(collection, params.featureId, headers);
      await write.replace(params.featureId, inputOf(body), context);
      return { status: 204 };
    }),
    bind(contract.updateFeature, async (context) => {
      const { params, body, principal, headers } = context;
      const { collection, write } = await writable(params.collectionId, principal);
      const known = await current(collection, params.featureId, headers);
      const merged = {
        geometry: body.geometry === undefined ? known.geometry : plainGeometry(body.geometry),
        properties: { ...known.properties, ...body.properties },
      };
      await write.replace(params.featureId, merged, context);
      return { status: 204 };
    }),
    bind(contract.deleteFeature, async (context) => {
      const { params, principal, headers } = context;
      const { collection, write } = await writable(params.collectionId, principal);
      await current(collection, params.featureId, headers);
      await write.delete(params.featureId, context);
      return { status: 204 };
    }),
  ];
}

function inputOf({ geometry, properties }: Body): FeatureInput {
  return { geometry: plainGeometry(geometry), properties: properties ?? {} };
}

/** The geometry without heights, which no collection stores. */
function plainGeometry(geometry: Body['geometry']): GeoGeometry | null {
  if (geometry === null) return null;
  const flat = (part: unknown): unknown => {
    const list = part as readonly unknown[];
    return typeof list[0] === 'number' ? list.slice(0, 2) : list.map(flat);
  };
  return { type: geometry.type, coordinates: flat(geometry.coordinates) } as GeoGeometry;
}
