// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { interceptNewWindows } from './new-windows.ts';

const targets = { interfacesUrl: 'https://interfaces.kianda.ao', serviceUrls: {}, consoleUrl: 'https://kianda.ao' };
let undo: (() => void) | undefined;
afterEach(() => {
  undo?.();
  document.body.replaceChildren();
});

test('links and window.open lead where this installation has the service', () => {
  const open = vi.fn(() => null);
  window.open = open;
  undo = interceptNewWindows(window, targets);
  window.open('http://localhost:5555/tasks', '_blank');
  expect(open).toHaveBeenCalledWith('https://kianda.ao/monitor', '_blank', undefined);
  window.open('javascript:alert(1)', '_blank');
  expect(open).toHaveBeenCalledTimes(1);

  const link = document.createElement('a');
  link.href = 'http://localhost:8085/mobile.html';
  link.target = '_blank';
  link.addEventListener('click', (event) => event.preventDefault());
  document.body.append(link);
  link.click();
  expect(link.href).toBe('https://interfaces.kianda.ao/mobile.html');
});
