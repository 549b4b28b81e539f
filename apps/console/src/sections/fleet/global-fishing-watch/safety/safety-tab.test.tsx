// @vitest-environment happy-dom
import type { SafetyStation } from '@kianda/contract/fleet/vessels/safety.resource';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { address, answers, at, pageOfAll } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import './safety-tab.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const path = '/admin-api/vessels/safety';
const station = (over: Partial<SafetyStation>): SafetyStation => ({
  ...{ key: 'aid:996031001', kind: 'aid', mmsi: '996031001', name: 'BOIA 1', text: null, aidType: 30 },
  ...{ isVirtual: true, state: 'off_position', lon: 13.1, lat: -8.7, altitudeMeters: null, speedKnots: null },
  ...{ courseDegrees: null, firstAt: at, lastAt: at, source: 'Luanda (terrestre)', simulated: false },
  ...over,
});

test('says what each station is, where a virtual aid is only transmitted, and a distress signal in use', async () => {
  const beacon = { key: 'distress:972010001', kind: 'distress', mmsi: '972010001', name: null, lon: null, lat: null };
  const list = [station({}), station({ ...beacon, state: 'active', aidType: null, isVirtual: null } as SafetyStation)];
  page.open(address('safety'), { ...answers, [`GET ${path}`]: { json: envelope(pageOfAll(list)) } });
  await page.says('Homem ao mar (MOB)');
  for (const text of ['Sinal de socorro', 'Socorro ativo', 'Boia de marca especial', 'Fora da posição', 'Virtual'])
    expect(page.text()).toContain(text);
  expect(page.text()).toContain('Luanda (terrestre)');
});

test('says why it is empty', async () => {
  page.open(address('safety'), { ...answers, [`GET ${path}`]: { json: envelope(pageOfAll([])) } });
  await page.says('Ainda sem mensagens de segurança');
});
