import type { DataOf, Role } from '@kianda/contract';
import {
  type ChangeKind,
  changeKinds,
  changesPerKind,
  type HomeLayout,
  type homeChanges,
} from '@kianda/contract/operations/home/home.contract';
import { defaultTiles, type HomeTile, homeTiles, tilesFor } from '@kianda/contract/operations/home/home-tiles';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { ChangeSource } from '../../../platform/changes.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { mayRead } from '../../../platform/http/may-read.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { HomeRepository, VisitRow } from './home.repository.ts';

/** Without a sign of a person for so long, their visit is over. */
const visitBreakMs = 30 * 60_000;
/** Span that a first visit is told of. */
const firstSpanMs = 86_400_000;

type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
type Dependencies = {
  readonly repository: HomeRepository;
  readonly changes: () => readonly ChangeSource[];
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly clock: Clock;
  readonly log: Logger;
};

/** Stored tiles that still exist: a later release may have taken one away. */
const known = (tiles: readonly string[]) => tiles.filter((tile): tile is HomeTile => Object.hasOwn(homeTiles, tile));

/** The homes of people: their tiles, and what changed while they were away. */
export function createHomeService(dependencies: Dependencies) {
  return { ...layoutService(dependencies), ...visitService(dependencies) };
}

export type HomeService = ReturnType<typeof createHomeService>;

function layoutService({ repository, audit, clock }: Dependencies) {
  const now = () => new Date(clock.nowMs());

  async function layout({ accountId, role }: Principal): Promise<HomeLayout> {
    const own = await repository.layoutOf(accountId);
    const stored = own ?? (await repository.roleLayout(role));
    const tiles = stored === undefined ? [] : tilesFor(known(stored.tiles), role);
    // A layout of which the account may see nothing any more, after a change of role, would be an empty screen.
    if (stored === undefined || tiles.length === 0) {
      return { tiles: [...defaultTiles(role)], from: 'default', updatedAt: null };
    }
    return {
      tiles: [...tiles],
      from: own === undefined ? 'role' : 'own',
      updatedAt: stored.updated_at.toISOString(),
    };
  }

  return {
    layout,
    async saveLayout(principal: Principal, tiles: readonly HomeTile[]): Promise<HomeLayout> {
      await repository.saveLayout(principal.accountId, tiles, now());
      return layout(principal);
    },
    async resetLayout(principal: Principal): Promise<HomeLayout> {
      await repository.removeLayout(principal.accountId);
      return layout(principal);
    },
    /** Tiles that the role may not see are left out: nobody is given what they could not open. */
    async share(role: Role, tiles: readonly HomeTile[], actor: Actor) {
      const given = tilesFor(tiles, role);
      const shared = given.length === 0 ? defaultTiles(role) : given;
      await repository.saveRoleLayout(role, shared, now());
      await audit.record(roleEntry(actor, role, shared));
      return { role, tiles: [...shared] };
    },
    async unshare(role: Role, actor: Actor) {
      await repository.removeRoleLayout(role);
      const tiles = defaultTiles(role);
      await audit.record(roleEntry(actor, role, tiles));
      return { role, tiles: [...tiles] };
    },
  };
}

function roleEntry({ principal, ipAddress, userAgent }: Actor, role: Role, tiles: readonly HomeTile[]): AuditEntry {
  return {
    event: 'system.config.change',
    severity: 'low',
    actorId: principal.accountId,
    actorName: principal.email,
    resource: `home/${role}`,
    ipAddress,
    userAgent,
    metadata: { mosaicos: tiles.join(', ') },
  };
}

function visitService({ repository, changes, clock, log }: Dependencies) {
  /** End of the visit before the one that is under way at `nowMs`; null where there was none. */
  function lastVisit(row: VisitRow | undefined, nowMs: number): Date | null {
    if (row === undefined) return null;
    return nowMs - row.seen_at.getTime() > visitBreakMs ? row.seen_at : row.previous_at;
  }

  return {
    async visit({ accountId }: Principal) {
      const row = await repository.visit(accountId, new Date(clock.nowMs()), visitBreakMs);
      return { lastVisitAt: row.previous_at?.toISOString() ?? null };
    },

    /** Of each kind that the account may see, how much there is since its last visit, and the newest. */
    async changes(principal: Principal): Promise<DataOf<typeof homeChanges>> {
      const nowMs = clock.nowMs();
      const last = lastVisit(await repository.visitOf(principal.accountId), nowMs);
      const since = last ?? new Date(nowMs - firstSpanMs);
      const unavailable = new Set<ChangeKind>();
      const kinds = await Promise.all(
        changes()
          .filter(({ access }) => mayRead(access, principal))
          .map(async (source) => {
            try {
              const { count, newest } = await source.since(since, principal, changesPerKind);
              return [{ kind: source.kind, count, newest: newest.map(viewOf) }];
            } catch (error) {
              log.warn({ err: error, kind: source.kind }, 'mudanças por ler');
              unavailable.add(source.kind);
              return [];
            }
          }),
      );
      return {
        lastVisitAt: last?.toISOString() ?? null,
        since: since.toISOString(),
        kinds: kinds.flat().toSorted((one, other) => changeKinds.indexOf(one.kind) - changeKinds.indexOf(other.kind)),
        unavailable: [...unavailable],
      };
    },
  };
}

function viewOf({ id, title, at, target }: Awaited<ReturnType<ChangeSource['since']>>['newest'][number]) {
  return { id, title, at: at.toISOString(), target };
}
