import type { Migration } from '../../../platform/db/database.ts';

export const catalogueMigrations: readonly Migration[] = [
  {
    id: '0001-items',
    sql: `
      -- What the platform offers, and what others published: one row a STAC item, without its links.
      CREATE TABLE catalogue.items (
        collection text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        -- Of the sort: the instant, or the first of the interval. Milliseconds at most: pages go on from it.
        datetime timestamptz NOT NULL,
        start_at timestamptz NOT NULL,
        end_at timestamptz NOT NULL,
        -- Box around the geometry; the whole width for one across the antimeridian; null without geometry.
        footprint box,
        -- The geometry is its box, or a point: no closer look is needed.
        is_box boolean NOT NULL,
        item jsonb NOT NULL,
        content_hash text NOT NULL,
        -- Offered by a module; else published from outside.
        own boolean NOT NULL,
        connector_id text,
        stream_id text,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (collection, id)
      );
      CREATE INDEX items_newest ON catalogue.items (datetime DESC, collection, id);
      CREATE INDEX items_of_collection ON catalogue.items (collection, datetime DESC, id);
      CREATE INDEX items_footprint ON catalogue.items USING gist (footprint);

      -- When each collection was last gone through.
      CREATE TABLE catalogue.sweeps (
        collection text PRIMARY KEY,
        swept_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0002-search-indexes',
    sql: `
      -- What a place or a period holds is counted and put in order without reading the items themselves.
      CREATE INDEX items_place ON catalogue.items USING gist (footprint) INCLUDE (collection, id, datetime, start_at, end_at);
      CREATE INDEX items_period ON catalogue.items
        USING gist (tstzrange(least(start_at, end_at), greatest(start_at, end_at), '[]'))
        INCLUDE (collection, id, datetime, start_at, end_at, footprint);
      -- The few whose instant is after their start: the farthest of them bounds where a search by time begins.
      CREATE INDEX items_late ON catalogue.items ((datetime - start_at))
        WHERE datetime > start_at;
      DROP INDEX catalogue.items_footprint;
      -- A walk in the order of a page judges place and period by the way.
      DROP INDEX catalogue.items_newest;
      CREATE INDEX items_newest ON catalogue.items (datetime DESC, collection, id) INCLUDE (start_at, end_at, footprint);
      DROP INDEX catalogue.items_of_collection;
      CREATE INDEX items_of_collection ON catalogue.items (collection, datetime DESC, id)
        INCLUDE (start_at, end_at, footprint);
    `,
  },
  {
    id: '0003-item-changes',
    sql: `
      -- Which transactions wrote items: what is seen here is another set whenever the items are, from the instant of the
      -- commit. Rows are only ever added, so writers never wait for each other.
      CREATE TABLE catalogue.item_changes (
        xact xid8 PRIMARY KEY,
        -- Told from the number: a restored database counts its transactions anew.
        mark uuid NOT NULL
      );
      CREATE FUNCTION catalogue.note_item_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO catalogue.item_changes VALUES (pg_current_xact_id(), gen_random_uuid())
            ON CONFLICT (xact) DO UPDATE SET mark = excluded.mark;
          -- Of those that ended before anyone still at work began, the newest is enough: this one.
          DELETE FROM catalogue.item_changes WHERE xact IN (
            SELECT xact FROM catalogue.item_changes
            WHERE xact < pg_snapshot_xmin(pg_current_snapshot()) FOR UPDATE SKIP LOCKED);
          RETURN NULL;
        END $$;
      CREATE TRIGGER items_changed
        AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON catalogue.items
        FOR EACH STATEMENT EXECUTE FUNCTION catalogue.note_item_change();
    `,
  },
  {
    id: '0004-ready-documents',
    sql: `
      -- The item as JSON text, without the addresses, which depend on where the platform is: a page is put together from
      -- these without reading them. Null where it has yet to be written.
      ALTER TABLE catalogue.items ADD COLUMN document text;
      CREATE INDEX items_without_document ON catalogue.items (collection, id) WHERE document IS NULL;
      -- Grids are offered anew: their files now say the projection in the words that GDAL 3.6 reads.
      UPDATE catalogue.items SET content_hash = content_hash || ' 0004' WHERE own AND item->'properties' ? 'proj:code';
    `,
  },
  {
    id: '0005-published-collections',
    sql: `
      -- Collections that people and programs publish; the others are those of the modules. Their documents without names
      -- and without what is added whenever they are answered.
      CREATE TABLE catalogue.collections (
        id text COLLATE "C" PRIMARY KEY,
        document jsonb NOT NULL,
        content_hash text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE TRIGGER collections_changed
        AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON catalogue.collections
        FOR EACH STATEMENT EXECUTE FUNCTION catalogue.note_item_change();
    `,
  },
  {
    id: '0006-loads',
    sql: `
      -- Files of items that are loaded in the background. \`rows\` is written with the items of those rows: an attempt that
      -- ended early goes on from it.
      CREATE TABLE catalogue.loads (
        id uuid PRIMARY KEY,
        collection text COLLATE "C" NOT NULL,
        content_type text NOT NULL,
        format text,
        size_bytes bigint NOT NULL,
        object_key text NOT NULL,
        run_id text,
        actor jsonb NOT NULL,
        rows bigint NOT NULL DEFAULT 0,
        stored bigint NOT NULL DEFAULT 0,
        unchanged bigint NOT NULL DEFAULT 0,
        refused bigint NOT NULL DEFAULT 0,
        progress float8,
        created_at timestamptz NOT NULL,
        ended_at timestamptz,
        error text
      );
      CREATE INDEX loads_of_collection ON catalogue.loads (collection, created_at DESC);
      CREATE TABLE catalogue.load_refusals (
        load uuid NOT NULL REFERENCES catalogue.loads ON DELETE CASCADE,
        row bigint NOT NULL,
        item_id text,
        issues jsonb NOT NULL,
        PRIMARY KEY (load, row)
      );
    `,
  },
  {
    id: '0007-stopped-loads',
    sql: `
      -- A load that is stopped keeps its file, to go on from where it was. One of an object of the storage reads it there,
      -- as it was when it was asked for, and has no file of its own.
      ALTER TABLE catalogue.loads
        ADD COLUMN stopped_at timestamptz,
        ADD COLUMN source_name text,
        ADD COLUMN source_object jsonb,
        ALTER COLUMN object_key DROP NOT NULL,
        ADD CHECK ((object_key IS NULL) <> (source_object IS NULL));
      CREATE INDEX loads_newest ON catalogue.loads (created_at DESC);
    `,
  },
];
