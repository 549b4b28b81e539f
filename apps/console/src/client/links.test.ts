import { describe, expect, test } from 'vitest';
import { isCircular, type LinkTargets, rewriteUrl } from './links.ts';

const targets: LinkTargets = {
  interfacesUrl: 'https://interfaces.kianda.ao',
  serviceUrls: { stac: 'https://stac.kianda.ao' },
  consoleUrl: 'https://kianda.ao',
};

describe('rewriting', () => {
  test.each([
    ['https://kianda-7f3.pages.dev/realtime_angola.html?t=1', 'https://interfaces.kianda.ao/realtime_angola.html?t=1'],
    ['http://localhost:8085/mobile.html#gps', 'https://interfaces.kianda.ao/mobile.html#gps'],
    ['http://127.0.0.1:8085/', 'https://interfaces.kianda.ao'],
    ['http://localhost:8082/collections', 'https://stac.kianda.ao'],
    ['http://localhost:5555', 'https://kianda.ao/monitor'],
    ['http://localhost:9001', 'https://kianda.ao/storage'],
    ['http://localhost:5080/collections', 'https://kianda.ao/features'],
    ['http://localhost:4321/x', 'http://localhost:4321/x'],
    ['qgis_dashboard.html', 'https://interfaces.kianda.ao/qgis_dashboard.html'],
    ['/qgis_dashboard.html', 'https://interfaces.kianda.ao/qgis_dashboard.html'],
    ['minpermar-site/index.html', 'https://interfaces.kianda.ao/minpermar-site/index.html'],
    ['https://marineregions.org/eez', 'https://marineregions.org/eez'],
  ])('%s leads to %s', (link, expected) => {
    expect(rewriteUrl(link, targets)).toBe(expected);
  });

  test('a base with a path keeps it', () => {
    const below = { ...targets, interfacesUrl: 'https://kianda.ao/paginas/' };
    expect(rewriteUrl('mapa.html', below)).toBe('https://kianda.ao/paginas/mapa.html');
    expect(rewriteUrl('http://localhost:8085/mapa.html', below)).toBe('https://kianda.ao/paginas/mapa.html');
  });

  test.each([
    [undefined],
    [null],
    [42],
    [''],
    ['   '],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['mailto:a@b.ao'],
  ])('%s is no web address', (link) => {
    expect(rewriteUrl(link, targets)).toBeNull();
  });
});

describe('circular navigation', () => {
  const here = { href: 'https://kianda.ao/?section=reports', origin: 'https://kianda.ao' };
  test.each([
    ['https://kianda.ao/', true],
    ['https://kianda.ao/?section=dashboard', true],
    ['https://kianda.ao/login', true],
    ['http://localhost:3000/qualquer', true],
    ['https://kianda.ao:3000/', true],
    ['https://interfaces.kianda.ao/', false],
    ['https://kianda.ao/admin-api/health', false],
    ['http://localhost:8085/', false],
  ])('%s: %s', (target, expected) => {
    expect(isCircular(target, here)).toBe(expected);
  });
});
