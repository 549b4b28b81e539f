import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type * as contract from '@kianda/contract/open/layers/layers.contract';
import {
  isTimeColumn,
  type Layer,
  type LayerColumn,
  type LayerFileTable,
} from '@kianda/contract/open/layers/layers.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { AppError } from '../../../platform/http/errors.ts';
import { mayManage, maySee } from './layer-access.rules.ts';
import { abandonImport } from './layer-import.service.ts';
import { layerView } from './layer-views.rules.ts';
import type { LayerActor, LayerContext } from './layers.context.ts';
import { importJobName } from './layers.jobs.ts';
import type { FileRow, LayerRow } from './layers.tables.ts';

type Take = Pick<BodyOf<typeof contract.addLayer>, 'fileId' | 'table' | 'skipFaulty'>;
type Kind = 'add' | 'replace' | 'append';

/** Layers of foreign files: who sees, adds, changes and removes them. `isTaken` tells the ids of the platform's own collections. */
export function createLayerService(context: LayerContext, isTaken: (id: string) => boolean) {
  const access = layerAccess(context);
  return {
    ...layerReads(context, access),
    ...layerImports(context, access, isTaken),
    ...layerChanges(context, access),
  };
}

export type LayerService = ReturnType<typeof createLayerService>;

/** Layers as an account may see and manage them. */
function layerAccess({ repository }: LayerContext) {
  /** The layer of an id. Throws `not_found` also for one that the account may not know of. */
  async function seen(id: string, actor: LayerActor): Promise<LayerRow> {
    const row = await repository.layer(id);
    if (row === undefined || !maySee(row, actor.principal)) throw noLayer(id);
    return row;
  }

  async function managed(id: string, actor: LayerActor): Promise<LayerRow> {
    const row = await seen(id, actor);
    if (mayManage(row, actor.principal)) return row;
    throw new AppError('forbidden', { detail: `Só quem acrescentou a camada, ou um operador, a altera.` });
  }

  const view = async (row: LayerRow, { principal }: LayerActor): Promise<Layer> =>
    layerView(row, await repository.lastImport(row.id), principal);

  return { seen, managed, view };
}

type LayerAccess = ReturnType<typeof layerAccess>;

function layerReads({ repository }: LayerContext, { seen }: LayerAccess) {
  return {
    async list({ principal }: LayerActor): Promise<readonly Layer[]> {
      // First the imports: a layer is at least as new as the import that it is shown with.
      const imports = await repository.lastImports();
      const rows = await repository.layers();
      const last = new Map(imports.map((one) => [one.layer_id, one]));
      return rows.filter((row) => maySee(row, principal)).map((row) => layerView(row, last.get(row.id), principal));
    },

    async find(id: string, actor: LayerActor): Promise<Layer> {
      const last = await repository.lastImport(id);
      return layerView(await seen(id, actor), last, actor.principal);
    },
  };
}

/** Layers made from files, and files imported into layers that are there. */
function layerImports(context: LayerContext, { seen, managed, view }: LayerAccess, isTaken: (id: string) => boolean) {
  const { repository } = context;
  return {
    async add(body: BodyOf<typeof contract.addLayer>, actor: LayerActor): Promise<Layer> {
      const { id, style, title, description, licence, citation, readers } = body;
      if (isTaken(id)) throw taken(id);
      const begun = await importRow(context, { ...body, layerId: id, kind: 'add' }, actor);
      const { time_column } = begun;
      const at = new Date(context.platform.clock.nowMs());
      const isAdded = await repository.addLayer(
        {
          ...{ id, title, description, licence, citation, readers, created_at: at, updated_at: at },
          ...{ owner_id: actor.principal.accountId, owner_name: actor.principal.name },
          ...{
            style: JSON.stringify(style),
            columns: '[]',
            time_column,
            geometry_type: null,
            feature_count: null,
            source: null,
          },
          ...{ west: null, south: null, east: null, north: null, edition: null, revision: null, imported_at: null },
        },
        begun,
      );
      if (!isAdded) throw taken(id);
      return start(context, { id, importId: begun.id, kind: 'add' }, actor, async () =>
        view(await seen(id, actor), actor),
      );
    },

    async import(id: string, body: BodyOf<typeof contract.importLayer>, actor: LayerActor): Promise<Layer> {
      const row = await managed(id, actor);
      if (body.kind === 'append' && row.edition === null) {
        throw new AppError('conflict', {
          detail: 'A camada ainda não tem elementos: substitua-os em vez de acrescentar.',
        });
      }
      // Appended features are of the time that the layer has.
      const { timeColumn = row.time_column } = body.kind === 'append' ? {} : body;
      const begun = await importRow(context, { ...body, timeColumn, layerId: id }, actor);
      await claim(context, begun);
      return start(context, { id, importId: begun.id, kind: body.kind }, actor, () => view(row, actor));
    },
  };
}

function layerChanges(context: LayerContext, { managed, view }: LayerAccess) {
  const { repository } = context;
  return {
    async change(id: string, body: BodyOf<typeof contract.changeLayer>, actor: LayerActor): Promise<Layer> {
      const before = await managed(id, actor);
      const { style, timeColumn, ...plain } = body;
      const now = new Date(context.platform.clock.nowMs());
      if (timeColumn !== undefined) refuseOtherTime(timeColumn, before.columns);
      const change = {
        ...{ ...plain, updated_at: now },
        ...(style === undefined ? {} : { style: JSON.stringify(style) }),
        // Another revision: the extent and the pages that are kept are of another time.
        ...(timeColumn === undefined || timeColumn === before.time_column
          ? {}
          : { time_column: timeColumn, revision: randomUUID() }),
      };
      const row = await repository.change(id, change);
      if (row === undefined) throw noLayer(id);
      const metadata = { fields: Object.keys(body).join(', '), readersBefore: before.readers, readers: row.readers };
      await record(context, 'data.modify', id, { actor, metadata });
      return view(row, actor);
    },

    async remove(id: string, confirm: string, actor: LayerActor) {
      const row = await managed(id, actor);
      if (confirm !== id) {
        const message = `Escreva o identificador da camada, «${id}», para a remover.`;
        throw new AppError('validation_failed', { detail: message, issues: [{ path: 'query.confirm', message }] });
      }
      const features = await repository.remove(id);
      if (features === undefined) throw noLayer(id);
      await record(context, 'data.delete', id, { actor, metadata: { title: row.title, features } });
      return { id, features };
    },
  };
}

/** The import that a request asks for. Throws for a file that is not the account's, or a table that can't be taken. */
async function importRow(
  { repository, platform }: LayerContext,
  asked: Take & { readonly layerId: string; readonly kind: Kind; readonly timeColumn: string | null },
  { principal }: LayerActor,
) {
  const file = await repository.file(asked.fileId);
  if (file === undefined || file.account_id !== principal.accountId) {
    throw new AppError('not_found', {
      detail: 'Esse ficheiro não foi enviado por si, ou já passou um dia: envie-o de novo.',
    });
  }
  const table = tableNamed(file, asked.table);
  // Other columns of appended rows are told of when they are read, all at once.
  if (asked.kind !== 'append') refuseOtherTime(asked.timeColumn, table.columns);
  return {
    ...{ id: randomUUID(), layer_id: asked.layerId, file_id: file.id, table_name: table.name },
    time_column: asked.timeColumn,
    ...{ kind: asked.kind, skip_faulty: asked.skipFaulty, state: 'waiting' as const, error: null, ended_at: null },
    ...{ account_id: principal.accountId, account_name: principal.name },
    requested_at: new Date(platform.clock.nowMs()),
  };
}

function tableNamed({ tables }: FileRow, name: string | undefined): LayerFileTable {
  const table = name === undefined ? tables[0] : tables.find((one) => one.name === name);
  const message = table === undefined ? `O ficheiro não tem a tabela «${(name ?? '').slice(0, 80)}».` : table.refusal;
  if (table !== undefined && message === null) return table;
  throw new AppError('validation_failed', {
    detail: message ?? '',
    issues: [{ path: 'body.table', message: message ?? '' }],
  });
}

/** Throws `validation_failed` for a column of time that is none of dates or instants. */
function refuseOtherTime(name: string | null, columns: readonly LayerColumn[]): void {
  if (name === null || columns.some((column) => column.name === name && isTimeColumn(column))) return;
  const fit = columns.filter(isTimeColumn).map((column) => `«${column.name}»`);
  const choice = fit.length === 0 ? 'não há nenhuma' : `há ${fit.slice(0, 10).join(', ')}`;
  const message = `«${name.slice(0, 80)}» não é uma coluna de datas ou instantes; ${choice}. Escolha uma, ou nenhuma.`;
  throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.timeColumn', message }] });
}

/** Notes the import as the one of its layer. Throws `conflict` while another goes on; one whose job ended early is given up. */
async function claim(context: LayerContext, begun: Awaited<ReturnType<typeof importRow>>): Promise<void> {
  const { repository } = context;
  if (await repository.addImport(begun)) return;
  const runs = await context.queue().list({ name: importJobName, limit: 200 });
  const isGoingOn = runs.some(
    ({ key, state }) => key === begun.layer_id && (state === 'queued' || state === 'running'),
  );
  const open = isGoingOn ? undefined : await repository.lastImport(begun.layer_id);
  if (open !== undefined) {
    await abandonImport(context, open.id);
    if (await repository.addImport(begun)) return;
  }
  throw new AppError('conflict', { detail: 'Já há uma importação desta camada em curso: espere que acabe.' });
}

async function start(
  context: LayerContext,
  { id, importId, kind }: { readonly id: string; readonly importId: string; readonly kind: Kind },
  actor: LayerActor,
  view: () => Promise<Layer>,
): Promise<Layer> {
  await context.queue().enqueue(
    importJobName,
    { layerId: id, importId },
    {
      actorId: actor.principal.accountId,
      trigger: 'manual',
    },
  );
  await record(context, 'data.import', id, { actor, metadata: { import: importId, kind } });
  return view();
}

function record(
  { audit }: LayerContext,
  event: AuditEntry['event'],
  id: string,
  { actor, metadata }: { readonly actor: LayerActor; readonly metadata: NonNullable<AuditEntry['metadata']> },
) {
  const { principal, ipAddress, userAgent } = actor;
  return audit.record({
    ...{ event, severity: event === 'data.delete' ? 'high' : 'medium', resource: `layer/${id}`, metadata },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}

const noLayer = (id: string) => new AppError('not_found', { detail: `Não existe a camada «${id.slice(0, 80)}».` });
const taken = (id: string) =>
  new AppError('conflict', { detail: `Já existe uma coleção «${id}»: escolha outro identificador.` });
