import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import { configurationOf, definitionOfConfiguration } from '@kianda/contract/open/maps/configuration';
import { mapFragment } from '@kianda/contract/open/maps/fragment';
import {
  type MapCategory,
  mapBaseTitles,
  type mapCategories,
  mapCategoryIds,
  mapOverlays,
  mapOverlayTitles,
} from '@kianda/contract/open/maps/layers';
import type { createMap, listMaps, mapStats, SavedMap, updateMap } from '@kianda/contract/open/maps/maps.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { isNameTaken, type MapRow, type MapsRepository, type Written } from './maps.repository.ts';

/** Account that acts and the address that it acts from, as the audit trail records them. */
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

export type MapsAudit = { record(entry: AuditEntry): Promise<void> };
export type MapsService = ReturnType<typeof createMapsService>;

const mostListed = 5;
/** Height of a frame, pixels, at which the map and its layers are seen at once. */
const frameHeight = 640;
const icons: Readonly<Record<MapCategory, string>> = {
  oceanographic: 'temperature',
  fisheries: 'fish',
  biodiversity: 'leaf',
  coastal: 'beach',
  administrative: 'map',
  scientific: 'microscope',
};
/** Only this role may change a map that another person shares. */
const roleOverSharedMaps: Principal['role'] = 'administrador';

type Dependencies = {
  readonly repository: MapsRepository;
  readonly audit: MapsAudit;
  readonly clock: Clock;
  /** Page that draws a map from the fragment of its address. */
  readonly pageUrl: string;
};

/** Saved maps. An account sees its own and the shared ones. */
export function createMapsService({ repository, audit, clock, pageUrl }: Dependencies) {
  const now = () => new Date(clock.nowMs());
  const shownTo = (row: MapRow, principal: Principal): SavedMap =>
    viewOf(row, { principal, nowMs: clock.nowMs(), pageUrl });

  /** A map that the caller may see. Throws `not_found`. */
  async function visible(id: string, { accountId }: Principal): Promise<MapRow> {
    const row = await repository.find(accountId, id);
    if (row === null) throw new AppError('not_found');
    return row;
  }

  /** A map that the caller may change. Throws `not_found`, `forbidden`. */
  async function editable(id: string, principal: Principal): Promise<MapRow> {
    const row = await visible(id, principal);
    if (!mayChange(row, principal)) throw new AppError('forbidden', { detail: 'Este mapa é de outra pessoa.' });
    return row;
  }

  const record = (actor: Actor, event: 'data.modify' | 'data.delete', row: MapRow) =>
    audit.record(auditEntryOf(actor, event, row));

  return {
    editable,

    async list(query: QueryOf<typeof listMaps>, principal: Principal): Promise<SavedMap[]> {
      const rows = await repository.list(principal.accountId, query);
      return rows.map((row) => shownTo(row, principal));
    },

    find: async (id: string, principal: Principal): Promise<SavedMap> =>
      shownTo(await visible(id, principal), principal),

    /** Throws `conflict` when the owner has a map of that name. */
    async create(map: BodyOf<typeof createMap>, actor: Actor): Promise<SavedMap> {
      const { principal } = actor;
      const owner = { id: principal.accountId, name: principal.name };
      const row = await refuseTakenName(repository.create(randomUUID(), owner, now(), writtenOf(map)));
      await record(actor, 'data.modify', row);
      return shownTo(row, principal);
    },

    /** Throws `not_found`, `forbidden`, `conflict`, and `precondition_failed` when it was changed since that version. */
    async update(id: string, { version, ...map }: BodyOf<typeof updateMap>, actor: Actor): Promise<SavedMap> {
      await editable(id, actor.principal);
      const row = await refuseTakenName(repository.update(id, version, now(), writtenOf(map)));
      if (row === null) throw new AppError('precondition_failed');
      await record(actor, 'data.modify', row);
      return shownTo(row, actor.principal);
    },

    /** Throws `not_found`, `forbidden`. */
    async remove(id: string, actor: Actor): Promise<void> {
      const row = await editable(id, actor.principal);
      await repository.remove(row.id);
      await record(actor, 'data.delete', row);
    },

    /** Counts an opening; how many there were. Throws `not_found`. */
    async open(id: string, principal: Principal): Promise<number> {
      const row = await visible(id, principal);
      return repository.open(row.id, now());
    },

    stats: async (principal: Principal) =>
      statsOf(await repository.list(principal.accountId, {}), principal, clock.nowMs()),

    countsByCategory: async (principal: Principal) => countsOf(await repository.list(principal.accountId, {})),
  };
}

/** The stored form of a map: one that another client describes is stored as the console's own are. */
function writtenOf({ definition, configuration, ...map }: BodyOf<typeof createMap>): Written {
  if (definition !== undefined) return { ...map, definition };
  if (configuration !== undefined) return { ...map, definition: definitionOfConfiguration(configuration) };
  throw new AppError('validation_failed');
}

function auditEntryOf(actor: Actor, event: 'data.modify' | 'data.delete', row: MapRow): AuditEntry {
  return {
    event,
    severity: 'low',
    actorId: actor.principal.accountId,
    actorName: actor.principal.email,
    resource: `map/${row.id}`,
    ipAddress: actor.ipAddress,
    userAgent: actor.userAgent,
    metadata: { nome: row.name, acesso: row.access, versao: row.version },
  };
}

/** A map that nobody opened for so long is no longer active. */
const activeMs = 30 * dayMs;

const isActive = ({ last_opened_at }: MapRow, nowMs: number): boolean =>
  last_opened_at !== null && nowMs - last_opened_at.getTime() <= activeMs;

function statsOf(rows: readonly MapRow[], principal: Principal, nowMs: number): DataOf<typeof mapStats> {
  const byOpens = rows.filter(({ opens }) => opens > 0).toSorted((a, b) => b.opens - a.opens);
  return {
    total_maps: rows.length,
    active_maps: rows.filter((row) => isActive(row, nowMs)).length,
    maps_by_category: countsOf(rows),
    most_used_maps: byOpens.slice(0, mostListed).map(({ id, name, opens }) => ({ id, name, views: opens })),
    recent_maps: rows
      .slice(0, mostListed)
      .map(({ id, name, updated_at }) => ({ id, name, last_updated: updated_at.toISOString() })),
    shared: rows.filter(({ access }) => access === 'shared').length,
    mine: rows.filter(({ owner_id }) => owner_id === principal.accountId).length,
    views: rows.reduce((sum, { opens }) => sum + opens, 0),
  };
}

function mayChange(row: MapRow, { accountId, role }: Principal): boolean {
  return row.owner_id === accountId || (row.access === 'shared' && role === roleOverSharedMaps);
}

function viewOf(
  row: MapRow,
  { principal, nowMs, pageUrl }: { readonly principal: Principal; readonly nowMs: number; readonly pageUrl: string },
): SavedMap {
  const { base, overlays } = row.definition;
  const layers = mapOverlays.filter((id) => overlays[id] !== undefined);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    definition: row.definition,
    configuration: configurationOf(row.definition),
    access: row.access,
    ownerName: row.owner_name,
    isMine: mayChange(row, principal),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    opens: row.opens,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
    url: `/?section=maps&map=${row.id}`,
    iframe_config: {
      src: `${pageUrl}#${mapFragment(row.definition)}`,
      title: row.name,
      height: frameHeight,
      allowFullscreen: true,
    },
    icon: icons[row.category],
    status: isActive(row, nowMs) ? 'active' : 'inactive',
    features: [...(base === 'none' ? [] : [mapBaseTitles[base]]), ...layers.map((id) => mapOverlayTitles[id])],
    last_updated: row.updated_at.toISOString(),
  };
}

async function refuseTakenName<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (isNameTaken(error)) throw new AppError('conflict', { detail: 'Já tem um mapa com este nome. Escolha outro.' });
    throw error;
  }
}

function countsOf(rows: readonly MapRow[]): Record<keyof typeof mapCategories, number> {
  const of = (category: string) => rows.filter((row) => row.category === category).length;
  return Object.fromEntries(mapCategoryIds.map((id) => [id, of(id)])) as Record<keyof typeof mapCategories, number>;
}
