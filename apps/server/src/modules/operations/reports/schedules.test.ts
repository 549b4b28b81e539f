import type { Endpoint } from '@kianda/contract';
import { reportTypes } from '@kianda/contract/operations/reports/report-types';
import {
  createReportSchedule,
  deleteReportSchedule,
  type Report,
  type ReportSchedule,
  reportDetail,
  reportSchedules,
  reportSharedFile,
  runReportSchedule,
  updateReportSchedule,
} from '@kianda/contract/operations/reports/reports.contract';
import { dayMs } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextRunsOf } from '../../../platform/jobs/cron.ts';
import { openReportsDesk, type ReportOperations } from './testing/reports-world.ts';

let desk: ReportOperations;
beforeAll(async () => {
  desk = await openReportsDesk({ mail: true });
});
afterAll(() => desk.close());

const body = {
  name: 'Saúde da semana',
  template: 'health',
  config: { format: 'html', sections: ['state'], period: 'last_7_days' },
  cron: '0 8 * * 1',
  recipients: ['Direcao@exemplo.ao', 'direcao@exemplo.ao'],
};
const ask = async <T>(endpoint: Endpoint, call: { params?: Record<string, string>; body?: unknown } = {}) =>
  desk.app.call<T>(endpoint, { token: await desk.token('administrador'), ...call });
const ofSchedule = async (id: string) => (await desk.reports()).reports.filter(({ schedule_id }) => schedule_id === id);

test('the platform comes with three schedules, at the hours of Luanda', async () => {
  const { data } = await ask<{ schedules: ReportSchedule[] }>(reportSchedules);
  expect(data.schedules.map(({ template, cron, config }) => [template, cron, config.format])).toEqual([
    ['biodiversity', '0 8 1 * *', 'pdf'],
    ['fisheries', '0 8 15 * *', 'pdf'],
    ['quality', '0 9 * * 1', 'html'],
  ]);
  expect(data.schedules.every(({ nextRuns }) => nextRuns.length === 3)).toBe(true);
  const [first] = nextRunsOf('0 8 1 * *', Date.parse('2026-03-01T07:00:00Z'), 1);
  expect(first?.toISOString()).toBe('2026-04-01T07:00:00.000Z');
});

test('a schedule makes its report when it is due, once, and each address gets the file', async () => {
  const { data: schedule, status } = await ask<ReportSchedule>(createReportSchedule, { body });
  expect([status, schedule.recipients]).toEqual([201, ['direcao@exemplo.ao']]);
  await desk.run('reports.conduct');
  expect(await ofSchedule(schedule.id)).toEqual([]);

  desk.app.clock.advance(8 * dayMs);
  await desk.run('reports.conduct');
  await desk.run('reports.conduct');
  const [made, ...others] = await ofSchedule(schedule.id);
  expect(others).toEqual([]);
  expect(made).toMatchObject({ type: 'automatico', icon: '🤖' });
  const report = await desk.ended(made?.id ?? '');
  expect(report.status).toBe('completed');

  await expect.poll(() => desk.sink.mails.length).toBe(1);
  const [mail] = desk.sink.mails;
  expect(mail?.to).toEqual(['direcao@exemplo.ao']);
  expect(mail?.source).toContain(`filename=${report.filename}`);
  expect(mail?.source).toContain('Content-Type: text/html');
  const deliveries = async () =>
    (await ask<{ deliveries: { state: string; attempts: number }[] }>(reportDetail, { params: { id: report.id } })).data
      .deliveries;
  await expect.poll(deliveries).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('a link in place of the file opens until it is over, and not when it is touched', async () => {
  desk.sink.mails.length = 0;
  const made = await desk.generate({
    type: 'health',
    config: { format: 'html', sections: ['state'] },
    recipients: ['longe@exemplo.ao'],
    delivery: 'link',
  });
  await expect.poll(() => desk.sink.mails.length).toBe(1);
  const source = (desk.sink.mails[0]?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(source).not.toContain('filename=');
  const found = /\/admin-api\/reports\/[\w-]+\/shared\?expires=(\d+)&signature=([\w-]+)/.exec(source);
  const [, expires = '', signature = ''] = found ?? [];
  const open = (query: Record<string, string>) => desk.app.call(reportSharedFile, { params: { id: made.id }, query });
  expect((await open({ expires, signature })).text).toContain('<!doctype html>');
  const later = await open({ expires: String(Number(expires) + 1), signature });
  expect([later.status, later.problem.code]).toEqual([403, 'link_invalid']);
  desk.app.clock.advance(15 * dayMs);
  expect((await open({ expires, signature })).status).toBe(403);
});

test('mail that is refused is tried again and told of; one that can never arrive is not', async () => {
  desk.sink.mails.length = 0;
  desk.sink.state.refuse = '451 mais tarde';
  const made = await desk.generate({
    type: 'health',
    config: { format: 'html', sections: ['state'] },
    recipients: ['cheio@exemplo.ao'],
  });
  const delivery = async () =>
    (
      await ask<{ deliveries: { state: string; attempts: number; error: string | null }[] }>(reportDetail, {
        params: { id: made.id },
      })
    ).data.deliveries[0];
  await expect.poll(async () => (await delivery())?.attempts).toBe(1);
  expect(await delivery()).toMatchObject({ state: 'queued', error: expect.stringContaining('451') });
  desk.sink.state.refuse = '550 não existe';
  desk.app.clock.advance(120_000);
  await desk.run('reports.deliver');
  expect(await delivery()).toMatchObject({ state: 'failed', attempts: 2 });
  desk.sink.state.refuse = null;
  await desk.run('reports.deliver');
  expect(desk.sink.mails).toEqual([]);
});

test('one is changed, run now, switched off and removed; one that comes with the platform does not come back', async () => {
  const { data } = await ask<{ schedules: ReportSchedule[] }>(reportSchedules);
  const seeded = data.schedules.find(({ template }) => template === 'quality');
  const params = { id: seeded?.id ?? '' };
  const changed = await ask<ReportSchedule>(updateReportSchedule, {
    params,
    body: { ...body, template: 'quality', config: { format: 'pdf' }, recipients: [], enabled: false },
  });
  expect(changed.data).toMatchObject({ nextRuns: [], enabled: false, name: 'Saúde da semana' });
  const run = await ask<Report>(runReportSchedule, { params });
  expect((await desk.ended(run.data.id)).status).toBe('completed');
  expect((await ask(deleteReportSchedule, { params })).status).toBe(200);
  for (const module of desk.app.composition.modules.filter(({ name }) => name === 'reports')) await module.start?.();
  const after = await ask<{ schedules: ReportSchedule[] }>(reportSchedules);
  expect(after.data.schedules.map(({ id }) => id)).not.toContain(params.id);
  expect((await ask(runReportSchedule, { params })).status).toBe(404);
});

test('each type of the specification is a report of that type, with an empty configuration', async () => {
  const types = Object.keys(reportTypes);
  for (const type of types) {
    const made = await desk.generate({ type, config: {} });
    expect([made.type, made.status, made.error]).toEqual([type, 'completed', null]);
    const { content } = (await ask<{ content: string }>(reportDetail, { params: { id: made.id } })).data;
    expect([type, content.includes('não se pôde escrever')]).toEqual([type, false]);
  }
  const { by_type } = await desk.reports();
  expect(types.filter((type) => (by_type[type] ?? 0) === 0)).toEqual([]);
});

test.each([
  ['cinco campos', '0 8 1 *'],
  ['não se percebe', 'a b c d e'],
  ['nunca corre', '0 8 31 2 *'],
  ['uma vez por hora', '*/10 * * * *'],
])('%s: refused', async (words, cron) => {
  const reply = await ask(createReportSchedule, { body: { ...body, cron } });
  expect([reply.status, reply.problem.detail]).toEqual([400, expect.stringContaining(words)]);
});
