// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, type Reply } from '../../../client/testing.ts';
import { connector, list } from '../../shared/connectors/sample.testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/data/connectors';
const measured = {
  ...{ windows: 10, days: 3_653, requests: 1_234, bytes: 83_000_000, seconds: 336 },
  ...{ measured: { windows: 2, days: 20 }, absence: null },
};

type Answer = Reply | ((query: URLSearchParams) => Reply);

function answers(cost: Answer): Readonly<Record<string, Answer>> {
  return {
    [base]: { json: envelope(list([connector()])) },
    [`${base}/obis/backfill`]: { json: envelope({ windows: [] }) },
    [`${base}/obis/backfill/cost`]: cost,
  };
}

test('ten years are priced before they are ordered: requests, bytes and time, and what that was measured on', async () => {
  const queries: Record<string, string>[] = [];
  page.open('/?section=data-connectors&connector=obis&view=backfill', {
    ...answers((query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope(measured) };
    }),
  });
  (await page.find(() => page.button('Dez anos'))).click();
  await page.says('Medido em 2 janelas obtidas (20 dias).');
  const text = page.text().replaceAll(/\s/g, ' ');
  expect(text).toContain('1 234');
  expect(text).toContain('5 min 36 s');
  const [asked] = queries;
  expect(asked).toMatchObject({ stream: 'occurrences', windowDays: '366' });
  const years = (Date.parse(asked?.to ?? '') - Date.parse(asked?.from ?? '')) / 86_400_000 / 365.25;
  expect(years).toBeCloseTo(10, 1);
});

test('a stream is shown by its name, with its id as a detail alone', async () => {
  const window = {
    ...{ stream: 'occurrences', from: '2026-01-01T00:00:00.000Z', to: '2026-01-10T23:59:59.999Z' },
    ...{ state: 'failed', attempts: 3, error: 'O fornecedor não respondeu.', runId: null },
  };
  page.open('/?section=data-connectors&connector=obis&view=backfill', {
    ...answers({ json: envelope(measured) }),
    [`${base}/obis/backfill`]: { json: envelope({ windows: [window] }) },
  });
  const named = await page.find(() => page.host.querySelector('section[aria-label="ocorrências"] h3 [title]'));
  expect([named.textContent, named.getAttribute('title')]).toEqual(['ocorrências', 'occurrences']);
  const choices = await page.find(() => page.host.querySelector<HTMLOptionElement>('option[value="occurrences"]'));
  expect(choices.text).toBe('ocorrências');
  expect(page.text()).not.toContain('occurrences');
});

test('a known shape is titled by the name of its stream', async () => {
  const at = '2026-08-31T08:00:40.000Z';
  const shape = {
    stream: 'occurrences',
    resource: '/v3/occurrence',
    ...{ learnedAt: at, updatedAt: at },
    fields: [],
  };
  page.open('/?section=data-connectors&connector=obis&view=drift', {
    ...answers({ json: envelope(measured) }),
    [`${base}/obis/drift`]: {
      json: envelope({ policy: 'ignore', pausedByDrift: false, open: 0, findings: [], shapes: [shape] }),
    },
  });
  await page.says('ocorrências · /v3/occurrence');
});

test('without a window to measure by the figures are dashes, with the reason', async () => {
  const unknown = { requests: null, bytes: null, seconds: null, measured: null };
  const absence = 'Ainda não foi obtida nenhuma janela deste fluxo.';
  page.open(
    '/?section=data-connectors&connector=obis&view=backfill',
    answers({ json: envelope({ ...measured, ...unknown, absence }) }),
  );
  (await page.find(() => page.button('Dez anos'))).click();
  await page.says(absence);
  const cost = page.host.querySelector('[aria-label="Custo estimado"]');
  expect([...(cost?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual(['—', '—', '—']);
});
