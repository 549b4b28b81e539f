/** Two people: in one room they write the same text without a line, and of one place one proposes and the other accepts. */
import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import {
  collaborators,
  createRoom,
  deleteRoom,
  setRoomMember,
} from '@kianda/contract/people/collaboration/collaboration.contract';
import { listInfrastructure } from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import type { Browser, BrowserContext, FrameLocator, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shellTexts } from '../../apps/console/src/shell/texts.pt.ts';
import { collaborationTexts as texts } from '../../apps/interfaces/src/collaboration/texts.pt.ts';
import { infrastructureTexts } from '../../apps/interfaces/src/fisheries-infrastructure/texts.pt.ts';
import { type Api, createApi, newAccount, signIn } from './testing/api.ts';
import { launchBrowser, newContext } from './testing/browser.ts';
import { enterWith } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';

const { url, email, password } = sharedPlatform();
const run = randomUUID().slice(0, 8);
const people = {
  ana: { email: `ana-${run}@exemplo.ao`, name: `Ana Bancada ${run}`, role: 'operador' },
  rui: { email: `rui-${run}@exemplo.ao`, name: `Rui Maré ${run}`, role: 'operador' },
} as const;
type Name = keyof typeof people;

type Seat = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly room: FrameLocator;
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
};

let browser: Browser;
let ana: Api;
let roomId: string;
const seats: Seat[] = [];

const tokenOf = async (name: Name) => (await signIn(url, people[name].email, password)).accessToken;

beforeAll(async () => {
  browser = await launchBrowser();
  const administrator = await signIn(url, email, password);
  for (const person of Object.values(people)) await newAccount(url, administrator.accessToken, { ...person, password });
  ana = createApi(url, await tokenOf('ana'));
  const body = { name: `Sala de ensaio ${run}`, topic: '', access: 'members' };
  const { room } = await ana.call<DataOf<typeof createRoom>>(createRoom, { body });
  roomId = room.id;
  const known = (await ana.call<DataOf<typeof collaborators>>(collaborators)).people;
  const account = known.find(({ name }) => name === people.rui.name)?.accountId ?? '';
  await ana.call(setRoomMember, { params: { id: roomId, account }, body: { role: 'editor' } });
});
afterAll(async () => {
  for (const { context } of seats) await context.close();
  await ana.call(deleteRoom, { params: { id: roomId } });
  await browser.close();
});

/** The room in a browser of its own, whose line can be cut: requests fail, and sockets close and stay closed. */
async function sit(name: Name): Promise<Seat> {
  const context = await newContext(browser);
  const sockets = new Set<WebSocketRoute>();
  let isCut = false;
  await context.routeWebSocket(/\/realtime/, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    sockets.add(socket);
    socket.onClose(() => void sockets.delete(socket));
  });
  const page = await context.newPage();
  await enterWith(page, url, await signIn(url, people[name].email, password));
  await page.goto(`${url}/?section=scientific-interfaces&interface=collaboration#room=${roomId}`);
  const seat: Seat = {
    ...{ context, page, room: page.frameLocator('iframe') },
    async cut() {
      isCut = true;
      await context.setOffline(true);
      await Promise.all([...sockets].map((socket) => socket.close()));
      sockets.clear();
    },
    async mend() {
      isCut = false;
      await context.setOffline(false);
    },
  };
  seats.push(seat);
  await seat.room.getByText(texts.line.online).waitFor();
  return seat;
}

const field = ({ room }: Seat, label: string): Locator => room.getByLabel(label, { exact: true });
const saved = ({ room }: Seat) => room.getByText(`${texts.line.online} · ${texts.line.saved}`).waitFor();

test('two people write in one annotation without a line, and both find what both wrote; a mention reaches the bell', async () => {
  const [one, other] = [await sit('ana'), await sit('rui')];

  // Ana notes a point; Rui sees it come, opens it, and each sees the other there.
  await one.room.getByRole('button', { name: texts.notes.modes.Point, exact: true }).click();
  await one.room.getByText(texts.notes.drawing.Point).waitFor();
  await one.room.locator('canvas').first().click();
  await field(one, texts.notes.titleField).fill('Bancada do Lobito');
  await field(one, texts.notes.textField).fill('Água turva.');
  await saved(one);
  await other.room.getByRole('button', { name: /Bancada do Lobito/ }).click();
  await other.room.getByText(texts.notes.editors(people.ana.name)).waitFor();
  await one.room.getByText(texts.notes.editors(people.rui.name)).waitFor();
  expect(await field(other, texts.notes.textField).inputValue()).toBe('Água turva.');

  // Both lose the line and go on in the same text.
  await Promise.all([one.cut(), other.cut()]);
  await one.room.getByText(texts.line.offline, { exact: true }).waitFor();
  await other.room.getByText(texts.line.offline, { exact: true }).waitFor();
  await field(one, texts.notes.textField).fill('Água turva. Corrente forte a norte.');
  await field(other, texts.notes.textField).fill('Ontem: Água turva.');
  await one.room.getByText(texts.line.unsent(1)).waitFor();
  await other.room.getByText(texts.line.unsent(1)).waitFor();

  // One comes back before the other.
  await one.mend();
  await saved(one);
  await other.mend();
  await saved(other);
  const whole = 'Ontem: Água turva. Corrente forte a norte.';
  for (const seat of [one, other]) await expect.poll(() => field(seat, texts.notes.textField).inputValue()).toBe(whole);

  await one.room.getByLabel(texts.discussion.mention).selectOption({ label: people.rui.name });
  await field(one, texts.discussion.comment).fill('Viste o mesmo?');
  await one.room.getByRole('button', { name: texts.discussion.send, exact: true }).click();
  await other.room.getByText('Viste o mesmo?').waitFor();
  await other.page.getByRole('button', { name: new RegExp(`^${shellTexts.notifications}`) }).click();
  await other.page.getByText(`${people.ana.name} mencionou-o em «Bancada do Lobito»`).waitFor();
});

test('a change of a port that one proposes is accepted by the other, and its history tells both', async () => {
  const [one, other] = seats as [Seat, Seat];
  const { features } = await ana.call<DataOf<typeof listInfrastructure>>(listInfrastructure, {
    query: { kind: 'port' },
  });
  const port = features[0] ?? { id: 'no port', properties: { name: 'no port' } };
  const open = ({ page }: Seat) =>
    page.goto(`${url}/?section=scientific-interfaces&interface=qgis_fisheries#editar=sim&lugar=${port.id}`);
  const reason = `Visto no cais ${run}`;

  await open(one);
  await one.room.getByRole('button', { name: infrastructureTexts.change, exact: true }).click();
  const form = one.room.getByRole('form', { name: infrastructureTexts.form.change });
  await form.getByLabel(infrastructureTexts.fields.note, { exact: true }).fill(`Cais novo ${run}`);
  await form.getByLabel(infrastructureTexts.fields.reason).fill(reason);
  await form.getByRole('button', { name: infrastructureTexts.send }).click();
  await one.room.getByText(infrastructureTexts.sent('1')).waitFor();
  // Whoever proposes is not offered to accept.
  await one.room.getByText(infrastructureTexts.own).first().waitFor();

  await open(other);
  const proposal = other.room.getByRole('listitem').filter({ hasText: reason });
  await proposal.getByRole('button', { name: new RegExp(`^${infrastructureTexts.accept}: `) }).click();
  const told = other.room.getByText(new RegExp(`${reason} · ${people.ana.name}.* · Aceite por ${people.rui.name}`));
  await told.waitFor();
  await other.room.getByText(`Cais novo ${run}`).waitFor();
});
