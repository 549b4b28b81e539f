import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataOf } from '@kianda/contract';
import type {
  interfacePicture,
  listInterfaces,
  openInterface,
} from '@kianda/contract/open/interfaces/interfaces.contract';
import { type InterfaceEntry, interfaces } from '@kianda/contract/open/interfaces/manifest';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Identity } from '../../people/identity/index.ts';
import { permissionsOf } from './interface-permissions.rules.ts';
import type { InterfaceRepository } from './interfaces.repository.ts';
import { popularOf } from './popular.rules.ts';

export type InterfaceService = ReturnType<typeof createInterfaceService>;

type Dependencies = {
  readonly repository: InterfaceRepository;
  readonly identity: Pick<Identity, 'issueInterfaceToken'>;
  readonly pagesDir: string;
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly clock: Clock;
};

const byId = <Row extends { readonly interface_id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.interface_id, row]));

/** The scientific interfaces: which of them are built, who opened each, and the tokens that their pages get. */
export function createInterfaceService(dependencies: Dependencies) {
  const { repository, identity, pagesDir, baseUrl, consoleUrl, clock } = dependencies;
  let active: ReadonlySet<string> = new Set();
  const now = () => new Date(clock.nowMs());

  /** Throws `not_found` for an interface whose page is not served. */
  const assertActive = (id: string) => {
    if (!active.has(id)) throw new AppError('not_found', { detail: 'Esta interface não está ativa.' });
  };

  return {
    /** Looks which pages are built: an interface is active once its page is in the folder, or the platform writes it. */
    async findActive(): Promise<void> {
      const found = await Promise.all(
        interfaces.map(async ({ id, file, isStatic }) =>
          isStatic === true || (await exists(join(pagesDir, file))) ? id : null,
        ),
      );
      active = new Set(found.filter((id) => id !== null));
    },

    isActive: (id: string): boolean => active.has(id),

    list: ({ accountId }: Pick<Principal, 'accountId'>) => listOf({ repository, baseUrl, accountId, active }),

    /** Counts the opening and issues the token of the page. Throws `not_found` where its page is not built. */
    async open(id: string, principal: Principal): Promise<DataOf<typeof openInterface>> {
      assertActive(id);
      const { token, scopes, expiresAt } = await identity.issueInterfaceToken(principal, permissionsOf(id));
      await repository.countOpening(id, principal.accountId, now());
      return {
        token,
        expiresAt,
        permissions: [...scopes],
        origin: new URL(baseUrl).origin,
        apiBaseUrl: consoleUrl,
      };
    },

    /** Counts the opening of a page that takes no token. Throws `not_found` where it is not served. */
    async visit(id: string, { accountId }: Principal): Promise<{ id: string; lastAccessed: string }> {
      assertActive(id);
      const at = now();
      await repository.countOpening(id, accountId, at);
      return { id, lastAccessed: at.toISOString() };
    },

    /** Throws `not_found` for an interface that is not in the catalogue. */
    async mark(id: string, { accountId }: Principal, isFavourite: boolean) {
      if (!interfaces.some((entry) => entry.id === id)) throw new AppError('not_found');
      await repository.mark(id, accountId, isFavourite);
      return { id, isFavourite };
    },

    /** Throws `not_found` before the first picture. */
    async picture(id: string): Promise<DataOf<typeof interfacePicture>> {
      const row = await repository.picture(id);
      if (row === undefined) throw new AppError('not_found', { detail: 'Esta interface ainda não tem imagem.' });
      return { kind: row.kind, image: row.image, madeAt: row.made_at.toISOString() };
    },
  };
}

async function listOf(options: {
  readonly repository: InterfaceRepository;
  readonly baseUrl: string;
  readonly accountId: string;
  readonly active: ReadonlySet<string>;
}): Promise<DataOf<typeof listInterfaces>> {
  const { repository, baseUrl, accountId, active } = options;
  const [accesses, visits, favourites, checks, pictures] = await Promise.all([
    repository.accesses(),
    repository.visitsOf(accountId),
    repository.favouritesOf(accountId),
    repository.checks(),
    repository.picturesMade(),
  ]);
  const [opened, visited, checked, pictured] = [byId(accesses), byId(visits), byId(checks), byId(pictures)];
  const marked = byId(favourites);
  const list = interfaces.map((entry) => {
    const { id, name, description, category, features, isStatic } = entry;
    const [check, picture] = [checked.get(id), pictured.get(id)];
    return {
      ...{ id, name, description, category, features: [...features], url: `${baseUrl}/${pathOf(entry)}` },
      isActive: active.has(id),
      isStatic: isStatic === true,
      lastAccessed: visited.get(id)?.last_accessed.toISOString() ?? null,
      isFavourite: marked.has(id),
      openings: opened.get(id)?.openings ?? 0,
      health:
        check === undefined
          ? null
          : { state: check.state, detail: check.detail, checkedAt: check.checked_at.toISOString() },
      picture: picture === undefined ? null : { kind: picture.kind, madeAt: picture.made_at.toISOString() },
    };
  });
  const byCategory: Record<string, number> = {};
  for (const { category } of list) byCategory[category] = (byCategory[category] ?? 0) + 1;
  const { ids, by } = popularOf(accesses);
  return {
    ...{ interfaces: list, total: list.length, active: active.size, by_category: byCategory, baseUrl },
    popular: [...ids],
    popularBy: by,
  };
}

/** File of an interface; where two share one, the second says in the address which of them is opened. */
export function pathOf({ id, file }: InterfaceEntry): string {
  return interfaces.find((entry) => entry.file === file)?.id === id ? file : `${file}?interface=${id}`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
