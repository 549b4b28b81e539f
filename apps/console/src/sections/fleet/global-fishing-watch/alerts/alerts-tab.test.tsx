// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { lastNotice } from '../../../../platform/notices.ts';
import { createPage } from '../../../testing.tsx';
import {
  address,
  alert,
  answers,
  area,
  buttonOf,
  dialogText,
  enter,
  exportNote,
  fieldOf,
  alertId as id,
  lowAlert,
  modal,
  pageOfAll,
} from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../map/surveillance-map.tsx';
import '../map/vessels-place.tsx';
import '../page.tsx';
import './alert-dialog.tsx';
import './alert-map-dialog.tsx';
import './alerts-tab.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const steps = `/admin-api/surveillance/alerts/${id}/steps`;
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);
const placed = { ...alert, location: { lat: -9.5, lon: 12.75 } };

test('each alert: description, severity, coordinates or why there are none, vessels, time, and two buttons', async () => {
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/alerts': {
      json: envelope(pageOfAll([placed, { ...alert, id: id.replace('1', '3'), raisedAt: '2026-08-30T07:00:00.000Z' }])),
    },
  });
  await page.says('Encontro junto de Cabo Ledo');
  // The rule raised the same words twice: the time tells the buttons apart.
  expect(page.sharedNames()).toEqual([]);
  const [first, second] = [...document.querySelectorAll('main [data-alert]')];
  const text = first?.textContent?.replaceAll('\u00a0', ' ') ?? '';
  expect(text).toContain('Alta');
  expect(text).toContain('9°30,0′ S');
  expect(text).toContain('2 embarcações');
  expect(first?.querySelector('time')).not.toBeNull();
  expect(second?.textContent).toContain('Localização não disponível');
  expect(second === undefined ? null : buttonOf(second, 'Ver no Mapa')?.disabled).toBe(true);
  expect(first === undefined ? null : buttonOf(first, 'Investigar')).toBeDefined();
});

test('a row says that it is simulated, or real, only where that differs from what the mark of the page says', async () => {
  const list = envelope(pageOfAll([placed, { ...alert, id: id.replace('1', '3'), simulated: false }]));
  const marksOf = async () => {
    await page.says('Encontro junto de Cabo Ledo');
    const rows = [...document.querySelectorAll('main [data-alert]')];
    return rows.map((row) => [...row.querySelectorAll('.mantine-Badge-label')].map(({ textContent }) => textContent));
  };
  page.open(address('alerts'), { ...answers, '/admin-api/surveillance/alerts': { json: list } });
  expect(await marksOf()).toEqual([['Simulado'], []]);
  await page.close();
  page = createPage();
  const at = list.metadata.timestamp;
  const provenance = { state: 'simulated', source: 'Ensaio', observedAt: at, retrievedAt: at, seed: 7 } as const;
  const simulated = Object.entries({ ...answers, '/admin-api/surveillance/alerts': { json: list } }).map(
    ([path, reply]) => {
      const { json } = reply as { json: typeof list };
      return [path, { json: { ...json, metadata: { ...json.metadata, provenance } } }] as const;
    },
  );
  page.open(address('alerts'), Object.fromEntries(simulated));
  await page.find(() => page.host.querySelector('[data-page-origin="simulated"]'));
  expect(await marksOf()).toEqual([[], ['Real']]);
});

test('«Ver no Mapa» opens the place with the tracks of its vessels, and from there the map of the fleet', async () => {
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/alerts': { json: envelope(pageOfAll([placed])) },
  });
  const show = await page.find(() => page.button('Ver no Mapa'));
  show.click();
  await page.find(() => (dialogText().includes('Alerta no mapa: Encontro junto de Cabo Ledo') ? true : null));
  // Without WebGL the place and the vessels are still told in words.
  await page.find(() => (dialogText().includes('O mapa não pode ser desenhado') ? true : null));
  for (const words of ['9°30,0′ S', 'PALANCA']) expect(dialogText()).toContain(words);
  expect(dialogText()).toContain('Linha quebrada: silêncio de mais de uma hora.');
  buttonOf(document, 'Abrir no mapa da frota')?.click();
  await page.find(() => (inAddress('show') === 'map' ? true : null));
  expect([inAddress('tab'), inAddress('tracks')]).toEqual(['vessels', '1']);
});

const second = { ...alert, id: id.replace('1', '3'), description: 'Outro alerta', state: 'new' as const };
const third = { ...alert, id: id.replace('1', '4'), description: 'Em curso', state: 'investigating' as const };
const several = '/admin-api/surveillance/alerts/steps';
const sentSteps = () => page.asked.flatMap(({ path, body }) => (path === several ? [body] : []));
const boxOf = (label: string) =>
  page.find(() => document.querySelector<HTMLInputElement>(`main input[aria-label="${label}"]`));

test('several alerts are acknowledged at once, and what is left says why and stays chosen', async () => {
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/alerts': { json: envelope(pageOfAll([{ ...alert, state: 'new' }, second, third])) },
    [several]: {
      json: envelope({ changed: [id], refused: [{ id: second.id, reason: 'Outra pessoa mudou este alerta.' }] }),
    },
  });
  await page.says('Outro alerta');
  expect(page.button('Reconhecer')?.disabled).toBe(true);
  // Only a button that can't be pressed has to say why.
  expect(page.button('Reconhecer')?.title).toBe('Escolha alertas que possam passar a esse estado.');
  const all = await page.find(() => fieldOf('Escolher a página') as HTMLInputElement);
  all.click();
  const take = await page.find(() => page.button('Reconhecer (2)'));
  expect(take.title).toBe('');
  expect(page.button('Investigar os escolhidos (2)')?.disabled).toBe(false);
  take.click();
  await page.find(() => (lastNotice()?.message.includes('1 por mudar: Outra pessoa mudou') === true ? true : null));
  expect(sentSteps()).toEqual([
    {
      to: 'acknowledged',
      alerts: [
        { id, from: 'new' },
        { id: second.id, from: 'new' },
      ],
    },
  ]);
  expect((await boxOf('Escolher: Outro alerta')).checked).toBe(true);
  expect((await boxOf('Escolher: Em curso')).checked).toBe(false);
});

test('one key acknowledges the alert in focus, and none while something is written', async () => {
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/alerts': { json: envelope(pageOfAll([{ ...alert, state: 'new' }, third])) },
    [several]: { json: envelope({ changed: [id], refused: [] }) },
  });
  const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'R', bubbles: true }));
  const row = await page.find(() => document.querySelector(`main [data-alert="${id}"]`));
  fieldOf('Procurar').focus();
  press();
  buttonOf(document.querySelector(`main [data-alert="${third.id}"]`) ?? document, 'Investigar')?.focus();
  press();
  buttonOf(row, 'Investigar')?.focus();
  press();
  await page.find(() => (sentSteps().length > 0 ? true : null));
  expect(sentSteps()).toEqual([{ to: 'acknowledged', alerts: [{ id, from: 'new' }] }]);
});

test('alerts are filtered by area, by who has them, and by being late', async () => {
  const asked: URLSearchParams[] = [];
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/areas': { json: envelope({ areas: [area] }) },
    '/admin-api/surveillance/alerts': (query: URLSearchParams) => {
      asked.push(query);
      return { json: envelope(pageOfAll([alert])) };
    },
  });
  await page.says('Encontro junto de Cabo Ledo');
  expect(asked[0]?.get('sort')).toBe('raised');
  enter(await page.find(() => fieldOf('Área')), area.id);
  await page.find(() => (asked.at(-1)?.get('areaId') === area.id ? true : null));
  enter(await page.find(() => fieldOf('Responsável')), 'none');
  await page.find(() => (inAddress('assignee') === 'none' ? true : null));
  (fieldOf('Só fora do prazo') as HTMLInputElement).click();
  await page.find(() => (asked.at(-1)?.get('overdue') === 'true' ? true : null));
  expect(asked.at(-1)?.get('assignee')).toBe('none');
});

test('«Investigar» opens the alert, in the address too', async () => {
  page.open(address('alerts'), answers);
  const investigate = await page.find(() => page.button('Investigar'));
  investigate.click();
  await page.find(() => (dialogText().includes('Percurso') ? true : null));
  expect(inAddress('alert')).toBe(id);
});

test.each([
  [1, 'low'],
  [2, 'low'],
  [3, 'medium'],
  [4, 'high'],
])('confidence level %i asks for severities from «%s» on', async (level, severity) => {
  const asked: (string | null)[] = [];
  page.open(address('alerts', `&level=${level}`), {
    ...answers,
    '/admin-api/surveillance/alerts': (query: URLSearchParams) => {
      if (query.get('pageSize') === '25') asked.push(query.get('minSeverity'));
      return { json: envelope(pageOfAll([alert])) };
    },
  });
  await page.says('Encontro junto de Cabo Ledo');
  expect(new Set(asked)).toEqual(new Set([severity]));
});

test('the level of the settings keeps low ones back, says how many, and names its four steps', async () => {
  page.open(address('alerts'), answers);
  await page.says('Encontro junto de Cabo Ledo');
  expect(page.text()).not.toContain(lowAlert.description);
  await page.says('1 alerta fora do nível de confiança');
  const level = fieldOf('Nível de confiança');
  expect([...(level as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    '1 · Baixo (mais alertas)',
    '2 · Médio',
    '3 · Alto (menos alertas)',
    '4 · Muito Alto',
  ]);
  expect(level.value).toBe('3');
  enter(level, '1');
  await page.says(lowAlert.description);
  expect(inAddress('level')).toBe('1');
});

test('the least severity chosen goes to the server, and is not told as hidden by the level', async () => {
  page.open(address('alerts', '&level=1&minSeverity=medium'), answers);
  await page.says('Encontro junto de Cabo Ledo');
  expect(page.text()).not.toContain(lowAlert.description);
  expect(page.text()).not.toContain('fora do nível de confiança');
});

test("state, words and pages are the server's; without any, open alerts are asked for", async () => {
  const queries: Record<string, string>[] = [];
  page.open(address('alerts', '&level=1'), {
    ...answers,
    '/admin-api/surveillance/alerts': (query: URLSearchParams) => {
      // Other parts of the section ask for counts of alerts, in no order.
      if (query.has('sort')) queries.push(Object.fromEntries(query));
      return { json: envelope({ ...pageOfAll([alert]), total: 120, page: Number(query.get('page')), hasNext: true }) };
    },
  });
  const asks = (wanted: Record<string, string | undefined>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  await page.says('1–25 de 120');
  await asks({ state: 'open', page: '1', sort: 'raised', order: 'desc' });
  page.button('Página seguinte')?.click();
  await asks({ page: '2' });
  enter(fieldOf('Estado'), 'confirmed');
  await asks({ state: 'confirmed', page: '1' });
  enter(fieldOf('Estado'), '');
  await asks({ state: undefined, page: '1' });
  expect(inAddress('state')).toBe('all');
});

test('none: the empty state, and nothing to export', async () => {
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/alerts': { json: envelope(pageOfAll([])) },
  });
  await page.says('Nenhum Alerta');
  expect(page.button('Exportar alertas (JSON)')?.disabled).toBe(true);
});

test('every alert that is found is exported as gfw-alerts-{date}.json, noted before it is handed over, and said', async () => {
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/alerts': (query: URLSearchParams) => {
      const at = Number(query.get('page') ?? 1);
      const found = { ...alert, id: id.replace('1', String(at)) };
      return { json: envelope({ ...pageOfAll([found]), total: 3, page: at, hasNext: at < 3 }) };
    },
  });
  await page.says('Encontro junto de Cabo Ledo');
  const save = await page.find(() => page.button('Exportar alertas (JSON)'));
  save.click();
  await page.find(() => (lastNotice()?.title === 'Exportação Concluída' ? true : null));
  expect(lastNotice()?.message).toMatch(/^gfw-alerts-\d{4}-\d{2}-\d{2}\.json$/);
  const [note] = page.asked.filter(({ path }) => path === exportNote);
  expect(note?.body).toMatchObject({ of: 'alerts', rows: 3, fileName: lastNotice()?.message });
});

test('a step goes with the state that was seen, and a conflict is told', async () => {
  page.open(`/?section=global-fishing-watch&alert=${id}`, {
    ...answers,
    [steps]: { status: 409, json: problem('conflict', 409, 'O alerta já não está nesse estado.') },
  });
  await page.find(() => (dialogText().includes('Passar a') ? true : null));
  enter(fieldOf('Passar a'), 'acknowledged');
  const submit = await page.find(() => {
    const button = buttonOf(modal() ?? document, 'Registar');
    return button?.disabled === false ? button : null;
  });
  submit.click();
  await page.find(() => (dialogText().includes('Outra pessoa mudou este alerta') ? true : null));
  expect(page.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ from: 'new', to: 'acknowledged' });
});

test('whoever may only look sees no form; whoever may not look is told so', async () => {
  page.open(`/?section=global-fishing-watch&alert=${id}`, answers, { role: 'investigador' });
  await page.find(() => (dialogText().includes('só operadores e administradores') ? true : null));
  expect(document.querySelector('[aria-modal="true"] form')).toBeNull();
});

test('alerts stand by vessel at a switch, and a vessel opens to its own', async () => {
  const group = {
    vessel: { id: 7, name: 'PALANCA', flag: 'AGO' },
    alerts: 3,
    severity: 'high',
    lastRaisedAt: alert.raisedAt,
  };
  page.open(address('alerts'), {
    ...answers,
    '/admin-api/surveillance/alerts': { json: envelope(pageOfAll([placed])) },
    '/admin-api/surveillance/alert-groups': { json: envelope(pageOfAll([{ ...group, simulated: false }])) },
  });
  const toggle = await page.find(() =>
    [...document.querySelectorAll<HTMLInputElement>('main input[role="switch"]')].find(({ labels }) =>
      [...(labels ?? [])].some(({ textContent }) => textContent === 'Agrupar por embarcação'),
    ),
  );
  toggle.click();
  const open = await page.find(() => page.button('Ver os alertas de PALANCA'));
  expect(page.text()).toMatch(/3\salertas/);
  expect(inAddress('grouped')).toBe('vessel');
  open.click();
  await page.says('Encontro junto de Cabo Ledo');
  expect([inAddress('grouped'), inAddress('vesselId')]).toEqual([null, '7']);
});

test('a silence that goes on says how long it lasts by now; one that ended does not', async () => {
  const gap = { ...placed, rule: 'gap' as const, state: 'new' as const };
  const json = envelope(
    pageOfAll([
      { ...gap, endedAt: null },
      { ...gap, id: second.id },
    ]),
  );
  page.open(address('alerts'), { ...answers, '/admin-api/surveillance/alerts': { json } });
  await page.says('Encontro junto de Cabo Ledo');
  const texts = [...document.querySelectorAll('main [data-alert]')].map(({ textContent }) => textContent ?? '');
  expect(texts.map((text) => text.includes('Sem transmitir'))).toEqual([true, false]);
});
