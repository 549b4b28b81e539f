import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { allows, type DataOf, type Endpoint, type InputOf, type Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import { listPorts, zeeBoundary } from '@kianda/contract/geography/geography.contract';
import {
  createMapLink,
  listMapLinks,
  type MapLink,
  previewMapLink,
  publicMap,
  publicMapFields,
  publicMapGrid,
  publicMapPorts,
  publicMapStations,
  publicMapZee,
  revokeMapLink,
} from '@kianda/contract/maps/public-maps.contract';
import { type FieldVariable, fieldGrid, listFields, listStations } from '@kianda/contract/ocean/ocean.contract';
import { askInside } from '../../platform/http/ask.ts';
import { type Answer, type Bindings, bind, type Principal } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Platform } from '../../platform/module.ts';
import { createLinksRepository, type LinkRow } from './links.repository.ts';
import type { BaseSource } from './maps.base.ts';
import type { MapRow } from './maps.repository.ts';
import { type PublicView, publicView } from './public-layers.ts';

export type Publishing = {
  readonly operatorName: () => string;
  readonly interfacesUrl: string;
  /** Origins whose pages may embed a map; `*` is any. */
  readonly embedOrigins: () => readonly string[];
  /** Providers whose terms let anybody see their fields. */
  readonly openProviders: ReadonlySet<string>;
  /** Every endpoint of the platform, for what a map shows. */
  readonly bindings: () => Bindings;
  /** Whoever made a link; null once the account is gone or suspended. */
  readonly makerOf: (accountId: string) => Promise<{ readonly role: Role } | null>;
};

const dayMs = 86_400_000;
const tokenBytes = 32;
const mostOpenLinks = 20;
const digest = (token: string) => createHash('sha256').update(token).digest();
const closed = () =>
  new AppError('not_found', { detail: 'Esta ligação já não abre nada: chegou ao fim, foi fechada ou nunca existiu.' });
const notShown = () =>
  new AppError('not_found', { detail: 'Esta camada não faz parte do que este mapa mostra a todos.' });

/** Whoever opens a public map, to the handlers that are asked on its behalf. */
const visitor: Principal = {
  accountId: '00000000-0000-0000-0000-000000000000',
  email: 'visitante',
  name: 'Visitante',
  role: 'cliente',
  sessionId: '00000000-0000-0000-0000-000000000000',
  mustChangePassword: false,
};

/** Links that open a map to whoever has no account, and what is read through them. */
export function createPublicMaps(options: {
  readonly platform: Platform;
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly baseSource: BaseSource;
  readonly publishing: Publishing;
  /** A map that whoever asks may change. Throws `not_found`, `forbidden`. */
  readonly owned: (id: string, principal: Principal) => Promise<MapRow>;
}): Bindings {
  const { platform, audit, publishing } = options;
  const { clock } = platform;
  const repository = createLinksRepository(platform.database);
  const own = () => ownProvenance(clock);
  const now = () => new Date(clock.nowMs());
  const isAdministrator = ({ role }: Principal) => role === 'administrador';
  const viewOf = ({ definition }: MapRow): Promise<PublicView> =>
    publicView(
      definition,
      async (base) => (await options.baseSource(base))?.provider ?? null,
      publishing.openProviders,
    );

  /** What a token opens. Throws `not_found`, the same for a wrong one, an old one and one that was closed. */
  async function opened(token: string) {
    const found = await repository.opened(digest(token), now());
    if (found === null) throw closed();
    // A link lasts no longer than its maker's own right to make it.
    const maker = await publishing.makerOf(found.maker_id);
    if (maker === null || !allows(createMapLink.access, maker.role)) throw closed();
    return { ...found, view: await viewOf(found.map) };
  }

  type Asked = { readonly log: Logger; readonly signal: AbortSignal; readonly requestId: string };
  const read = <E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>>, { log, signal, requestId }: Asked) =>
    askInside(publishing.bindings(), endpoint, input, { principal: visitor, log, signal, requestId });

  async function layer<E extends Endpoint>(
    token: string,
    name: 'stations' | 'zee' | 'ports',
    endpoint: E,
    asked: Asked,
  ): Promise<Answer<DataOf<E>>> {
    const { view } = await opened(token);
    if (view.definition.overlays[name] === undefined) throw notShown();
    return read(endpoint, {}, asked);
  }

  async function mayRead(token: string, variable: FieldVariable | undefined): Promise<void> {
    const { view } = await opened(token);
    if (variable === undefined || !view.variables.has(variable)) throw notShown();
  }

  return [
    bind(listMapLinks, async ({ query, principal }) => {
      const makerId = isAdministrator(principal) ? null : principal.accountId;
      const rows = await repository.list({ makerId, mapId: query.map ?? null });
      return { data: { links: rows.map(told), embedOrigins: [...publishing.embedOrigins()] }, provenance: own() };
    }),
    bind(previewMapLink, async ({ params, principal }) => {
      const { shown, refused } = await viewOf(await options.owned(params.id, principal));
      return { data: { shown: [...shown], refused: [...refused] }, provenance: own() };
    }),
    bind(createMapLink, async ({ params, body, principal, ipAddress, userAgent }) => {
      const map = await options.owned(params.id, principal);
      const token = randomBytes(tokenBytes).toString('base64url');
      const at = now();
      const link = await repository.add(
        {
          id: randomUUID(),
          map_id: map.id,
          token_hash: digest(token),
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
        ipAddress,
        userAgent,
        metadata: { nome: map.name, ligacao: link.id, ate: link.expires_at.toISOString(), para: body.note },
      });
      return {
        data: {
          link: told(link),
          url: `${publishing.interfacesUrl}/mapa/${token}`,
          embedUrl: `${publishing.interfacesUrl}/incorporar/${token}`,
        },
        provenance: own(),
        status: 201 as const,
      };
    }),
    bind(revokeMapLink, async ({ params, principal, ipAddress, userAgent }) => {
      const link = await repository.find(params.linkId);
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
      return { data: { revoked: true as const }, provenance: own() };
    }),
    bind(publicMap, async ({ params }) => {
      const { map, view, link_id, expires_at } = await opened(params.token);
      await repository.countOpen(link_id, now());
      return {
        data: {
          name: map.name,
          description: map.description,
          operatorName: publishing.operatorName(),
          definition: view.definition,
          refused: [...view.refused],
          expiresAt: expires_at.toISOString(),
        },
        provenance: own(),
      };
    }),
    bind(publicMapFields, async ({ params, query, ...asked }) => {
      await mayRead(params.token, query.variable);
      const { data, ...rest } = await read(listFields, { query }, asked);
      return {
        ...rest,
        data: { fields: data.fields.filter(({ provider }) => publishing.openProviders.has(provider)) },
      };
    }),
    bind(publicMapGrid, async ({ params, query, ...asked }) => {
      const { token, variable } = params;
      await mayRead(token, variable);
      const answer = await read(fieldGrid, { params: { variable }, query }, asked);
      // An older field may come from somebody else than the newest one.
      if (!publishing.openProviders.has(answer.data.slice.provider)) throw notShown();
      return answer;
    }),
    bind(publicMapStations, ({ params, ...asked }) => layer(params.token, 'stations', listStations, asked)),
    bind(publicMapZee, ({ params, ...asked }) => layer(params.token, 'zee', zeeBoundary, asked)),
    bind(publicMapPorts, ({ params, ...asked }) => layer(params.token, 'ports', listPorts, asked)),
  ];
}

function told(row: LinkRow): MapLink {
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
