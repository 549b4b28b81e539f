// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { connector, list, quality } from '../../shared/connectors/sample.testing.ts';
import { createPage } from '../../testing.tsx';
import { editableFields, flatFields, retyped } from './detail/rejected/edit-dialog.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/data';
const address = '/?section=data-connectors&connector=obis&view=rejected';
const runId = '11111111-1111-4111-8111-111111111111';

const letter = (id: number, replayable = true) => ({
  id,
  runId,
  stream: 'occurrences',
  reason: 'Profundidade inválida',
  raw: { species: 'Sardinella aurita', depth: 'muito' },
  state: 'open',
  createdAt: '2026-08-31T08:00:40.000Z',
  replayable,
  edited: false,
  attempts: 0,
  resolvedAt: null,
  resolvedBy: null,
  resolution: null,
});
const lettersOf = (rows: readonly object[]) =>
  envelope({ rows, total: rows.length, reasons: [{ reason: 'Profundidade inválida', count: rows.length }] });

function answers(change: Readonly<Record<string, Reply>> = {}): Readonly<Record<string, Reply>> {
  return {
    [`${base}/connectors`]: { json: envelope(list([connector()])) },
    [`${base}/processing/jobs`]: { json: envelope({ jobs: [] }) },
    [`${base}/quality/report`]: { json: envelope(quality) },
    [`${base}/connectors/obis/dead-letters`]: { json: lettersOf([letter(7), letter(8)]) },
    ...change,
  };
}
const bodyOf = (path: string) => page.find(() => page.asked.find((one) => one.path === path && one.body !== undefined));
const inDialog = (text: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
      (button) => button.textContent === text,
    ),
  );

/** Types into a field as a person does. */
function write(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('a row as fields', () => {
  test('is offered only where each has one simple value', () => {
    expect(flatFields({ a: 1, b: null })).toEqual({ a: 1, b: null });
    expect(flatFields({ a: [1] })).toBeNull();
    expect(flatFields('a;b')).toBeNull();
  });

  test('may lie beside what says where it came from, which stays', () => {
    const row = { ficheiro: 'a.csv', linha: 3, valores: { porto: 'Namibe', quantidade_t: 'muito' } };
    const editable = editableFields(row);
    expect(editable?.fields).toEqual({ porto: 'Namibe', quantidade_t: 'muito' });
    expect(editable?.with({ quantidade_t: '12,5' })).toEqual({
      ficheiro: 'a.csv',
      linha: 3,
      valores: { porto: 'Namibe', quantidade_t: '12,5' },
    });
    expect(editableFields({ a: { b: 1 }, c: { d: 2 } })).toBeNull();
  });

  test('keeps the type a field had where the text still reads as one', () => {
    expect(retyped('12.5', 3)).toBe(12.5);
    expect(retyped('muito', 3)).toBe('muito');
    expect(retyped('12', 'muito')).toBe('12');
    expect(retyped('false', true)).toBe(false);
    expect(retyped('', null)).toBeNull();
  });
});

test('a row is corrected and replayed; one still refused says why and stays open', async () => {
  const path = `${base}/dead-letters/7/replay`;
  const refused = { id: 7, state: 'open', written: 0, duplicates: 0, reason: 'Fora da caixa' };
  page.open(address, answers({ [path]: { json: envelope(refused) } }));
  const edit = await page.find(() => page.button('Corrigir a linha 7'));
  edit.click();
  const depth = await page.find(() =>
    [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find(({ value }) => value === 'muito'),
  );
  write(depth, '12');
  (await inDialog('Repor corrigida')).click();
  expect((await bodyOf(path)).body).toEqual({ raw: { species: 'Sardinella aurita', depth: '12' } });
  await page.find(() => (page.text('body').includes('continua recusada: Fora da caixa') ? true : null));
});

test('rows are chosen together, replayed in one call', async () => {
  const path = `${base}/connectors/obis/dead-letters/replay`;
  page.open(
    address,
    answers({ [path]: { json: envelope({ replayed: 2, stillRefused: 0, remaining: 0, outcomes: [] }) } }),
  );
  const all = await page.find(() => page.host.querySelector<HTMLInputElement>('main input[type=checkbox]'));
  all.click();
  await page.says('2 linhas escolhidas');
  page.button('Repor escolhidas')?.click();
  expect((await bodyOf(path)).body).toEqual({ letterIds: [7, 8] });
  await page.find(() => (page.text('body').includes('2 linhas repostas') ? true : null));
});

test('all rows of one reason are replayed in one call', async () => {
  const path = `${base}/connectors/obis/dead-letters/replay`;
  page.open(address, answers({ [path]: { status: 409, json: problem('conflict', 409, 'Em execução.') } }));
  const replay = await page.find(() => page.button('Repor todas: Profundidade inválida'));
  replay.click();
  expect((await bodyOf(path)).body).toEqual({ reason: 'Profundidade inválida' });
  await page.find(() => (page.text('body').includes('Em execução.') ? true : null));
});

test('several rows are discarded with one reason', async () => {
  const discarded = (id: number) => ({ json: envelope({ id, state: 'discarded' }) });
  page.open(
    address,
    answers({
      [`${base}/dead-letters/7/discard`]: discarded(7),
      [`${base}/dead-letters/8/discard`]: discarded(8),
    }),
  );
  const all = await page.find(() => page.host.querySelector<HTMLInputElement>('main input[type=checkbox]'));
  all.click();
  await page.says('2 linhas escolhidas');
  page.button('Descartar escolhidas')?.click();
  const reason = await page.find(() => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea'));
  write(reason, 'ensaio do sensor');
  const confirm = await inDialog('Descartar');
  await page.find(() => (confirm.disabled ? null : true));
  confirm.click();
  await page.find(() => (page.text('body').includes('2 linhas descartadas.') ? true : null));
  const posts = page.asked.filter(({ path }) => path.endsWith('/discard')).map(({ path }) => path);
  expect(posts).toEqual([`${base}/dead-letters/7/discard`, `${base}/dead-letters/8/discard`]);
});

test('a row whose stream cannot map it alone is not offered for replay', async () => {
  page.open(address, answers({ [`${base}/connectors/obis/dead-letters`]: { json: lettersOf([letter(9, false)]) } }));
  await page.says('Deste fluxo não se repõe uma linha isolada');
  expect(page.button('Repor a linha 9')).toBeUndefined();
  expect(page.button('Descartar a linha 9')).toBeDefined();
});

test('who may only read is offered nothing but reading', async () => {
  page.open(address, answers(), { role: 'investigador' });
  await page.says('Profundidade inválida');
  expect(page.button('Corrigir a linha 7')).toBeUndefined();
  expect(page.host.querySelector('main input[type=checkbox]')).toBeNull();
});

test('the pages of rejected rows are those of every list', async () => {
  const pages: (string | null)[] = [];
  page.open(address, {
    ...answers(),
    [`${base}/connectors/obis/dead-letters`]: (query: URLSearchParams) => {
      pages.push(query.get('page'));
      return { json: envelope({ rows: [letter(7)], total: 120, reasons: [] }) };
    },
  });
  await page.says('1–50 de 120');
  page.button('Página 3')?.click();
  await page.says('101–120 de 120');
  expect(pages.at(-1)).toBe('3');
  expect(page.button('Página seguinte')?.disabled).toBe(true);
});
