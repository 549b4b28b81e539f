import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kianda/contract';
import type { createMapLink, MapLink } from '@kianda/contract/open/maps/public-maps.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { newLinkToken, tokenDigest } from '../../../platform/crypto/link-token.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { LinkRow, LinksRepository } from './links.repository.ts';
import type { MapRow } from './maps.repository.ts';
import type { Actor, MapsAudit } from './maps.service.ts';
import type { Publishing } from './maps.types.ts';

const dayMs = 86_400_000;
const mostOpenLinks = 20;

export type LinksService = ReturnType<typeof createLinksService>;

/** Links that open a map to people without an account: made, listed and closed. */
export function createLinksService({
  repository,
  audit,
  publishing,
  clock,
}: {
  repository: LinksRepository;
  audit: MapsAudit;
  publishing: Publishing;
  clock: Clock;
}) {
  const now = () => new Date(clock.nowMs());
  const isAdministrator = ({ role }: Principal) => role === 'administrador';

  return {
    /** Links that the caller made; every link for an administrator. */
    async list(mapId: string | null, principal: Principal): Promise<MapLink[]> {
      const makerId = isAdministrator(principal) ? null : principal.accountId;
      const rows = await repository.list({ makerId, mapId });
      return rows.map(viewOf);
    },

    /** Throws `conflict` when the map has as many open links as it may. */
    async create(map: MapRow, body: BodyOf<typeof createMapLink>, actor: Actor): Promise<DataOf<typeof createMapLink>> {
      const { principal } = actor;
      const token = newLinkToken();
      const at = now();
      const link = await repository.add(
        {
          id: randomUUID(),
          map_id: map.id,
          token_hash: tokenDigest(token),
          note: body.note,
          maker_id: principal.accountId,
          maker_name: principal.name,
          created_at: at,
          expires_at: new Date(at.getTime() + body.days * dayMs),
        },
        mostOpenLinks,
      );
      if (link === null) {
        const detail = `Este mapa já tem ${mostOpenLinks} ligações abertas. Feche uma que já não sirva.`;
        throw new AppError('conflict', { detail });
      }
      await audit.record({
        event: 'map.published',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `map/${map.id}`,
        ipAddress: actor.ipAddress,
        userAgent: actor.userAgent,
        metadata: { nome: map.name, ligacao: link.id, ate: link.expires_at.toISOString(), para: body.note },
      });
      return {
        link: viewOf(link),
        url: `${publishing.interfacesUrl}/mapa/${token}`,
        embedUrl: `${publishing.interfacesUrl}/incorporar/${token}`,
      };
    },

    /** Throws `not_found`, also for a link of another person and for one that is closed already. */
    async revoke(id: string, { principal, ipAddress, userAgent }: Actor): Promise<void> {
      const link = await repository.find(id);
      const mayClose = link !== null && (link.maker_id === principal.accountId || isAdministrator(principal));
      if (!mayClose || !(await repository.revoke(link.id, now()))) throw new AppError('not_found');
      await audit.record({
        event: 'map.unpublished',
        severity: 'low',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `map/${link.map_id}`,
        ipAddress,
        userAgent,
        metadata: { nome: link.map_name, ligacao: link.id },
      });
    },
  };
}

function viewOf(row: LinkRow): MapLink {
  return {
    id: row.id,
    mapId: row.map_id,
    mapName: row.map_name,
    note: row.note,
    madeBy: row.maker_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    opens: row.opens,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  };
}
