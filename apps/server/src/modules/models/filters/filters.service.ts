import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import {
  activeAtFirst,
  type FilterRule,
  type FilterType,
  filterDescriptions,
  filterModels,
  filterTypeNames,
  filterTypes,
  hasPresences,
  usualRule,
} from '@kianda/contract/models/filters/filter-types';
import type { createFilter, PredictiveFilter, updateFilter } from '@kianda/contract/models/filters/filters.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { AppError } from '../../../platform/http/errors.ts';
import { filterView } from './filter-views.rules.ts';
import type { FilterActor, FilterContext } from './filters.context.ts';
import type { FilterRow } from './filters.tables.ts';
import { beginOnce, type Runs } from './runs.service.ts';

const shownRuns = 50;

/** Filters: their rules, whether they are active, and what is shown of them. */
export function createFilterService(context: FilterContext, runs: Runs) {
  const { repository, platform, stores } = context;
  const now = () => new Date(platform.clock.nowMs());

  async function views(rows: readonly FilterRow[], accountId: string): Promise<PredictiveFilter[]> {
    const [{ newest, done }, subscribed] = await Promise.all([
      repository.lastRuns(),
      repository.subscriptions(accountId),
    ]);
    return Promise.all(
      rows.map(async (row) => {
        const last = newest.get(row.id);
        const model = filterModels[row.type];
        return filterView(row, {
          newest: last === undefined ? null : await runs.view(last),
          done: done.get(row.id),
          isSubscribed: subscribed.has(row.id),
          lacking: row.rule.modelVersion === null && (await stores.inUse(model)) === null ? model : null,
          now: now(),
        });
      }),
    );
  }

  async function view(row: FilterRow, { principal }: Pick<FilterActor, 'principal'>): Promise<PredictiveFilter> {
    const [shown] = await views([row], principal.accountId);
    return shown as PredictiveFilter;
  }

  async function rowOf(id: string): Promise<FilterRow> {
    const row = await repository.filter(id);
    if (row === undefined) throw noFilter();
    return row;
  }

  return {
    rowOf,
    list: async ({ principal }: Pick<FilterActor, 'principal'>) =>
      views(await repository.filters(), principal.accountId),

    async find(id: string, actor: Pick<FilterActor, 'principal'>) {
      const row = await rowOf(id);
      const all = await repository.runs(id, shownRuns);
      return { filter: await view(row, actor), runs: await Promise.all(all.map(runs.view)) };
    },

    async subscribe(id: string, isSubscribed: boolean, actor: FilterActor): Promise<PredictiveFilter> {
      const row = await rowOf(id);
      const { accountId } = actor.principal;
      if (isSubscribed) await repository.subscribe(id, accountId, now());
      else await repository.unsubscribe(accountId, id);
      return view(row, actor);
    },

    async refresh(id: string, { principal }: FilterActor) {
      return runs.begin(await rowOf(id), { name: principal.name, accountId: principal.accountId });
    },

    ...filterActs(context, runs, { rowOf, view }),
  };
}

export type FilterService = ReturnType<typeof createFilterService>;

type Reads = {
  rowOf(id: string): Promise<FilterRow>;
  view(row: FilterRow, actor: Pick<FilterActor, 'principal'>): Promise<PredictiveFilter>;
};

function filterActs(context: FilterContext, runs: Runs, { rowOf, view }: Reads) {
  const { repository, platform } = context;
  const now = () => new Date(platform.clock.nowMs());

  return {
    /** Adds those of the seven that are missing: each filter that comes with the platform has the id of its kind. */
    async seed(): Promise<void> {
      for (const [place, type] of filterTypeNames.entries()) {
        await repository.addFilter({
          ...newFilter(type, { name: filterTypes[type], description: filterDescriptions[type], rule: usualRule(type) }),
          ...{ id: type, is_active: activeAtFirst.has(type), is_built_in: true },
          ...{ created_by_id: null, created_by: null },
          // They stand in the order in which the specification has them.
          ...{ created_at: new Date(place), updated_at: now() },
        });
      }
    },

    async create(body: BodyOf<typeof createFilter>, actor: FilterActor): Promise<PredictiveFilter> {
      requireFitting(body.type, body.rule);
      const { principal } = actor;
      const row = {
        ...newFilter(body.type, body),
        ...{ id: randomUUID(), is_active: false, is_built_in: false },
        ...{ created_by_id: principal.accountId, created_by: principal.name, created_at: now(), updated_at: now() },
      };
      if (!(await repository.addFilter(row))) throw nameTaken(body.name);
      await record(context, 'data.modify', { id: row.id, actor }, { act: 'create', name: body.name, type: body.type });
      return view(await rowOf(row.id), actor);
    },

    async update(id: string, body: BodyOf<typeof updateFilter>, actor: FilterActor): Promise<PredictiveFilter> {
      const { type } = await rowOf(id);
      requireFitting(type, body.rule);
      const { name, description, rule } = body;
      const change = { name, description, rule: JSON.stringify(rule) };
      const row = await repository.changeFilter(id, change, { name: actor.principal.name, at: now() });
      if (row === undefined) throw noFilter();
      if (row === null) throw nameTaken(name);
      await record(context, 'data.modify', { id, actor }, { act: 'update', name, revision: row.revision });
      return view(row, actor);
    },

    async remove(id: string, confirm: string, actor: FilterActor): Promise<{ id: string }> {
      const { name, is_built_in } = await rowOf(id);
      if (is_built_in) {
        throw new AppError('conflict', {
          detail: 'Este filtro vem com a plataforma: desative-o em vez de o eliminar.',
        });
      }
      if (confirm !== name) {
        const message = `Escreva o nome do filtro, «${name}», para o eliminar.`;
        throw new AppError('validation_failed', { detail: message, issues: [{ path: 'query.confirm', message }] });
      }
      if (!(await repository.removeFilter(id))) throw noFilter();
      await record(context, 'data.delete', { id, actor }, { name });
      return { id };
    },

    /** Clicking twice changes nothing; one that becomes active is computed at once, unless it already is. */
    async setActive(id: string, isActive: boolean, actor: FilterActor): Promise<PredictiveFilter> {
      const before = await rowOf(id);
      if (before.is_active === isActive) return view(before, actor);
      const row = await repository.setActive(id, isActive, now());
      if (row === undefined) throw noFilter();
      await record(context, 'data.modify', { id, actor }, { act: isActive ? 'activate' : 'deactivate' });
      const { principal } = actor;
      if (isActive) await beginOnce(() => runs.begin(row, { name: principal.name, accountId: principal.accountId }));
      return view(row, actor);
    },
  };
}

type Written = { readonly name: string; readonly description: string; readonly rule: FilterRule };

const newFilter = (type: FilterType, { name, description, rule }: Written) => ({
  ...{ type, name, rule: JSON.stringify(rule), revision: 1 },
  description: description === '' ? filterDescriptions[type] : description,
});

/** Refuses a threshold that needs presences where the kind has none. */
function requireFitting(type: FilterType, { threshold }: FilterRule): void {
  if (hasPresences.has(type) || threshold.kind === 'value' || threshold.kind === 'percentile') return;
  const message =
    'Este tipo de filtro não tem presenças com que se ache este limiar: escolha um valor ou um percentil.';
  throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.rule.threshold', message }] });
}

export function record(
  { audit }: Pick<FilterContext, 'audit'>,
  event: AuditEntry['event'],
  of: { readonly id: string; readonly actor: FilterActor },
  metadata: NonNullable<AuditEntry['metadata']>,
) {
  const { principal, ipAddress, userAgent } = of.actor;
  return audit.record({
    ...{ event, severity: event === 'data.delete' ? 'high' : 'medium', resource: `filter/${of.id}`, metadata },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}

export const noFilter = () => new AppError('not_found', { detail: 'Não existe este filtro.' });
const nameTaken = (name: string) => new AppError('conflict', { detail: `Já existe um filtro chamado «${name}».` });
