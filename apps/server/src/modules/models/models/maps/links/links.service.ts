import { randomUUID } from 'node:crypto';
import { allows, type BodyOf, type DataOf, type Role } from '@kianda/contract';
import {
  createModelMapLink,
  type ModelMapLink,
  type publicModelMap,
} from '@kianda/contract/models/maps/map-links.contract';
import type { MapBand } from '@kianda/contract/models/maps/maps.contract';
import { newLinkToken, tokenDigest } from '../../../../../platform/crypto/link-token.ts';
import type { TileAddress } from '../../../../../platform/formats/raster-tile.ts';
import type { Principal } from '../../../../../platform/http/bind.ts';
import { AppError } from '../../../../../platform/http/errors.ts';
import type { ModelActor } from '../../models.context.ts';
import { mapView } from '../map-views.rules.ts';
import type { MapContext } from '../maps.context.ts';
import type { MapOfVersion } from '../maps.repository.ts';
import type { Maps } from '../maps.service.ts';
import type { LinkRepository, LinkRow } from './links.repository.ts';

const dayMs = 86_400_000;
const mostOpenLinks = 20;

/** Settings and lookups by which a map is shown to people without an account. */
export type MapPublishing = {
  readonly operatorName: () => string;
  readonly interfacesUrl: string;
  /** The account that made a link; null once it is gone or suspended. */
  readonly makerOf: (accountId: string) => Promise<{ readonly role: Role } | null>;
};

export type LinkContext = Pick<MapContext, 'platform' | 'audit' | 'repository'> & {
  readonly links: LinkRepository;
  readonly maps: Pick<Maps, 'grid' | 'tile'>;
  readonly publishing: MapPublishing;
};

/** Links that open a map of a model without an account, and what they open. */
export function createMapLinks(context: LinkContext) {
  return { ...linkRequests(context), ...linkReads(context) };
}

export type MapLinks = ReturnType<typeof createMapLinks>;

const isAdministrator = ({ role }: Principal) => role === 'administrador';

function linkRequests({ platform, audit, repository, links, publishing }: LinkContext) {
  const now = () => new Date(platform.clock.nowMs());

  function record(
    event: 'map.published' | 'map.unpublished',
    { map_id, id, note, expires_at }: LinkRow,
    by: ModelActor,
  ) {
    const { principal, ipAddress, userAgent } = by;
    return audit.record({
      ...{ event, severity: event === 'map.published' ? 'medium' : 'low', resource: `model-map/${map_id}` },
      ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
      metadata: { ligacao: id, para: note, ate: expires_at.toISOString() },
    });
  }

  return {
    /** Links that the caller made; every link for an administrator. */
    async list(mapId: string, principal: Principal): Promise<ModelMapLink[]> {
      const rows = await links.list(mapId, isAdministrator(principal) ? null : principal.accountId);
      return rows.map(viewOf);
    },

    /** Throws `not_found`, and `conflict` when the map has as many open links as it may. */
    async create(
      mapId: string,
      { days, note }: BodyOf<typeof createModelMapLink>,
      actor: ModelActor,
    ): Promise<DataOf<typeof createModelMapLink>> {
      const { accountId: maker_id, name: maker_name } = actor.principal;
      if ((await repository.map(mapId)) === undefined) {
        throw new AppError('not_found', { detail: 'Não existe este mapa.' });
      }
      const token = newLinkToken();
      const created_at = now();
      const link = await links.add(
        {
          ...{
            id: randomUUID(),
            map_id: mapId,
            token_hash: tokenDigest(token),
            note,
            maker_id,
            maker_name,
            created_at,
          },
          expires_at: new Date(created_at.getTime() + days * dayMs),
        },
        mostOpenLinks,
      );
      if (link === null) {
        const detail = `Este mapa já tem ${mostOpenLinks} ligações abertas. Feche uma que já não sirva.`;
        throw new AppError('conflict', { detail });
      }
      await record('map.published', link, actor);
      return { link: viewOf(link), url: `${publishing.interfacesUrl}/modelo/${token}` };
    },

    /** Throws `not_found`, also for a link of another person and for one that is closed already. */
    async revoke(id: string, actor: ModelActor): Promise<void> {
      const link = await links.find(id);
      const mayClose =
        link !== undefined && (link.maker_id === actor.principal.accountId || isAdministrator(actor.principal));
      if (!mayClose || !(await links.revoke(link.id, now()))) throw new AppError('not_found');
      await record('map.unpublished', link, actor);
    },
  };
}

const linkClosed = () =>
  new AppError('not_found', { detail: 'Esta ligação já não abre nada: chegou ao fim, foi fechada ou nunca existiu.' });

function linkReads({ platform, repository, links, maps, publishing }: LinkContext) {
  const now = () => new Date(platform.clock.nowMs());

  /** The map that a token opens. Throws the same `not_found` for a wrong, an expired and a closed token. */
  async function opened(token: string): Promise<{ readonly link: LinkRow; readonly map: MapOfVersion }> {
    const link = await links.opened(tokenDigest(token), now());
    if (link === undefined) throw linkClosed();
    // A link ends when its maker loses the right to make links.
    const maker = await publishing.makerOf(link.maker_id);
    if (maker === null || !allows(createModelMapLink.access, maker.role)) throw linkClosed();
    const map = await repository.map(link.map_id);
    if (map === undefined) throw linkClosed();
    return { link, map };
  }

  return {
    /** Counts the opening. */
    async open(token: string): Promise<DataOf<typeof publicModelMap>> {
      const { link, map } = await opened(token);
      await links.countOpening(link.id, now());
      const {
        id: _,
        requestedBy: _by,
        seconds: _s,
        dataSha256: _d,
        fileSha256: _f,
        fileBytes: _b,
        ...shown
      } = mapView(map);
      return { ...shown, operatorName: publishing.operatorName(), expiresAt: link.expires_at.toISOString() };
    },

    publicGrid: async (token: string, band: MapBand) => maps.grid((await opened(token)).map.id, band),

    publicTile: async (token: string, band: MapBand, address: TileAddress) =>
      maps.tile((await opened(token)).map.id, band, address),
  };
}

function viewOf(row: LinkRow): ModelMapLink {
  return {
    ...{ id: row.id, mapId: row.map_id, note: row.note, madeBy: row.maker_name, opens: row.opens },
    ...{ createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() },
    ...{ revokedAt: row.revoked_at?.toISOString() ?? null, lastOpenedAt: row.last_opened_at?.toISOString() ?? null },
  };
}
