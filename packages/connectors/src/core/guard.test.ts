import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProviderError } from './failures.ts';
import { checkNetworkPolicy, guardLookup, isPublicAddress, type LookupFunction } from './guard.ts';

const policy = {
  allowedHosts: ['api.obis.org', 'coastwatch.noaa.gov:8443', '*.cloudferro.com', '127.0.0.1', '0.0.0.0', '10.0.0.8'],
  allowPrivateHosts: ['127.0.0.1:8099', 'espelho.interno:80'],
};

function verdict(url: string): 'exempt' | 'checked' | 'blocked' {
  try {
    return checkNetworkPolicy(new URL(url), policy).exempt ? 'exempt' : 'checked';
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'blocked') return 'blocked';
    throw error;
  }
}

describe('endereços', () => {
  // Only the function is asked: no test may ever dial a metadata address.
  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['224.0.0.1', false],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:169.254.169.254', false],
    ['64:ff9b::7f00:1', false],
    ['fd00:ec2::254', false],
    ['fe80::1', false],
    ['::127.0.0.1', false],
    ['::10.1.2.3', false],
    ['4000::1', false],
    ['não é endereço', false],
  ])('%s público: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});

describe('URL', () => {
  test.each([
    ['https://api.obis.org/v3/occurrence', 'checked'],
    ['https://API.OBIS.ORG/v3', 'checked'],
    ['https://s3.waw3-1.cloudferro.com/mdl', 'checked'],
    ['https://coastwatch.noaa.gov:8443/erddap', 'checked'],
    ['http://127.0.0.1:8099/obis', 'exempt'],
    ['http://espelho.interno/obis', 'exempt'],
    ['http://api.obis.org/', 'blocked'],
    ['https://api.obis.org:22/', 'blocked'],
    ['https://coastwatch.noaa.gov/', 'blocked'],
    ['https://api.obis.org.mau.example/', 'blocked'],
    ['https://cloudferro.com/', 'blocked'],
    ['https://maucloudferro.com/', 'blocked'],
    ['https://utilizador:senha@api.obis.org/', 'blocked'],
    ['file:///etc/passwd', 'blocked'],
    ['ftp://api.obis.org/', 'blocked'],
    ['http://127.0.0.1:8098/', 'blocked'],
    ['http://169.254.169.254/latest/meta-data', 'blocked'],
    // Even a host on the list by mistake must not lead inwards.
    ['https://127.0.0.1/', 'blocked'],
    ['https://2130706433/', 'blocked'],
    ['https://0x7f.1/', 'blocked'],
    ['https://0/', 'blocked'],
    ['https://10.0.0.8/', 'blocked'],
  ])('%s → %s', (url, expected) => {
    expect(verdict(url)).toBe(expected);
  });

  test('nenhum IPv4 privado passa, escrito como número inteiro', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0x0a000000, max: 0x0affffff }), (address) => {
        const { hostname } = new URL(`https://${address}/`);
        expect(isPublicAddress(hostname)).toBe(false);
        expect(() =>
          checkNetworkPolicy(new URL(`https://${address}/`), { allowedHosts: [hostname], allowPrivateHosts: [] }),
        ).toThrow(ProviderError);
      }),
    );
  });
});

describe('resolução de nomes', () => {
  const answering =
    (...addresses: string[]): LookupFunction =>
    (_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const ask = (resolve: LookupFunction, all: boolean): Promise<unknown> =>
    new Promise((done, fail) => {
      guardLookup(resolve)('x.example', { all }, (error, address) => (error === null ? done(address) : fail(error)));
    });

  test('devolve os endereços públicos nas duas formas que o Node pede', async () => {
    expect(await ask(answering('8.8.8.8', '1.1.1.1'), false)).toBe('8.8.8.8');
    expect(await ask(answering('8.8.8.8', '2606:4700::1111'), true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  test('um só endereço privado recusa o nome', async () => {
    await expect(ask(answering('8.8.8.8', '169.254.169.254'), true)).rejects.toMatchObject({ failure: 'blocked' });
    await expect(ask(answering(), true)).rejects.toThrow('não tem endereços');
  });
});
