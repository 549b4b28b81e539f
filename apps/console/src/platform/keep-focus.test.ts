// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { matches } = Element.prototype;
  // Nothing is drawn here: every focus counts as one by the keyboard.
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector === ':focus-visible' || matches.call(this, selector);
  });
  document.body.innerHTML = `
    <main id="root">
      <h1>Relatórios</h1>
      <ul>
        <li><button>um</button></li>
        <li><button>dois</button></li>
        <li><button>três</button></li>
      </ul>
      <button>Gerar</button>
    </main>`;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const buttonOf = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const focused = () => document.activeElement?.textContent;

/** A change that the page makes to an element that has the focus, and the time in which others may take it. */
async function take(change: () => void): Promise<void> {
  const isTold = new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  change();
  await vi.advanceTimersByTimeAsync(0);
  await isTold;
  vi.runAllTimers();
}

test('a row that is deleted leaves the focus to the one that took its place', async () => {
  buttonOf('dois')?.focus();
  await take(() => buttonOf('dois')?.closest('li')?.remove());
  expect(focused()).toBe('três');
});

test('the last row leaves it to the one before, and the last of all to what stands after the list', async () => {
  buttonOf('três')?.focus();
  await take(() => buttonOf('três')?.closest('li')?.remove());
  expect(focused()).toBe('dois');
  await take(() => document.querySelector('ul')?.remove());
  expect(focused()).toBe('Gerar');
});

test('a focus that somebody else has given since stays there', async () => {
  buttonOf('dois')?.focus();
  await take(() => {
    buttonOf('dois')?.closest('li')?.remove();
    buttonOf('Gerar')?.focus();
  });
  expect(focused()).toBe('Gerar');
});

test('one who leaves a control by hand has not lost it', async () => {
  buttonOf('dois')?.focus();
  buttonOf('dois')?.blur();
  await take(() => document.querySelector('h1')?.remove());
  expect(document.activeElement).toBe(document.body);
});

test('a dialog that another one opened gives the focus back to what opened the first', async () => {
  const show = (name: string) => {
    document.body.insertAdjacentHTML('beforeend', `<div role="dialog"><button>${name}</button></div>`);
    buttonOf(name)?.focus();
  };
  const close = (name: string) => buttonOf(name)?.closest('[role="dialog"]')?.remove();
  buttonOf('Gerar')?.focus();
  await take(() => show('Convidar'));
  await take(() => {
    close('Convidar');
    show('Já guardei');
  });
  await take(() => close('Já guardei'));
  expect(focused()).toBe('Gerar');
});

test('a menu that has gone gives the focus back to its button, not to a notice that came where it was', async () => {
  buttonOf('Gerar')?.focus();
  document.body.insertAdjacentHTML('beforeend', '<div id="layer"><div role="menu"><button>CSV</button></div></div>');
  buttonOf('CSV')?.focus();
  await take(() => {
    const layer = document.querySelector('#layer');
    if (layer !== null) layer.innerHTML = '<div role="status"><button>Fechar aviso</button></div>';
  });
  expect(focused()).toBe('Gerar');
});

test('a menu whose act runs gives the focus back once its button can be pressed again', async () => {
  buttonOf('Gerar')?.focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="menu"><button>CSV</button></div>');
  buttonOf('CSV')?.focus();
  await take(() => {
    buttonOf('Gerar')?.setAttribute('disabled', '');
    document.querySelector('[role="menu"]')?.remove();
  });
  expect(document.activeElement).toBe(document.body);
  await take(() => buttonOf('Gerar')?.removeAttribute('disabled'));
  expect(focused()).toBe('Gerar');
});

test('a button that cannot be pressed while it runs has the focus again afterwards', async () => {
  buttonOf('Gerar')?.focus();
  await take(() => {
    buttonOf('Gerar')?.blur();
    buttonOf('Gerar')?.setAttribute('disabled', '');
  });
  expect(document.activeElement).toBe(document.body);
  await take(() => buttonOf('Gerar')?.removeAttribute('disabled'));
  expect(focused()).toBe('Gerar');
});

test('nothing is done any more once it is stopped', async () => {
  buttonOf('dois')?.focus();
  stop();
  await take(() => buttonOf('dois')?.closest('li')?.remove());
  expect(document.activeElement).toBe(document.body);
});
