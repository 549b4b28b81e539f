// @vitest-environment happy-dom
import type { UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { ClockProvider } from '@kianda/ui';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApplicationProvider } from './context.tsx';
import { envelope, testApplication } from './testing.ts';
import { useMySettings } from './use-my-settings.ts';

type Menu = UserSettings<'menu'>;
type Sent = { readonly value: Menu; readonly base?: Menu };
type Shown = { readonly settings: Menu | undefined; readonly save: (next: Menu) => Promise<Menu> };
const initial: Menu = { favourites: [], isRail: false };
const patience = 60_000;

let account = '';
let accounts = 0;
beforeEach(() => {
  accounts += 1;
  account = `conta-${accounts}`;
});

function Reader({ seen }: { readonly seen: (shown: Shown) => void }) {
  const [settings, save] = useMySettings('menu', account, initial);
  useEffect(() => seen({ settings, save }), [settings, save, seen]);
  return null;
}

/** A reader of the menu's settings, as a visit of the console has it. */
function visit(answer: (sent: Sent | null) => Response | Promise<Response>) {
  let last: Shown | undefined;
  const application = testApplication('', {
    fetch: async (_, init) => answer(typeof init?.body === 'string' ? (JSON.parse(init.body) as Sent) : null),
  });
  const root = createRoot(document.createElement('div'));
  const end = () => root.unmount();
  onTestFinished(end);
  root.render(
    <ApplicationProvider value={application}>
      <ClockProvider clock={application.clock}>
        <Reader
          seen={(shown) => {
            last = shown;
          }}
        />
      </ClockProvider>
    </ApplicationProvider>,
  );
  return {
    end,
    shown: () => last?.settings,
    reader: () => vi.waitFor(() => last ?? Promise.reject(new Error('not drawn')), patience),
  };
}

const kept = (value: Menu | null) => Response.json(envelope({ value, updatedAt: null }));
const refused = () => Response.json({ code: 'validation_failed', status: 400, title: 'Falhou' }, { status: 400 });

test('a choice made before the answer came says what it changed, and shows what the server made of both', async () => {
  const sent: Sent[] = [];
  const merged: Menu = { favourites: ['species'], isRail: true };
  let answerRead: (answer: Response) => void = () => undefined;
  const page = visit((body) => {
    if (body === null) return new Promise((resolve) => (answerRead = resolve));
    sent.push(body);
    return kept(merged);
  });
  const { save } = await page.reader();
  expect(page.shown()).toBeUndefined();
  expect(await save({ ...initial, isRail: true })).toEqual(merged);
  expect(sent).toEqual([{ value: { favourites: [], isRail: true }, base: initial }]);
  answerRead(kept({ favourites: ['species'], isRail: false }));
  await vi.waitFor(() => expect(page.shown()).toEqual(merged), patience);
});

test('choices are sent in their order, each on what the server took before', async () => {
  const sent: Sent[] = [];
  const page = visit((body) => {
    if (body === null) return kept(initial);
    sent.push(body);
    return kept(body.value);
  });
  await vi.waitFor(() => expect(page.shown()).toEqual(initial), patience);
  const { save } = await page.reader();
  const [one, two] = [
    { favourites: ['home'], isRail: false },
    { favourites: ['home'], isRail: true },
  ];
  await Promise.all([save(one), save(two)]);
  expect(sent).toEqual([
    { value: one, base: initial },
    { value: two, base: one },
  ]);
  await vi.waitFor(() => expect(page.shown()).toEqual(two), patience);
});

test('a choice that the server did not take goes with the next one, and with the next visit', async () => {
  const sent: Sent[] = [];
  const chosen = { favourites: ['home'], isRail: false };
  const first = visit((body) => {
    if (body !== null) sent.push(body);
    return body === null ? kept(initial) : refused();
  });
  await vi.waitFor(() => expect(first.shown()).toEqual(initial), patience);
  const { save } = await first.reader();
  await expect(save(chosen)).rejects.toThrow();
  const both = { ...chosen, isRail: true };
  await expect(save(both)).rejects.toThrow();
  expect(sent).toEqual([
    { value: chosen, base: initial },
    { value: both, base: initial },
  ]);
  first.end();
  const elsewhere = { favourites: ['fleet'], isRail: false };
  const merged = { favourites: ['fleet', 'home'], isRail: true };
  const again = visit((body) => {
    if (body !== null) sent.push(body);
    return kept(body === null ? elsewhere : merged);
  });
  await vi.waitFor(() => expect(again.shown()).toEqual(merged), patience);
  expect(sent.at(-1)).toEqual({ value: both, base: initial });
});
