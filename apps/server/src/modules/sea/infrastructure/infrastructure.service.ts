import { randomUUID } from 'node:crypto';
import { allows, type BodyOf, type DataOf, type QueryOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import {
  type InfrastructureProposal,
  type listInfrastructure,
  type listInfrastructureProposals,
  type proposeInfrastructure,
  type reviewInfrastructure,
  zoneOf,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { ports } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { InfrastructureRepository, NewProposal, PlaceRow, ProposalRow } from './infrastructure.repository.ts';

/** Account that acts and the address that it acts from, as the audit trail records them. */
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
export type InfrastructureAudit = { record(entry: AuditEntry): Promise<void> };
export type InfrastructureService = ReturnType<typeof createInfrastructureService>;

const referenceName = 'Dados de referência da Kianda';

type Dependencies = {
  readonly repository: InfrastructureRepository;
  readonly audit: InfrastructureAudit;
  readonly clock: Clock;
};

/** Fishing infrastructure: what is proposed by one person stands once another one has accepted it. */
export function createInfrastructureService({ repository, audit, clock }: Dependencies) {
  const now = () => new Date(clock.nowMs());
  const record = (actor: Actor, resource: string, metadata: NonNullable<AuditEntry['metadata']>) =>
    audit.record({
      ...{ event: 'data.modify', severity: 'low', resource, metadata },
      ...{ actorId: actor.principal.accountId, actorName: actor.principal.email },
      ...{ ipAddress: actor.ipAddress, userAgent: actor.userAgent },
    });

  return {
    addReferences: () => addReferences(repository, now()),

    async list(query: QueryOf<typeof listInfrastructure>, principal: Principal) {
      const [{ rows, total, newest }, pending] = await Promise.all([repository.places(query), repository.pending()]);
      const data: DataOf<typeof listInfrastructure> = {
        type: 'FeatureCollection',
        features: rows.map(featureOf),
        ...{ total, pending, isEditable: allows('features:write', principal.role) },
      };
      return { data, newest };
    },

    async propose({ reason, proposals }: BodyOf<typeof proposeInfrastructure>, actor: Actor): Promise<number> {
      for (const proposal of proposals) {
        if (proposal.act !== 'create') await checkPlace(repository, proposal.placeId, proposal.version);
      }
      const { accountId, name } = actor.principal;
      const rows = proposals.map(rowOf);
      await repository.propose(rows, { reason, proposerId: accountId, proposerName: name, at: now() });
      await record(actor, 'infrastructure/proposals', { propostas: rows.length, motivo: reason });
      return rows.length;
    },

    async proposals(query: QueryOf<typeof listInfrastructureProposals>, principal: Principal) {
      const { rows, total } = await repository.proposals(query);
      return { proposals: rows.map((row) => proposalOf(row, principal)), total };
    },

    /** Throws `not_found`, `forbidden` for the proposer's own, `conflict` where it is settled or the place changed. */
    async review(
      id: string,
      { accept, note }: BodyOf<typeof reviewInfrastructure>,
      actor: Actor,
    ): Promise<InfrastructureProposal> {
      const before = (await repository.proposals({ id })).rows[0];
      if (before === undefined) throw new AppError('not_found');
      const { accountId, name } = actor.principal;
      if (before.proposer_id === accountId) {
        throw new AppError('forbidden', { detail: 'Foi esta conta que propôs: tem de rever outra pessoa.' });
      }
      const outcome = await repository.review({
        ...{ id, accept, note, reviewerId: accountId, reviewerName: name, at: now(), newId: randomUUID() },
        zone: before.fields === null ? null : zoneOf(before.fields.lat),
      });
      if (outcome === 'settled') throw new AppError('conflict', { detail: 'A proposta já foi revista.' });
      if (outcome === 'changed') {
        throw new AppError('conflict', { detail: 'O lugar mudou depois da proposta: recuse-a e peça outra.' });
      }
      const after = (await repository.proposals({ id })).rows[0] ?? before;
      await record(actor, `infrastructure/${after.place_id ?? id}`, {
        ato: after.act,
        nome: after.fields?.name ?? after.present?.name ?? null,
        aceite: accept,
      });
      return proposalOf(after, actor.principal);
    },
  };
}

/** The place that a proposal is about, in the version that it was read in. Throws `not_found`, `conflict`. */
async function checkPlace(repository: InfrastructureRepository, placeId: string, version: number): Promise<void> {
  const place = await repository.place(placeId);
  if (place === null) throw new AppError('not_found', { detail: 'Este lugar já não existe.' });
  if (place.version !== version)
    throw new AppError('conflict', { detail: `«${place.name}» mudou entretanto: leia-o outra vez.` });
}

function rowOf(proposal: BodyOf<typeof proposeInfrastructure>['proposals'][number]): NewProposal {
  return {
    ...{ id: randomUUID(), act: proposal.act },
    placeId: proposal.act === 'create' ? null : proposal.placeId,
    version: proposal.act === 'create' ? null : proposal.version,
    fields: proposal.act === 'retire' ? null : proposal.fields,
  };
}

/** Brings in the ports and landing places that the platform knows, once. */
async function addReferences(repository: InfrastructureRepository, at: Date): Promise<void> {
  for (const { id, name, position, kind, source } of ports) {
    // A terminal for gas or oil is no fishing infrastructure.
    if (kind === 'energia') continue;
    const [lon, lat] = position;
    const fields = { kind: 'port' as const, name, lon, lat, population: null, note: '', source };
    await repository.addReference(id, { ...fields, id: randomUUID(), zone: zoneOf(lat), at, by: referenceName });
  }
}

function featureOf({ id, lon, lat, updated_at, updated_by, ...row }: PlaceRow) {
  const { kind, name, zone, population, note, source, version } = row;
  return {
    ...{ type: 'Feature' as const, id },
    geometry: { type: 'Point' as const, coordinates: [lon, lat] as [number, number] },
    properties: {
      ...{ kind, name, zone, population, note, source, version },
      ...{ updatedAt: updated_at.toISOString(), updatedBy: updated_by },
    },
  };
}

function proposalOf(row: ProposalRow, { accountId }: Principal): InfrastructureProposal {
  return {
    ...{ id: row.id, act: row.act, placeId: row.place_id, fields: row.fields, present: row.present },
    ...{ reason: row.reason, state: row.state, proposedBy: row.proposer_name },
    proposedAt: row.proposed_at.toISOString(),
    isReviewable: row.state === 'pending' && row.proposer_id !== accountId,
    reviewedBy: row.reviewer_name,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    reviewNote: row.review_note,
  };
}
