import type { QueryOf } from '@kianda/contract';
import type {
  InfrastructureAct,
  InfrastructureFields,
  InfrastructureState,
  InfrastructureZone,
  listInfrastructure,
  listInfrastructureProposals,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export type PlaceRow = InfrastructureFields & {
  readonly id: string;
  readonly zone: InfrastructureZone;
  readonly version: number;
  readonly updated_at: Date;
  readonly updated_by: string;
};

export type ProposalRow = {
  readonly id: string;
  readonly act: InfrastructureAct;
  readonly place_id: string | null;
  readonly base_version: number | null;
  readonly fields: InfrastructureFields | null;
  readonly present: InfrastructureFields | null;
  readonly reason: string;
  readonly state: InfrastructureState;
  readonly proposer_id: string;
  readonly proposer_name: string;
  readonly proposed_at: Date;
  readonly reviewer_name: string | null;
  readonly reviewed_at: Date | null;
  readonly review_note: string | null;
};

export type NewPlace = InfrastructureFields & {
  readonly id: string;
  readonly zone: InfrastructureZone;
  readonly at: Date;
  readonly by: string;
};

export type NewProposal = {
  readonly id: string;
  readonly act: InfrastructureAct;
  readonly placeId: string | null;
  readonly version: number | null;
  readonly fields: InfrastructureFields | null;
};

export type Review = {
  readonly id: string;
  readonly accept: boolean;
  readonly note: string;
  readonly reviewerId: string;
  readonly reviewerName: string;
  readonly at: Date;
  /** Zone and id of the place that an accepted proposal makes or changes. */
  readonly zone: InfrastructureZone | null;
  readonly newId: string;
};

const columns = sql`id, kind, name, zone, lon, lat, population, note, source, version, updated_at, updated_by`;
const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` AND `);

export type InfrastructureRepository = ReturnType<typeof createInfrastructureRepository>;

/** The only SQL that touches the `infrastructure` schema. */
export function createInfrastructureRepository(database: Database) {
  return { ...placesOf(database), ...proposalsOf(database), ...reviewsOf(database) };
}

function placesOf(database: Database) {
  const db = database.for<Record<never, never>>();
  return {
    /** Brings in a place that the platform comes with, once. */
    async addReference(reference: string, { id, zone, at, by, ...fields }: NewPlace): Promise<void> {
      const { kind, name, lon, lat, population, note, source } = fields;
      await sql`
        INSERT INTO infrastructure.places (id, reference, kind, name, zone, lon, lat, population, note, source, updated_at, updated_by)
        VALUES (${id}, ${reference}, ${kind}, ${name}, ${zone}, ${lon}, ${lat}, ${population}, ${note}, ${source}, ${at}, ${by})
        ON CONFLICT (reference) DO NOTHING`.execute(db);
    },

    async places({ zone, kind, minPopulation, limit }: QueryOf<typeof listInfrastructure>) {
      const where = all([
        sql`NOT retired`,
        ...(zone === undefined ? [] : [sql`zone = ${zone}`]),
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(minPopulation === undefined ? [] : [sql`population >= ${minPopulation}`]),
      ]);
      const [{ rows }, { rows: counts }] = await Promise.all([
        sql<PlaceRow>`SELECT ${columns} FROM infrastructure.places WHERE ${where} ORDER BY name, id LIMIT ${limit}`.execute(
          db,
        ),
        sql<{ total: number; newest: Date | null }>`
          SELECT count(*)::int AS total, max(updated_at) AS newest FROM infrastructure.places WHERE ${where}`.execute(
          db,
        ),
      ]);
      return { rows, total: counts[0]?.total ?? 0, newest: counts[0]?.newest ?? null };
    },

    async place(id: string): Promise<PlaceRow | null> {
      const { rows } = await sql<PlaceRow>`
        SELECT ${columns} FROM infrastructure.places WHERE id = ${id} AND NOT retired`.execute(db);
      return rows[0] ?? null;
    },
  };
}

function proposalsOf(database: Database) {
  const db = database.for<Record<never, never>>();
  return {
    async pending(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM infrastructure.proposals WHERE state = 'pending'`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** All of them or none. */
    async propose(
      proposals: readonly NewProposal[],
      of: { readonly reason: string; readonly proposerId: string; readonly proposerName: string; readonly at: Date },
    ): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        for (const { id, act, placeId, version, fields } of proposals) {
          await sql`
            INSERT INTO infrastructure.proposals
              (id, act, place_id, base_version, fields, reason, proposer_id, proposer_name, proposed_at)
            VALUES (${id}, ${act}, ${placeId}, ${version}, ${fields === null ? null : JSON.stringify(fields)}::jsonb,
              ${of.reason}, ${of.proposerId}, ${of.proposerName}, ${of.at})`.execute(transaction);
        }
      });
    },

    async proposals(
      query: Partial<QueryOf<typeof listInfrastructureProposals>> & { readonly id?: string },
    ): Promise<{ readonly rows: readonly ProposalRow[]; readonly total: number }> {
      const { state, placeId, id, limit = 1 } = query;
      const where = all([
        ...(state === undefined ? [] : [sql`p.state = ${state}`]),
        ...(placeId === undefined ? [] : [sql`p.place_id = ${placeId}`]),
        ...(id === undefined ? [] : [sql`p.id = ${id}`]),
      ]);
      const [{ rows }, { rows: counts }] = await Promise.all([
        sql<ProposalRow>`
          SELECT p.*, CASE WHEN w.id IS NULL OR w.retired THEN NULL ELSE jsonb_build_object('kind', w.kind, 'name', w.name,
            'lon', w.lon, 'lat', w.lat, 'population', w.population, 'note', w.note, 'source', w.source) END AS present
          FROM infrastructure.proposals AS p LEFT JOIN infrastructure.places AS w ON w.id = p.place_id
          WHERE ${where} ORDER BY p.proposed_at DESC, p.id LIMIT ${limit}`.execute(db),
        sql<{ total: number }>`SELECT count(*)::int AS total FROM infrastructure.proposals AS p WHERE ${where}`.execute(
          db,
        ),
      ]);
      return { rows, total: counts[0]?.total ?? 0 };
    },
  };
}

function reviewsOf(database: Database) {
  const db = database.for<Record<never, never>>();
  return {
    /**
     * Settles a pending proposal and does what it says, together. `settled`: another review came first; `changed`: the
     * place is not what the proposal was made of.
     */
    async review({
      id,
      accept,
      note,
      reviewerId,
      reviewerName,
      at,
      zone,
      newId,
    }: Review): Promise<'done' | 'settled' | 'changed'> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await sql<ProposalRow>`
          SELECT * FROM infrastructure.proposals WHERE id = ${id} AND state = 'pending' FOR UPDATE`.execute(
          transaction,
        );
        const proposal = rows[0];
        if (proposal === undefined) return 'settled';
        if (accept) {
          const statement = actOf(proposal, { zone, newId, at, by: proposal.proposer_name });
          const { numAffectedRows } = await statement.execute(transaction);
          if (numAffectedRows !== 1n) return 'changed';
        }
        const placeId = proposal.act === 'create' && accept ? newId : proposal.place_id;
        await sql`
          UPDATE infrastructure.proposals SET state = ${accept ? 'accepted' : 'refused'}, place_id = ${placeId},
            reviewer_id = ${reviewerId}, reviewer_name = ${reviewerName}, reviewed_at = ${at}, review_note = ${note}
          WHERE id = ${id}`.execute(transaction);
        return 'done';
      });
    },
  };
}

type Done = Pick<Review, 'zone' | 'newId' | 'at'> & { readonly by: string };

/** The statement that does what a proposal says; it changes one row, or none where the place is another by now. */
function actOf({ act, place_id, base_version, fields }: ProposalRow, { zone, newId, at, by }: Done) {
  if (act === 'retire' || fields === null) {
    return sql`
      UPDATE infrastructure.places SET retired = true, version = version + 1, updated_at = ${at}, updated_by = ${by}
      WHERE id = ${place_id} AND version = ${base_version} AND NOT retired`;
  }
  const { kind, name, lon, lat, population, note, source } = fields;
  if (act === 'create') {
    return sql`
      INSERT INTO infrastructure.places (id, kind, name, zone, lon, lat, population, note, source, updated_at, updated_by)
      VALUES (${newId}, ${kind}, ${name}, ${zone}, ${lon}, ${lat}, ${population}, ${note}, ${source}, ${at}, ${by})`;
  }
  return sql`
    UPDATE infrastructure.places SET kind = ${kind}, name = ${name}, zone = ${zone}, lon = ${lon}, lat = ${lat},
      population = ${population}, note = ${note}, source = ${source}, version = version + 1, updated_at = ${at}, updated_by = ${by}
    WHERE id = ${place_id} AND version = ${base_version} AND NOT retired`;
}
