import type { GeoGeometry } from '@kianda/connectors';
import type { Access, Provenance } from '@kianda/contract';
import type { LayerStyle } from '@kianda/contract/open/layers/layers.contract';
import type { RawBuilder } from 'kysely';
import type { PropertyType } from './cql2/index.ts';
import type { Database } from './db/database.ts';
import type { Principal } from './http/bind.ts';

type Sql = RawBuilder<unknown>;

/** A property of the features, as filters, pages and schemas know it. */
export type FeatureProperty = PropertyType & { readonly title: string; readonly unit?: string };

/** A place with properties; timestamps are ISO text, what is unknown is null. */
export type Feature = {
  readonly id: string;
  readonly geometry: GeoGeometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** Body that creates or replaces a feature: checked GeoJSON, unchecked properties. */
export type FeatureInput = {
  readonly geometry: GeoGeometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** The account that writes, and the origin of its request. */
type Writer = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** How features are written, by the rules of their module, which also audits. Each throws `AppError`. */
export type FeatureWriter = {
  create(input: FeatureInput, actor: Writer): Promise<string>;
  replace(id: string, input: FeatureInput, actor: Writer): Promise<void>;
  delete(id: string, actor: Writer): Promise<void>;
};

type Common = {
  /** Kebab case; part of the address. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Permission to read it; `public`: also without an account, and programs. */
  readonly access: Access;
  /** The one account that reads it; absent where everyone whom `access` lets in does. */
  readonly owner?: string;
  /** Kind of place; null where the features have none. */
  readonly geometryType: 'point' | 'polygon' | 'multipolygon' | 'any' | null;
  /** Property, timestamp or date, that tells when a feature was. */
  readonly time: string | null;
  readonly properties: Readonly<Record<string, FeatureProperty>>;
  readonly provenance: () => Promise<Provenance>;
  /** Another one whenever anything of the features is, of collections that change as a whole: what is kept of them has it in its key. */
  readonly edition?: string;
  /** Words that whoever shows the features has to show. */
  readonly attribution?: string;
  readonly licence?: string;
  /** How maps draw the features; absent: as those of any collection. */
  readonly style?: LayerStyle;
  /** Present where those permitted may write. */
  readonly write?: FeatureWriter;
};

/** Features in a table: filtered, sorted and paged by the database. */
export type FeatureTable = Common & {
  readonly kind: 'table';
  readonly database: Database;
  /** Text after FROM. */
  readonly from: Sql;
  /** Condition that every feature fulfils. */
  readonly where?: Sql;
  /** Columns that tell features apart, in the order of their index. The id is their values with `:` between. */
  readonly key: readonly { readonly sql: Sql; readonly type: 'text' | 'bigint' | 'integer' }[];
  /** Column or expression of each property, of the type that `Column` in platform/cql2 asks for. */
  readonly columns: Readonly<Record<string, Sql>>;
  readonly geometry: {
    readonly box?: Sql;
    readonly lon?: Sql;
    readonly lat?: Sql;
    readonly wkb?: Sql;
    /** Whether a feature may have no place. */
    readonly nullable: boolean;
  } | null;
  /**
   * A text that is another one whenever anything of the features is, from the instant at which others see it. Present
   * where features seldom change: their pages may then come from memory.
   */
  readonly revision?: Sql;
};

/** Few features, made by the module when asked. */
export type FeatureList = Common & {
  readonly kind: 'list';
  readonly features: () => Promise<readonly Feature[]>;
};

export type FeatureCollection = FeatureTable | FeatureList;

/** Collections that come and go while the platform runs. */
export type CollectionSource = {
  list(): Promise<readonly FeatureCollection[]>;
  find(id: string): Promise<FeatureCollection | null>;
};
