import type { QueryOf } from '@kianda/contract';
import { intakeFileResource } from '@kianda/contract/ingestion/connectors/files.resource';
import * as contract from '@kianda/contract/ingestion/connectors/intake.contract';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { IntakeService } from './intake.service.ts';
import type { IntakeContext } from './intake.types.ts';
import { fileView } from './intake-views.rules.ts';
import { fieldView } from './parse/check-file.ts';
import { tableTemplate } from './parse/read-table.ts';
import { sftpAddressOf } from './ways/sftp.ts';
import { pushGuard, renewSecret } from './ways/signed-push.ts';
import { folderOf } from './ways/watched-folder.ts';

export function intakeBindings(context: IntakeContext, service: IntakeService): Bindings {
  return [
    ...overviewBindings(context, service),
    ...fileBindings(context, service),
    ...decisionBindings(context, service),
    ...pushBindings(context, service),
  ];
}

/** An answer whose origin is the platform itself. */
const answersAt =
  (clock: Clock) =>
  <T>(data: T) => ({ data, provenance: ownProvenance(clock) });

function overviewBindings(context: IntakeContext, service: IntakeService): Bindings {
  const { repository } = context;
  const answer = answersAt(context.platform.clock);
  return [
    bind(contract.intakeOverview, async ({ params }) => {
      const formats = await service.formatsNamed(params.id);
      const [connector, key, waiting] = await Promise.all([
        context.connector(params.id),
        repository.pushKey(params.id),
        repository.waiting(params.id),
      ]);
      const credentials = connector?.settings.credentials ?? {};
      return answer({
        formats: [...formats].map(([stream, format]) => ({
          stream,
          label: format.label,
          layout: format.layout,
          fields: format.fields.map(fieldView),
        })),
        maxFileBytes: context.maxFileBytes,
        folder: folderOf(context, params.id),
        sftp: {
          address: connector === null ? null : sftpAddressOf(connector),
          credentialsSet: credentials.sftpPassword !== undefined || credentials.sftpPrivateKey !== undefined,
        },
        push: {
          path: `/admin-api/data/push/${params.id}`,
          keyId: key?.key_id ?? null,
          rotatedAt: key?.created_at.toISOString() ?? null,
        },
        waiting: waiting.map(fileView),
      });
    }),
    bind(contract.intakeTemplate, async ({ params, query }) => {
      const formats = await service.formatsNamed(params.id);
      const stream = query.stream ?? formats.keys().next().value ?? '';
      const format = formats.get(stream);
      if (format === undefined) throw new AppError('not_found', { detail: `Não existe o formato «${stream}».` });
      const fileName = `${params.id}-${stream}.${query.format}`;
      return { ...(await tableTemplate(format, query.format)), fileName };
    }),
  ];
}

function fileBindings({ platform: { clock }, trail }: IntakeContext, service: IntakeService): Bindings {
  const answer = answersAt(clock);
  return [
    bind(contract.intakeUpload, async ({ params, query, stream, principal }) => {
      const delivery = {
        connectorId: params.id,
        name: query.fileName,
        way: 'upload' as const,
        from: principal.email,
        stream: query.stream,
      };
      const { outcome, file, preview } = await service.take(delivery, stream);
      return {
        ...answer({ outcome, file: fileView(file), preview }),
        status: outcome === 'received' ? (201 as const) : (200 as const),
      };
    }),
    bind(contract.intakeFiles, async ({ params, query }) => answer(await service.list(params.id, query))),
    bind(contract.exportIntakeFiles, (c) => {
      const read = (query: QueryOf<typeof contract.intakeFiles>) => service.list(c.params.id, query);
      return listExport(intakeFileResource, { clock, audit: trail, read })(c);
    }),
    bind(contract.intakeFile, async ({ params }) => answer({ file: fileView(await service.find(params.fileId)) })),
    bind(contract.intakePreview, async ({ params, body }) => {
      const { file, preview } = await service.preview(params.fileId, body);
      return answer({ file: fileView(file), preview });
    }),
    bind(contract.intakeReport, async ({ params }) => {
      const { bytes, name } = await service.report(params.fileId);
      return { bytes, contentType: 'text/csv; charset=utf-8', fileName: name };
    }),
  ];
}

function decisionBindings(context: IntakeContext, service: IntakeService): Bindings {
  const { audit } = context;
  const answer = answersAt(context.platform.clock);
  return [
    bind(contract.intakeConfirm, async (c) => {
      const { file, runId } = await service.confirm(c.params.fileId, c.body, c.principal.accountId);
      await audit.record({
        change: 'intake-confirm',
        resource: `connector/${file.connector_id}/${file.stream_id}`,
        actor: actorOf(c),
        metadata: { file: file.id, name: file.name, rows: file.rows_total, rejected: file.rows_rejected },
      });
      return { ...answer({ file: fileView(file), runId }), status: 202 as const };
    }),
    bind(contract.intakeDiscard, async (c) => {
      const file = await service.discard(c.params.fileId);
      await audit.record({
        change: 'discard',
        resource: `intake-file/${file.id}`,
        actor: actorOf(c),
        metadata: { name: file.name },
      });
      return answer({ file: fileView(file) });
    }),
  ];
}

function pushBindings(context: IntakeContext, service: IntakeService): Bindings {
  const { platform, audit } = context;
  const answer = answersAt(platform.clock);
  return [
    bind(contract.intakePushSecret, async (c) => {
      await service.formatsNamed(c.params.id);
      const renewed = await renewSecret(context, c.params.id, c.principal.accountId);
      await audit.record({
        change: 'credentials',
        resource: `connector/${c.params.id}`,
        actor: actorOf(c),
        metadata: { names: 'push', keyId: renewed.keyId, at: nowIso(platform.clock) },
      });
      return answer(renewed);
    }),
    bind(contract.intakePush, async ({ params, query, stream, headers }) => {
      const guard = await pushGuard(context, params.id, headers);
      const delivery = {
        connectorId: params.id,
        name: query.fileName,
        way: 'push' as const,
        from: `chave ${guard.keyId}`,
        stream: query.stream,
      };
      const { outcome, file } = await service.deliver(delivery, stream, guard);
      const { state, rows_total: rowsTotal, rows_rejected: rowsRejected, reason } = file;
      return answer({ outcome, fileId: file.id, state, rowsTotal, rowsRejected, reason });
    }),
  ];
}

function actorOf(c: { principal: Principal; ipAddress: string; userAgent: string }) {
  return { id: c.principal.accountId, name: c.principal.email, ipAddress: c.ipAddress, userAgent: c.userAgent };
}
