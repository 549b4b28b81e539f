// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { alert, alertDetail, answers, buttonOf, dialogText, enter, fieldOf, alertId as id, modal } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import './alert-dialog.tsx';
import './alerts-tab.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const path = `/admin-api/surveillance/alerts/${id}`;
const written = 'Visto do cabo às 14 h: dois';

/** Opens the alert over a server that answers it anew each time, with a later position. */
async function openAlert(more: Parameters<typeof page.open>[1] = {}): Promise<void> {
  let asked = 0;
  page.open(`/?section=global-fishing-watch&alert=${id}`, {
    ...answers,
    [path]: () => {
      asked += 1;
      const moved = { ...alert, updatedAt: `2026-08-31T08:0${asked}:00.000Z`, description: `Posição ${asked}` };
      return { json: envelope({ ...alertDetail, alert: moved }) };
    },
    ...more,
  });
  await page.find(() => (dialogText().includes('Posição 1') ? true : null));
}

/** The network returns: all that is shown is asked for again. */
async function refresh(): Promise<void> {
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await page.find(() => (dialogText().includes('Posição 2') ? true : null));
}

test('a new position leaves what is being typed, and what was chosen', async () => {
  await openAlert();
  enter(fieldOf('Passar a'), 'investigating');
  enter(fieldOf('Nota'), written);
  await refresh();
  expect([fieldOf('Nota').value, fieldOf('Passar a').value]).toEqual([written, 'investigating']);
});

test('a step that is refused leaves the note; one that is done clears it', async () => {
  let refused = true;
  await openAlert({
    [`${path}/steps`]: () =>
      refused
        ? { status: 409, json: problem('conflict', 409, 'O alerta já não está nesse estado.') }
        : { json: envelope(alert) },
  });
  enter(fieldOf('Nota'), written);
  const send = () =>
    page.find(() => {
      const button = buttonOf(modal() ?? document, 'Registar');
      return button?.disabled === false ? button : null;
    });
  (await send()).click();
  await page.find(() => (dialogText().includes('Outra pessoa mudou este alerta') ? true : null));
  expect(fieldOf('Nota').value).toBe(written);
  refused = false;
  (await send()).click();
  await page.find(() => (fieldOf('Nota').value === '' ? true : null));
  expect(page.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { from: 'new', note: written },
    { from: 'new', note: written },
  ]);
});

test('to give it to nobody, or to let it rest, is a step of its own', async () => {
  await openAlert({ [`${path}/steps`]: { json: envelope(alert) } });
  const send = () => buttonOf(modal() ?? document, 'Registar');
  const sent = () => page.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(send()?.disabled).toBe(true);
  enter(fieldOf('Responsável'), 'nobody');
  (await page.find(() => (send()?.disabled === false ? send() : null))).click();
  await page.find(() => (sent().length === 1 && send()?.disabled === true ? true : null));
  enter(fieldOf('Adiar'), '8');
  (await page.find(() => (send()?.disabled === false ? send() : null))).click();
  await page.find(() => (sent().length === 2 ? true : null));
  expect(sent()).toMatchObject([
    { from: 'new', note: '', assigneeId: null },
    { from: 'new', note: '', snoozedUntil: expect.any(String) },
  ]);
});

test('Escape with a note that is not sent asks, and the note stays', async () => {
  await openAlert();
  enter(fieldOf('Nota'), written);
  const pressEscape = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  pressEscape();
  await page.find(() => (dialogText().includes('Há alterações por guardar.') ? true : null));
  buttonOf(document, 'Continuar a editar')?.click();
  expect(fieldOf('Nota').value).toBe(written);
  pressEscape();
  (await page.find(() => buttonOf(document, 'Descartar alterações'))).click();
  await page.find(() => (modal() === null ? true : null));
});
