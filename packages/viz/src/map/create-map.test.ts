// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

const begun = vi.hoisted(() => vi.fn());
vi.mock('maplibre-gl', () => ({ MapLibreMap: begun, setWorkerUrl: () => undefined }));

test('where the browser has no WebGL 2 no map is begun: one that fails would hold the page for ever', async () => {
  const { createMap } = await import('./create-map.ts');
  const place = { camera: null, bounds: [8, -18, 14, -4], padding: { top: 0, right: 0, bottom: 0, left: 0 } } as const;
  const open = () => createMap({ container: document.createElement('div'), label: 'Mapa', scheme: 'light', ...place });
  expect(open).toThrow('WebGL 2');
  expect(open).toThrow('WebGL 2');
  expect(begun).not.toHaveBeenCalled();
});
