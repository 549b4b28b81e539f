// @vitest-environment happy-dom
import type { VesselGroup } from '@kianda/contract/fleet/surveillance/groups.contract';
import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { address, at, listOf, answers as shared, vessel } from '../testing.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const group: VesselGroup = {
  id: '7a3c1d10-0000-4000-8000-000000000001',
  name: 'Lista INN',
  description: '',
  isShared: true,
  isWatched: true,
  ownerName: 'Ana Mar',
  mayChange: true,
  members: 1,
  updatedAt: at,
};
/** A vessel with positions of its own. */
const heard: ListedVessel = {
  ...vessel,
  shipId: 1,
  vesselId: null,
  positionKind: 'report',
  activity: 'active',
  simulated: false,
};
const answers = {
  ...shared,
  '/admin-api/vessels': { json: envelope(listOf([heard])) },
  '/admin-api/surveillance/groups': { json: envelope({ groups: [group] }) },
  [`/admin-api/surveillance/groups/${group.id}/members`]: { json: envelope(group) },
} as const;
const modalText = () => document.querySelector('.mantine-Modal-content')?.textContent ?? '';

test('vessels that are chosen are put into a group', async () => {
  page.open(address('vessels'), answers);
  await page.says('PALANCA');
  const box = await page.find(() => document.querySelector<HTMLInputElement>('input[aria-label="Escolher PALANCA"]'));
  box.click();
  await page.says('1 embarcação escolhida');
  const select = await page.find(() =>
    [...document.querySelectorAll<HTMLSelectElement>('main select')].find(({ textContent }) =>
      textContent?.includes('Escolher grupo'),
    ),
  );
  select.value = group.id;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  const add = await page.find(() => (page.button('Juntar')?.disabled === false ? page.button('Juntar') : null));
  add.click();
  const sent = await page.find(() => page.asked.find(({ path }) => path.endsWith('/members')));
  expect(sent.body).toEqual({ add: ['603990001'] });
  await page.find(() => (page.text().includes('1 embarcação escolhida') ? null : true));
});

test('groups: the list of them with what they are, and the way to narrow the fleet by one', async () => {
  page.open(address('vessels'), answers);
  await page.says('PALANCA');
  (await page.find(() => page.button('Grupos'))).click();
  await page.find(() => (modalText().includes('Lista INN') ? true : null));
  for (const words of ['Vigilância', 'Partilhado', 'de Ana Mar', '1 embarcação']) {
    expect(modalText().replaceAll('\u00a0', ' ')).toContain(words);
  }
  const use = document.querySelector<HTMLButtonElement>('[aria-label="Filtrar a lista pelo grupo Lista INN"]');
  use?.click();
  await page.find(() => (window.location.search.includes(group.id) ? true : null));
});
