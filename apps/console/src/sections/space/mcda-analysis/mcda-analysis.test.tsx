// @vitest-environment happy-dom
import type { CriteriaPlan } from '@kianda/contract/space/spatial/criteria-plan';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { newCriterion, newJudge } from './plan.rules.ts';
import { sampleField, sampleZee } from './sample.testing.ts';
// The parts that load when they are opened, before any clock runs.
import './components/criteria-step.tsx';
import './components/judgements-step.tsx';
import './components/scenario-maps.tsx';
import './components/scenarios-step.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const plan: CriteriaPlan = {
  name: 'Recifes artificiais',
  criteria: [
    { ...newCriterion({ kind: 'field', variable: 'analysedSst' }), curve: { kind: 'linear', from: 20, to: 30 } },
    { ...newCriterion({ kind: 'field', variable: 'salinity' }), curve: { kind: 'linear', from: 36, to: 34 } },
    { ...newCriterion({ kind: 'field', variable: 'coastDistance' }), curve: { kind: 'sigmoid', from: 10, to: 0 } },
  ],
  judges: [newJudge('Ana', 3)],
  power: 1,
};
const scope = '/admin-api/me/settings/criteria-plans';
const open = (step: string, of: CriteriaPlan = plan) =>
  page.open(`/?section=mcda-analysis&passo=${step}`, {
    [`GET ${scope}`]: { json: envelope({ value: { plans: [of] }, updatedAt: null }) },
    [`PUT ${scope}`]: { json: envelope({ value: null, updatedAt: null }) },
    '/admin-api/geography/zee': { json: envelope(sampleZee) },
    '/admin-api/ocean/fields/analysedSst/grid': { json: envelope(sampleField('analysedSst', 20, 30)) },
    '/admin-api/ocean/fields/salinity/grid': { json: envelope(sampleField('salinity', 34, 36)) },
    '/admin-api/ocean/fields/coastDistance/grid': { json: envelope(sampleField('coastDistance', 20, 0)) },
    '/admin-api/ocean/fields/seabedDepth/grid': { json: envelope(sampleField('seabedDepth', 100, 10)) },
  });
const press = async (name: string) => (await page.find(() => page.button(name))).click();
const labelled = (name: string) =>
  page.find(() => {
    const own = page.host.querySelector<HTMLInputElement | HTMLSelectElement>(`main [aria-label="${name}"]`);
    if (own !== null) return own;
    const label = [...page.host.querySelectorAll('main label')].find(({ textContent }) => textContent === name);
    return document.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="${label?.getAttribute('for')}"]`);
  });
async function enter(name: string, value: string): Promise<void> {
  const field = await labelled(name);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const compare = (row: string, column: string, step: string) => enter(`${row} face a ${column}`, step);
const [sst, salt, coast] = ['Temperatura da superfície (TSM)', 'Salinidade', 'Distância à costa'];
const saved = () => page.asked.filter(({ method, path }) => method === 'PUT' && path === scope).at(-1)?.body;

test('a criterion comes with its histogram, curve and limits, and the plan is kept in the account', async () => {
  open('criterios');
  await enter('Acrescentar critério', 'seabedDepth');
  await page.find(() => page.host.querySelector('#criterio-seabedDepth [role=slider]'));
  await enter('Nome do plano', 'Recifes de Benguela');
  await press('Guardar plano');
  await page.says('Guardado na sua conta');
  expect(saved()).toMatchObject({
    value: { plans: [{ name: 'Recifes de Benguela', judges: [{ above: [1, 1, 1, 1, 1, 1] }] }] },
  });
  expect(page.sharedNames()).toEqual([]);
});

test('a limit says how much of the sea it leaves out, and a curve of equal ends is refused', async () => {
  open('criterios', { ...plan, criteria: plan.criteria.slice(0, 1), judges: [newJudge('Ana', 0)] });
  await enter('Excluir abaixo de', '25');
  await page.find(() => (/Fora por esta restrição: \d+ células \(50/.test(page.text()) ? true : null));
  await enter('Aptidão 1 em', '20');
  await page.says('Os dois valores têm de ser diferentes.');
  expect(page.host.querySelector('#criterio-analysedSst [role=slider]')).toBeNull();
});

test('judgements give weights at once; what contradicts is named, and put right', async () => {
  open('juizos');
  await compare(sst, salt, '3');
  await compare(salt, coast, '3');
  await page.find(() => (/CR 0,\d\d: acima de 0,05/.test(page.text('#pesos')) ? true : null));
  await page.find(() => (page.text('#pesos').includes('O par que mais destoa') ? true : null));
  await compare(sst, coast, '9');
  await page.find(() => (page.text('#pesos').includes('CR 0,00: coerente') ? true : null));
  expect(page.text('#pesos')).toContain('69,2 %');
});

test('two judges of opposite minds: equal weights for the group, and little consensus', async () => {
  open('juizos', { ...plan, judges: [{ ...newJudge('Ana', 3), above: [9, 9, 1] }] });
  await press('Acrescentar avaliador');
  await page.says('Pesos e coerência de Avaliador 2');
  await compare(sst, salt, '1/9');
  await compare(salt, coast, '9');
  await page.find(() => (/Consenso \d+ %: muito baixo/.test(page.text('#grupo')) ? true : null));
  await enter('Peso no grupo', '0');
  await page.find(() => (page.text('#grupo').includes('entre dois ou mais avaliadores com peso') ? true : null));
});

test('without two criteria there is nothing to compare, and the way to them', async () => {
  open('juizos', { ...plan, criteria: plan.criteria.slice(0, 1), judges: [newJudge('Ana', 0)] });
  await press('Ir aos critérios');
  await page.find(() => page.host.querySelector('#criterio-analysedSst'));
});

test('scenarios: sites with their ranks, sensitivity, and what no place fulfils', async () => {
  open('cenarios');
  await page.says('Sítio 1');
  expect(page.text('#sensibilidade')).toContain('O critério que mais troca o melhor décimo');
  await page.find(() => (page.host.querySelectorAll('#cenarios section').length === 3 ? true : null));
  await enter('Atitude da OWA', 'all');
  await page.says('Alterações por guardar');
});

test('constraints that leave nothing say so', async () => {
  open('cenarios', {
    ...plan,
    criteria: plan.criteria.map((one, place) => (place === 0 ? { ...one, least: 99 } : one)),
  });
  await page.says('Nenhuma célula fica');
});
