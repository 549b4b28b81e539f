import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { default as formats } from 'ajv-formats';

const folder = new URL('../stac-schemas/', import.meta.url);
const core = {
  Catalog: 'https://schemas.stacspec.org/v1.1.0/catalog-spec/json-schema/catalog.json',
  Collection: 'https://schemas.stacspec.org/v1.1.0/collection-spec/json-schema/collection.json',
  Feature: 'https://schemas.stacspec.org/v1.1.0/item-spec/json-schema/item.json',
} as const;

type Schema = { readonly $id: string };
export type StacDocument = { readonly type: string; readonly stac_extensions?: readonly string[] };

/**
 * Faults of a STAC 1.1 document by the JSON schemas that STAC and each extension it declares publish; none where it is
 * valid. An extension whose schema is not in `stac-schemas` is a fault.
 */
export function createStacValidator(): (document: StacDocument) => readonly string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addFormat('iri', (text) => URL.canParse(text));
  ajv.addFormat('iri-reference', (text) => URL.canParse(text, 'https://relativo.invalid'));
  // Nothing here has a reference system as PROJJSON, so none is accepted.
  ajv.addSchema({ not: {} }, 'https://proj.org/schemas/v0.7/projjson.schema.json');
  for (const name of readdirSync(folder)) {
    if (name === 'sources.json') continue;
    const { $id, ...schema } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Schema;
    // The published identifier of common metadata lacks the dot by which the others refer to it.
    ajv.addSchema(schema, $id.replace(/#$/, '').replace(/commonjson$/, 'common.json'));
  }
  return (document) => {
    const schemas = [core[document.type as keyof typeof core], ...(document.stac_extensions ?? [])];
    return schemas.flatMap((id) => {
      const validate = id === undefined ? undefined : ajv.getSchema(id);
      if (validate === undefined) return [`${id ?? document.type}: unknown schema`];
      if (validate(document) === true) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${id}: ${instancePath} ${message ?? ''}`);
    });
  };
}
