import { randomUUID } from 'node:crypto';
import { worstProvenance } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import { mapBases, mapBaseTitles, mapCategories, mapCategoryIds, mapOverlayTitles } from '@kianda/contract/maps/layers';
import {
  createMap,
  deleteMap,
  findMap,
  listMaps,
  type MapDefinition,
  mapBaseLayers,
  mapStats,
  mapTemplates,
  mapToolCategories,
  openMap,
  optimizeMap,
  type SavedMap,
  suggestMapLayers,
  updateMap,
  validateMap,
} from '@kianda/contract/maps/maps.contract';
import { bind, type Principal } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { judge, optimize } from './judge.ts';
import type { BaseSource } from './maps.base.ts';
import { mapsMigrations } from './maps.migrations.ts';
import { createMapsRepository, isNameTaken, type MapRow, type Written } from './maps.repository.ts';
import { createPublicMaps, type Publishing } from './public-maps.ts';
import { suggestions, templates } from './templates.ts';

export type { BaseSource, Publishing };

type Asked = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

const mostListed = 5;
const keepsEverybodys: Principal['role'] = 'administrador';
const nameTaken = () => new AppError('conflict', { detail: 'Já tem um mapa com este nome. Escolha outro.' });

/** Front door of the saved maps. */
export function createMaps(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  baseSource: BaseSource;
  publishing: Publishing;
}): Module {
  const { platform, audit, baseSource, publishing } = options;
  const { clock } = platform;
  const repository = createMapsRepository(platform.database);
  const own = () => ownProvenance(clock);
  const now = () => new Date(clock.nowMs());

  const mayChange = (row: MapRow, { accountId, role }: Principal) =>
    row.owner_id === accountId || (row.access === 'shared' && role === keepsEverybodys);

  function viewOf(row: MapRow, principal: Principal): SavedMap {
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      category: row.category,
      definition: row.definition,
      access: row.access,
      ownerName: row.owner_name,
      isMine: mayChange(row, principal),
      version: row.version,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      opens: row.opens,
      lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
    };
  }

  /** A map that whoever asks may see. Throws `not_found`. */
  async function seen(id: string, { accountId }: Principal): Promise<MapRow> {
    const row = await repository.find(accountId, id);
    if (row === null) throw new AppError('not_found');
    return row;
  }

  /** A map that whoever asks may change. Throws `not_found`, `forbidden`. */
  async function owned(id: string, principal: Principal): Promise<MapRow> {
    const row = await seen(id, principal);
    if (!mayChange(row, principal)) throw new AppError('forbidden', { detail: 'Este mapa é de outra pessoa.' });
    return row;
  }

  function record({ principal, ipAddress, userAgent }: Asked, event: 'data.modify' | 'data.delete', row: MapRow) {
    return audit.record({
      event,
      severity: 'low',
      actorId: principal.accountId,
      actorName: principal.email,
      resource: `map/${row.id}`,
      ipAddress,
      userAgent,
      metadata: { nome: row.name, acesso: row.access, versao: row.version },
    });
  }

  async function availability() {
    return Promise.all(
      mapBases.map(async (id) => {
        const found = id === 'none' ? null : await baseSource(id);
        return {
          id,
          title: mapBaseTitles[id],
          newestAt: found?.at ?? null,
          provider: found?.provider ?? null,
          coverage: found?.coverage ?? null,
          provenance: found?.provenance ?? null,
        };
      }),
    );
  }
  type Availability = Awaited<ReturnType<typeof availability>>;
  const told = ({ id, title, newestAt, provider, coverage }: Availability[number]) => ({
    id,
    title,
    newestAt,
    provider,
    coverage,
  });
  const worstOf = (layers: Availability) => {
    const known = layers.map(({ provenance }) => provenance).filter((one) => one !== null);
    return known.length === 0 ? own() : worstProvenance(known);
  };
  const newestIn = (layers: Availability) => (base: MapDefinition['base']) =>
    layers.find(({ id }) => id === base)?.newestAt ?? null;

  return {
    name: 'maps',
    migrations: mapsMigrations,
    holdings: [
      {
        id: 'maps',
        label: 'Mapas partilhados',
        fate: 'kept',
        note: 'Continuam à vista de todos, com o nome de quem os fez.',
        count: (accountId) => repository.countOwned(accountId, 'shared'),
      },
      {
        id: 'private-maps',
        label: 'Mapas privados',
        fate: 'removed',
        note: 'São eliminados: mais ninguém os via. Se fizerem falta, peça primeiro que sejam partilhados.',
        count: (accountId) => repository.countOwned(accountId, 'private'),
        release: (accountId) => repository.removePrivate(accountId),
      },
    ],
    bindings: [
      ...createPublicMaps({ platform, audit, baseSource, publishing, owned }),
      bind(listMaps, async ({ query, principal }) => {
        const rows = await repository.list(principal.accountId, query);
        return { data: { maps: rows.map((row) => viewOf(row, principal)) }, provenance: own() };
      }),
      bind(findMap, async ({ params, principal }) => ({
        data: viewOf(await seen(params.id, principal), principal),
        provenance: own(),
      })),
      bind(createMap, async (asked) => {
        const { body, principal } = asked;
        const owner = { id: principal.accountId, name: principal.name };
        const row = await repository
          .create(randomUUID(), owner, now(), body satisfies Written)
          .catch((error: unknown) => {
            throw isNameTaken(error) ? nameTaken() : error;
          });
        await record(asked, 'data.modify', row);
        return { data: viewOf(row, principal), provenance: own(), status: 201 as const };
      }),
      bind(updateMap, async (asked) => {
        const { params, body, principal } = asked;
        await owned(params.id, principal);
        const { version, ...written } = body;
        const row = await repository.update(params.id, version, now(), written).catch((error: unknown) => {
          throw isNameTaken(error) ? nameTaken() : error;
        });
        if (row === null) throw new AppError('precondition_failed');
        await record(asked, 'data.modify', row);
        return { data: viewOf(row, principal), provenance: own() };
      }),
      bind(deleteMap, async (asked) => {
        const row = await owned(asked.params.id, asked.principal);
        await repository.remove(row.id);
        await record(asked, 'data.delete', row);
        return { data: { deleted: true as const }, provenance: own() };
      }),
      bind(openMap, async ({ params, principal }) => {
        const { id } = await seen(params.id, principal);
        return { data: { opens: await repository.open(id, now()) }, provenance: own() };
      }),
      bind(mapStats, async ({ principal }) => {
        const rows = await repository.list(principal.accountId, {});
        const byOpens = rows.filter(({ opens }) => opens > 0).toSorted((a, b) => b.opens - a.opens);
        return {
          data: {
            total: rows.length,
            shared: rows.filter(({ access }) => access === 'shared').length,
            mine: rows.filter(({ owner_id }) => owner_id === principal.accountId).length,
            opens: rows.reduce((sum, { opens }) => sum + opens, 0),
            byCategory: countsOf(rows),
            mostOpened: byOpens.slice(0, mostListed).map(({ id, name, opens }) => ({ id, name, opens })),
            lastChangedAt: rows[0]?.updated_at.toISOString() ?? null,
          },
          provenance: own(),
          ...(rows.length === 0 ? { missing: { lastChangedAt: 'Ainda não há mapas guardados.' } } : {}),
        };
      }),
      bind(mapTemplates, async () => ({ data: { templates: templates() }, provenance: own() })),
      bind(mapToolCategories, async ({ principal }) => {
        const counts = countsOf(await repository.list(principal.accountId, {}));
        return {
          data: { categories: mapCategoryIds.map((id) => ({ id, title: mapCategories[id], maps: counts[id] })) },
          provenance: own(),
        };
      }),
      bind(mapBaseLayers, async () => {
        const layers = await availability();
        return { data: { layers: layers.map(told) }, provenance: worstOf(layers) };
      }),
      bind(validateMap, async ({ body }) => {
        const layers = await availability();
        const findings = judge(body.definition, newestIn(layers)).map(({ level, path, message }) => ({
          level,
          path,
          message,
        }));
        const valid = findings.every(({ level }) => level !== 'error');
        return { data: { valid, findings }, provenance: worstOf(layers) };
      }),
      bind(suggestMapLayers, async ({ params }) => {
        const layers = await availability();
        const { bases, overlays } = suggestions[params.category];
        const found = bases.flatMap(([id, reason]) =>
          layers.filter((layer) => layer.id === id).map((layer) => ({ ...told(layer), reason })),
        );
        const hasData = ({ id, newestAt }: (typeof found)[number]) => id === 'none' || newestAt !== null;
        return {
          data: {
            bases: found.toSorted((a, b) => Number(hasData(b)) - Number(hasData(a))),
            overlays: overlays.map(([id, reason]) => ({ id, title: mapOverlayTitles[id], reason })),
          },
          provenance: worstOf(layers),
        };
      }),
      bind(optimizeMap, async ({ body }) => {
        const layers = await availability();
        return { data: optimize(body.definition, newestIn(layers)), provenance: worstOf(layers) };
      }),
    ],
  };
}

function countsOf(rows: readonly MapRow[]): Record<keyof typeof mapCategories, number> {
  const of = (category: string) => rows.filter((row) => row.category === category).length;
  return Object.fromEntries(mapCategoryIds.map((id) => [id, of(id)])) as Record<keyof typeof mapCategories, number>;
}
