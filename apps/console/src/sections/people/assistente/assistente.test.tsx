// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type {
  assistantAbout,
  assistantAsk,
  assistantConversation,
  assistantConversations,
  Turn,
} from '@kianda/contract/people/assistant/assistant.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const conversationId = '3b1f7f60-3f5f-4a94-9a0e-0a6f0f6f6f60';
const turn: Turn = {
  id: '5d7f7f60-3f5f-4a94-9a0e-0a6f0f6f6f61',
  at: '2026-08-31T09:00:00Z',
  question: 'Que portos há?',
  outcome: 'answered',
  by: 'model',
  text: 'Há 2 lugares.',
  understood: 'Portos, áreas e estações',
  struck: [{ sentence: 'Serão 987.', figures: ['987'] }],
  cards: [
    {
      tool: 'lugares_lista',
      title: 'Portos, áreas e estações',
      query: 'GET /admin-api/geography/places?kinds=port',
      arguments: { kinds: 'port' },
      figures: [{ label: 'Lugares', value: 2, unit: null, kind: 'number' }],
      chart: { kind: 'bar', label: 'Lugares por tipo', unit: 'lugares', points: [{ x: 'Porto', y: 2.46 }] },
      table: {
        columns: [
          { label: 'Nome', kind: 'text', unit: null },
          { label: 'Latitude', kind: 'number', unit: '°' },
        ],
        rows: [
          ['Luanda', -8.748],
          ['Banana', null],
        ],
        total: 9,
      },
      provenance: { state: 'simulated', source: 'GFW', observedAt: null, retrievedAt: '2026-08-31T08:00:00Z', seed: 1 },
      missing: ['Sem posição de Banana.'],
      link: { section: 'places', search: {} },
    },
  ],
  nearest: [],
};
const unknown: Turn = {
  ...{ id: '5d7f7f60-3f5f-4a94-9a0e-0a6f0f6f6f62', at: turn.at, question: 'Olá', outcome: 'none', by: 'rules' },
  ...{
    text: 'Não sei responder a isso.',
    understood: null,
    struck: [],
    cards: [],
    nearest: ['Que zonas de pesca há?'],
  },
};
const about: DataOf<typeof assistantAbout> = {
  suggestions: ['Que portos há?'],
  tools: [],
  model: null,
  mcpUrl: 'http://kianda.test/mcp',
};
const one = { id: conversationId, title: 'Que portos há?', createdAt: turn.at, updatedAt: turn.at };
const conversations: DataOf<typeof assistantConversations> = { conversations: [{ ...one, turns: 1 }] };
const stored: DataOf<typeof assistantConversation> = { ...one, turns: [turn] };

let page: ReturnType<typeof createPage>;
let answers: Record<string, Reply>;
beforeEach(() => {
  page = createPage();
  answers = {
    '/admin-api/assistant': { json: envelope(about) },
    '/admin-api/assistant/conversations': { json: envelope(conversations) },
    [`GET /admin-api/assistant/conversations/${conversationId}`]: { json: envelope(stored) },
    'POST /admin-api/assistant/ask': { json: envelope({ conversationId, turn } satisfies DataOf<typeof assistantAsk>) },
  };
});
afterEach(() => page.close());

const address = '/?section=assistente';

async function press(name: string): Promise<void> {
  (await page.find(() => page.button(name))).click();
}

async function sees(...texts: readonly string[]): Promise<void> {
  for (const text of texts) await page.says(text);
}

/** Presses a button of the dialog that is open. */
async function confirm(name: string): Promise<void> {
  const find = () =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find((one) => one.textContent === name);
  (await page.find(find)).click();
}

test('a suggestion is asked by a press; its answer has figures, table, origin, what is missing and the way to its screen', async () => {
  page.open(address, answers);
  await press('Que portos há?');
  await sees('Há 2 lugares.', 'Luanda', '−8,748', 'Sem posição de Banana.', 'Simulado', 'Mostram-se 2 de 9');
  expect(page.asked.find(({ method }) => method === 'POST')?.body).toEqual({ question: 'Que portos há?' });
  await sees('Serão 987.', '2,5', '987 não está em nenhuma resposta', 'Percebi: Portos, áreas e estações');
  await press('Ver a consulta');
  await sees('GET /admin-api/geography/places?kinds=port');
  const told = [...page.host.querySelectorAll('main [role="status"]')].map(({ textContent }) => textContent);
  expect(told).toContain('Há 2 lugares.');
  await press('Abrir o ecrã');
  expect(window.location.search).toContain('section=places');
});

test('what has no answer says so, with questions near to it', async () => {
  answers['POST /admin-api/assistant/ask'] = { json: envelope({ conversationId, turn: unknown }) };
  answers[`GET /admin-api/assistant/conversations/${conversationId}`] = {
    json: envelope({ ...stored, turns: [unknown] }),
  };
  page.open(`${address}&ask=Ol%C3%A1`, answers);
  await sees('Não sei responder a isso.', 'Que zonas de pesca há?');
  expect(page.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ question: 'Olá' }]);
});

test('a refusal is told beside the field', async () => {
  answers['POST /admin-api/assistant/ask'] = {
    status: 403,
    json: problem('forbidden', 403, 'Sem permissão para isto.'),
  };
  page.open(address, answers);
  await press('Que portos há?');
  await sees('Sem permissão para isto.', 'Por onde começar');
});

test('a conversation is opened again, and deleted only after a question', async () => {
  answers[`DELETE /admin-api/assistant/conversations/${conversationId}`] = { json: envelope({ removed: 1 }) };
  page.open(`${address}&conversation=${conversationId}`, answers);
  await sees('Há 2 lugares.');
  await press('Eliminar a conversa «Que portos há?»');
  await page.find(() => (page.text('[role="dialog"]').includes('Não se pode voltar atrás.') ? true : null));
  expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await confirm('Eliminar');
  await sees('Por onde começar');
  expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(true);
});
