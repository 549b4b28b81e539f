// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { address, answers, area, buttonOf, dialogText, enter, fieldOf, modal } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../map/surveillance-map.tsx';
import '../page.tsx';
import '../registry/registry.tsx';
import './area-form.tsx';
import './areas-tab.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const path = '/admin-api/surveillance/areas';
const park = { ...area, id: 'caixa-parque', name: 'Parque Nacional da Iona', violations: 0, isMonitored: false };
const watched = { ...answers, [`GET ${path}`]: { json: envelope({ areas: [area, park] }) } };
const sent = (method: string) => page.asked.filter((one) => one.method === method && one.path.startsWith(path));

test('each area: its switch, its rules, its violations of a day, and «Ver Área», which shows it on a map', async () => {
  page.open(address('areas'), watched);
  await page.says('Reserva do Kwanza');
  expect(page.text()).toContain('3 violações nas últimas 24 h');
  expect(page.text()).toContain('0 violações nas últimas 24 h');
  expect(page.text()).toContain('alerta abaixo de 2,5 nós');
  const isOn = (name: string) =>
    document.querySelector<HTMLInputElement>(`input[aria-label="Monitorização de ${name}"]`)?.checked;
  expect([isOn(area.name), isOn(park.name)]).toEqual([true, false]);
  page.button(`Ver Área: ${area.name}`)?.click();
  await page.find(() => (dialogText().includes('Origem dos limites: Especificação') ? true : null));
  expect(dialogText()).toContain('Reserva do Kwanza');
});

test('an area says each of its rules, and that it has none', async () => {
  const rulesOf = async (rules: typeof area.rules) => {
    await page.close();
    page = createPage();
    page.open(address('areas'), { ...answers, [`GET ${path}`]: { json: envelope({ areas: [{ ...area, rules }] }) } });
    await page.says(area.name);
    return page.text();
  };
  const none = { alertOnEntry: false, alertBelowKnots: null, forbidsFishing: false };
  const words = ['alerta a cada entrada', 'alerta abaixo de', 'pesca proibida'];
  const said = async (rules: Partial<typeof area.rules>) => {
    const text = await rulesOf({ ...none, ...rules });
    return words.map((word) => text.includes(word));
  };
  expect(await said({})).toEqual([false, false, false]);
  expect(await said({ alertOnEntry: true })).toEqual([true, false, false]);
  expect(await said({ alertBelowKnots: 2.5 })).toEqual([false, true, false]);
  expect(await said({ forbidsFishing: true })).toEqual([false, false, true]);
});

test('the switch keeps everything else as it was', async () => {
  page.open(address('areas'), { ...watched, [`PUT ${path}/${area.id}`]: { json: envelope(area) } });
  await page.says('Reserva do Kwanza');
  document.querySelector<HTMLInputElement>(`input[aria-label="Monitorização de ${area.name}"]`)?.click();
  const change = await page.find(() => sent('PUT')[0]);
  const { name, kind, geometry, rules, source, note } = area;
  expect(change.body).toEqual({ name, kind, geometry, rules, source, note, isMonitored: false });
});

test('«Adicionar Nova Área Protegida»: a contour written by hand, refused in words, then stored', async () => {
  page.open(address('areas'), { ...watched, [`POST ${path}`]: { status: 201, json: envelope(area) } });
  const add = await page.find(() => page.button('Adicionar Nova Área Protegida'));
  add.click();
  await page.find(() => (dialogText().includes('Contorno') ? true : null));
  const dialog = modal() ?? document;
  enter(fieldOf('Nome', dialog), 'Zona de ensaio');
  enter(fieldOf('Origem dos limites', dialog), 'ensaio');
  enter(fieldOf('Vértices', dialog), '0,0\n1,0');
  buttonOf(dialog, 'Guardar')?.click();
  await page.find(() => (dialogText().includes('um contorno tem pelo menos três') ? true : null));
  expect(sent('POST')).toEqual([]);
  // Zero is a coordinate.
  enter(fieldOf('Vértices', dialog), '0,0\n1,0\n1,-1');
  buttonOf(dialog, 'Guardar')?.click();
  const created = await page.find(() => sent('POST')[0]);
  expect(created.body).toMatchObject({
    name: 'Zona de ensaio',
    kind: 'protected',
    isMonitored: true,
    source: 'ensaio',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, -1],
          [0, 0],
        ],
      ],
    },
  });
  await page.find(() => (modal() === null ? true : null));
});

test('an area of the platform is not deleted; another one only after it is confirmed', async () => {
  const own = { ...area, id: 'b', name: 'Zona de ensaio', isSeeded: false };
  page.open(address('areas'), {
    ...watched,
    [`GET ${path}`]: { json: envelope({ areas: [area, own] }) },
    [`DELETE ${path}/b`]: { json: envelope({ id: 'b' }) },
  });
  await page.says('Zona de ensaio');
  expect(page.button(`Eliminar ${area.name}`)?.disabled).toBe(true);
  page.button('Eliminar Zona de ensaio')?.click();
  await page.find(() => (dialogText().includes('deixa de ser vigiada') ? true : null));
  expect(sent('DELETE')).toEqual([]);
  buttonOf(modal() ?? document, 'Eliminar')?.click();
  await page.find(() => sent('DELETE')[0]);
});

test('whoever only looks has no way to change; areas that do not come can be asked for again', async () => {
  page.open(address('areas'), watched, { role: 'investigador' });
  await page.says('Reserva do Kwanza');
  expect(page.button('Adicionar Nova Área Protegida')).toBeUndefined();
  const toggle = document.querySelector<HTMLInputElement>(`input[aria-label="Monitorização de ${area.name}"]`);
  expect(toggle?.disabled).toBe(true);
  await page.close();
  page = createPage();
  page.open(address('areas'), {
    ...answers,
    [`GET ${path}`]: { status: 503, json: problem('unavailable', 503, 'A base de dados não responde.') },
  });
  await page.says('A base de dados não responde.');
  expect(page.button('Tentar Novamente')).toBeDefined();
});
