import { createHash } from 'node:crypto';
import { pathOf } from '@kianda/contract';
import { reportTemplateIds, reportTemplates, reportTypes } from '@kianda/contract/operations/reports/report-types';
import {
  createReportSchedule,
  deleteReportSchedule,
  type Report,
  type ReportSchedule,
  reportDelete,
  reportDetail,
  reportFile,
  reportGenerate,
  reportRetry,
  reportSchedules,
  reportsPage,
  reportTemplatesList,
  runReportSchedule,
  updateReportSchedule,
} from '@kianda/contract/operations/reports/reports.contract';
import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { usersUpdate } from '@kianda/contract/people/identity/users.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../platform/documents/testing/pdf-text.ts';
import { periodOf } from './period.rules.ts';
import { parts } from './templates/index.ts';
import { openReportsDesk, type ReportOperations } from './testing/reports-world.ts';

let desk: ReportOperations;
beforeAll(async () => {
  desk = await openReportsDesk();
});
afterAll(() => desk.close());

/** The file as it is on the wire. */
async function fileOf({ id }: Pick<Report, 'id'>, token?: string) {
  const { app } = desk;
  const response = await app.server.inject({
    method: 'GET',
    url: pathOf(reportFile, { id }),
    headers: { authorization: `Bearer ${token ?? (await desk.token('administrador'))}` },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload, body: response.body };
}

test.each(reportTemplateIds)('every part of %s is written by somebody, and no other', (id) => {
  expect(Object.keys(parts[id])).toEqual(Object.keys(reportTemplates[id].sections));
});

test('periods are days of Luanda', () => {
  const nowMs = Date.parse('2026-03-01T23:30:00Z');
  const of = (period: 'last_7_days' | 'previous_month' | 'current_month' | 'previous_year') => {
    const { from, to, days } = periodOf({ period }, 'last_7_days', nowMs);
    return [from, to, days];
  };
  expect(of('last_7_days')).toEqual(['2026-02-24', '2026-03-02', 7]);
  expect(of('previous_month')).toEqual(['2026-02-01', '2026-02-28', 28]);
  expect(of('current_month')).toEqual(['2026-03-01', '2026-03-02', 2]);
  expect(of('previous_year')).toEqual(['2025-01-01', '2025-12-31', 365]);
  const custom = periodOf({ period: 'custom', from: '2026-01-31', to: '2026-02-01' }, 'last_7_days', nowMs);
  expect([custom.beginMs, custom.days]).toEqual([Date.parse('2026-01-30T23:00:00Z'), 2]);
});

describe('a report', () => {
  test('is made, listed, read, taken as a file whose sum is kept, audited and removed', async () => {
    const made = await desk.generate({ type: 'security', config: { format: 'pdf', title: 'Auditoria de março' } });
    expect(made).toMatchObject({
      status: 'completed',
      type: 'auditoria',
      format: 'PDF',
      name: 'Auditoria de março',
      simulated: false,
      error: null,
    });
    expect(made.filename).toMatch(/^auditoria_de_marco_\d{4}-\d\d-\d\d\.pdf$/);
    const { by_type } = await desk.reports();
    expect(Object.keys(by_type)).toEqual(Object.keys(reportTypes));
    expect(by_type).toMatchObject({ auditoria: 1, solucao: 0 });

    const file = await fileOf(made);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toContain(made.filename);
    const { pages } = readPdf(file.bytes);
    expect(pages.length).toBe(made.pages);
    const text = pages.join(' ').replaceAll('\n', ' ');
    for (const words of ['Auditoria de março', 'está íntegra', 'Argon2id', 'Proveniência, licenças e citações']) {
      expect(text).toContain(words);
    }

    const token = await desk.token('administrador');
    const detail = await desk.app.call<{ content: string; checksum: string; path: string }>(reportDetail, {
      token,
      params: { id: made.id },
    });
    expect(detail.data.checksum).toBe(createHash('sha256').update(file.bytes).digest('hex'));
    expect(detail.data.content).toContain('Inícios de sessão e recusas');
    expect(detail.data.path).toBe(`/reports/${made.filename}`);

    const removed = await desk.app.call(reportDelete, { token, params: { id: made.id } });
    expect(removed.status).toBe(200);
    expect((await fileOf(made)).status).toBe(404);
    const audit = await desk.app.call<{ data: { event: string; metadata: { act?: string } }[] }>(listAuditEvents, {
      token,
      query: { search: `report/${made.id}` },
    });
    expect(audit.data.data.map(({ event, metadata }) => [event, metadata.act])).toEqual([
      ['data.delete', undefined],
      ['data.export', 'download'],
      ['data.export', 'generate'],
    ]);
  });

  test('with no data says so with a dash and the reason, and still is a report', async () => {
    const made = await desk.generate({
      type: 'oceanographic',
      config: { format: 'html', region: 'sul', sections: ['temperature', 'waves'] },
    });
    expect(made.status).toBe('completed');
    const { bytes, headers } = await fileOf(made);
    expect(headers['content-type']).toContain('text/html');
    const html = bytes.toString('utf8');
    expect(html).toContain('lang="pt-PT"');
    expect(html).toContain('— Sem campos de temperatura da superfície (tsm) no período');
    expect(html).toContain('Sul (13,5° S ao Cunene)');
    expect(html).not.toContain('Clorofila');
    expect(html).not.toMatch(/<script|src="http|href="http/);
  });

  test('every other template is made from an empty platform too', async () => {
    for (const type of ['biodiversity', 'fisheries', 'surveillance', 'quality', 'health', 'releases'] as const) {
      const made = await desk.generate({ type, config: { format: 'html' } });
      expect([type, made.status, made.error]).toEqual([type, 'completed', null]);
      const html = (await fileOf(made)).bytes.toString('utf8');
      expect([type, html.includes('não se pôde escrever')]).toEqual([type, false]);
    }
  });

  test('is found by words of its name or description, whatever their case, and by its type', async () => {
    const token = await desk.token('administrador');
    const names = async (query: Record<string, string>) => {
      const { data } = await desk.app.call<{ data: Report[]; total: number }>(reportsPage, { token, query });
      return data.data.map(({ template }) => template);
    };
    expect(await names({ search: 'LINHAS REJEITADAS' })).toEqual(['quality']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ type: 'system' })).toEqual(['health']);
    expect((await names({ pageSize: '2' })).length).toBe(2);
  });

  test('a part that is none, a period without its days and too many of them are refused', async () => {
    const token = await desk.token('administrador');
    const refused = async (config: unknown) => {
      const reply = await desk.app.call(reportGenerate, { token, body: { type: 'quality', config } });
      return [reply.status, reply.problem.code, reply.problem.issues?.[0]?.path];
    };
    expect(await refused({ sections: ['waves'] })).toEqual([400, 'validation_failed', 'body.config.sections']);
    expect(await refused({ period: 'custom' })).toEqual([400, 'validation_failed', 'body.config.to']);
    expect((await refused({ period: 'custom', from: '2025-01-01', to: '2026-06-01' }))[0]).toBe(400);
    expect((await refused({ from: '2026-01-01', to: '2026-01-02' }))[0]).toBe(400);
  });
});

test('a hundred pages: no row is lost, and the list of them is told in full', async () => {
  const events = 4_400;
  await desk.app.select(`insert into surveillance.events
    (key, kind, ship_ids, started_at, ended_at, lon, lat, preset, details, state, revision, updated_at)
    select 'e' || n, 'loitering', '{}', now() - n * interval '2 minutes', null, 11, -9, 'x', '{}', 'valid', 1, now()
    from generate_series(1, ${events}) n`);
  const made = await desk.generate({ type: 'surveillance', config: { sections: ['events', 'listing'] } });
  expect(made).toMatchObject({ status: 'completed', error: null });
  const { pages } = readPdf((await fileOf(made)).bytes);
  expect(pages.length).toBe(made.pages);
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.join('\n').match(/em curso/g)).toHaveLength(events);
});

test('all records of the region count, more than one question to the platform answers', async () => {
  const count = 5_203;
  await desk.app.select(`with taxon as (
      insert into biodiversity.taxa (scientific_name, class) values ('Sardinella aurita', 'Teleostei') returning id)
    insert into biodiversity.occurrences
      (source, source_id, taxon_id, lon, lat, position, event_date, event_start, basis_of_record, dataset_id, flags,
       absence, connector_id, stream_id, run_id, retrieved_at)
    select 'obis', 'o' || n, taxon.id, 12, -9, box(point(12, -9), point(12, -9)), '2019-05-04', '2019-05-04',
      'HumanObservation', 'd', '{}', false, 'obis', 'occurrences', gen_random_uuid(), now()
    from taxon, generate_series(1, ${count}) n`);
  const made = await desk.generate({
    type: 'biodiversity',
    config: { format: 'html', sections: ['completeness', 'map', 'indices'] },
  });
  const html = (await fileOf(made)).bytes.toString('utf8');
  expect(html).toMatch(/De 5\s203 registos da região/);
  expect(html).not.toContain('os primeiros');
  await desk.app.select('truncate biodiversity.occurrences');
});

describe('who sees what', () => {
  test('a report of what a role may not see does not exist for it', async () => {
    const made = await desk.generate({ type: 'security', config: { format: 'html', sections: ['chain'] } });
    const scientist = await desk.token('cientista');
    const asked = await desk.app.call(reportGenerate, { token: scientist, body: { type: 'security' } });
    expect([asked.status, asked.problem.code]).toEqual([403, 'forbidden']);
    expect((await desk.reports('cientista')).reports.map(({ template }) => template)).not.toContain('security');
    expect((await fileOf(made, scientist)).status).toBe(404);
    const detail = await desk.app.call(reportDetail, { token: scientist, params: { id: made.id } });
    expect(detail.status).toBe(404);
  });

  test('a client reads what its role may and makes none', async () => {
    const token = await desk.token('cliente');
    const templates = await desk.app.call<{ templates: { id: string }[] }>(reportTemplatesList, { token });
    expect(templates.data.templates.map(({ id }) => id)).toEqual([
      'oceanographic',
      'biodiversity',
      'fisheries',
      'releases',
    ]);
    const asked = await desk.app.call(reportGenerate, { token, body: { type: 'releases' } });
    expect(asked.status).toBe(403);
  });

  test('a schedule and a report of another account are read, without its addresses, and not changed', async () => {
    const { app } = desk;
    const colleague = (await app.newSession('cientista')).token;
    const body = { name: 'Da direção', template: 'releases', config: { format: 'html' }, cron: '0 8 * * 1' };
    const admin = await desk.token('administrador');
    const { data: schedule } = await app.call<ReportSchedule>(createReportSchedule, {
      token: admin,
      body: { ...body, recipients: ['direcao@exemplo.ao'] },
    });
    const seenBy = async (token: string) =>
      (await app.call<{ schedules: ReportSchedule[] }>(reportSchedules, { token })).data.schedules.find(
        ({ id }) => id === schedule.id,
      );
    expect(await seenBy(colleague)).toMatchObject({ recipients: [], editable: false });
    expect(await seenBy(admin)).toMatchObject({ recipients: ['direcao@exemplo.ao'], editable: true });
    const params = { id: schedule.id };
    const attempts = [
      { endpoint: updateReportSchedule, body: { ...body, recipients: ['atacante@exemplo.ao'] } },
      { endpoint: runReportSchedule },
      { endpoint: deleteReportSchedule },
    ];
    for (const { endpoint, ...call } of attempts) {
      const reply = await app.call(endpoint, { token: colleague, params, ...call });
      expect([endpoint.id, reply.status, reply.problem.code]).toEqual([endpoint.id, 403, 'forbidden']);
    }
    expect(await seenBy(admin)).toMatchObject({ recipients: ['direcao@exemplo.ao'], lastReportId: null });

    const made = (await desk.reports()).reports.find(({ template }) => template === 'releases');
    if (made === undefined) throw new Error('no report of releases');
    const other = { token: colleague, params: { id: made.id } };
    expect((await app.call<{ id: string }>(reportDetail, other)).data.id).toBe(made.id);
    expect((await app.call(reportRetry, other)).status).toBe(403);
    expect((await app.call(reportDelete, other)).status).toBe(403);
    const asked = await app.call<Report>(reportGenerate, { token: colleague, body: { type: 'releases' } });
    expect(asked.data.editable).toBe(true);
    await desk.ended(asked.data.id);
    expect((await app.call(reportDelete, { token: colleague, params: { id: asked.data.id } })).status).toBe(200);
    await app.call(deleteReportSchedule, { token: admin, params });
  });

  test('a schedule makes nothing any more once its owner is suspended', async () => {
    const { app } = desk;
    const owner = await app.newSession('cientista');
    const body = { name: 'Semana', template: 'releases', config: { format: 'html' }, cron: '0 8 * * 1' };
    const created = await app.call<ReportSchedule>(createReportSchedule, { token: owner.token, body });
    const token = await desk.token('administrador');
    await app.call(usersUpdate, { token, params: { id: owner.accountId }, body: { status: 'suspended' } });
    const run = await app.call<Report>(runReportSchedule, { token, params: { id: created.data.id } });
    expect(await desk.ended(run.data.id)).toMatchObject({
      status: 'failed',
      error: 'A conta que pediu este relatório já não está ativa.',
    });
  });

  test('one that failed is made again once its reason is gone, and one that did not fail is not', async () => {
    const { app } = desk;
    const token = await desk.token('administrador');
    const failed = (await desk.reports()).reports.find(({ status }) => status === 'failed');
    const id = failed?.id ?? '';
    const retry = () => app.call<Report>(reportRetry, { token, params: { id } });
    expect((await retry()).status).toBe(202);
    // The run that failed may not have ended yet when its report has: what waits is then put in line by the conductor.
    await desk.run('reports.conduct');
    expect(await desk.ended(id)).toMatchObject({ status: 'failed', error: failed?.error });
    const rows = await app.select<{ author_id: string }>(`select author_id from reports.reports where id = '${id}'`);
    const owner = rows[0]?.author_id ?? '';
    await app.call(usersUpdate, { token, params: { id: owner }, body: { status: 'active' } });
    await retry();
    await desk.run('reports.conduct');
    expect(await desk.ended(id)).toMatchObject({ status: 'completed', error: null });
    expect((await retry()).problem.code).toBe('conflict');
  });

  test('without a mail server nobody is promised mail', async () => {
    const token = await desk.token('administrador');
    const body = { type: 'releases', recipients: ['quem@exemplo.ao'] };
    const reply = await desk.app.call(reportGenerate, { token, body });
    expect([reply.status, reply.problem.issues?.[0]?.path]).toEqual([400, 'body.recipients']);
  });
});

test('what is older than the days set goes at night with its file, and the audit says how many', async () => {
  const { app } = desk;
  const kept = await desk.generate({ type: 'releases', config: { format: 'html' } });
  const old = (await desk.reports()).reports.filter(({ id, status }) => id !== kept.id && status === 'completed');
  expect(old.length).toBeGreaterThan(0);
  await app.select(`update reports.reports set ended_at = ended_at - interval '366 days' where id <> '${kept.id}'`);
  await desk.run('reports.retention');
  expect((await desk.reports()).reports.map(({ id }) => id)).toEqual([kept.id]);
  expect((await fileOf(old[0] ?? kept)).status).toBe(404);
  const files = await app.select<{ storage_key: string }>('select storage_key from reports.reports');
  expect(files).toHaveLength(1);
  const audit = await app.call<{ data: { metadata: { act?: string; removed?: number } }[] }>(listAuditEvents, {
    token: await desk.token('administrador'),
    query: { search: 'retention' },
  });
  expect(audit.data.data[0]?.metadata).toMatchObject({ act: 'retention' });
});
