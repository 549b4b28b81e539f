// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { faultsOfOverlay, sharedNames } from './access.testing.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test('a dialog without a name, and a field without one, are found; nothing open has no faults', async () => {
  expect(await faultsOfOverlay()).toEqual([]);
  document.body.innerHTML = '<div role="dialog"><input type="text"></div>';
  expect((await faultsOfOverlay()).join(' ')).toContain('label');
});

test('a place in a menu that is no entry is found', async () => {
  document.body.innerHTML = '<div role="menu" aria-label="Opções"><p>Nada</p></div>';
  expect((await faultsOfOverlay()).join(' ')).toContain('aria-required-children');
});

test('buttons of different rows with one name are found, by their label or by their words', () => {
  document.body.innerHTML = `
    <ul><li><button>Ver</button></li><li><button><svg></svg> Ver</button></li></ul>
    <table><tbody>
      <tr><td><button aria-label="Ver: Luanda">Ver</button></td></tr>
      <tr><td><button aria-label="Ver: Lobito">Ver</button></td></tr>
    </tbody></table>`;
  expect(sharedNames(document)).toEqual(['«Ver» ×2']);
});

test('two buttons of one row, and those of two lists, may have one name', () => {
  document.body.innerHTML = `
    <ul><li><button>Ver</button><button>Ver</button></li></ul>
    <ul><li><button>Ver</button></li></ul>`;
  expect(sharedNames(document)).toEqual([]);
});
