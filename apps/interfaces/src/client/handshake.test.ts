import { describe, expect, it } from 'vitest';
import { acceptMessage, consoleAddress, type InterfaceConfig, parentOrigin, renewalDelayMs } from './handshake.ts';

const config: InterfaceConfig = {
  consoleOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
  apiBaseUrl: 'http://localhost:3000',
};
const parent = { name: 'a consola' };
const token = {
  type: 'kianda:token',
  token: 'abc',
  expiresAt: '2026-11-21T12:00:00Z',
  apiBaseUrl: 'http://localhost:3000',
};
const event = (data: unknown, origin = 'http://localhost:3000', source: unknown = parent) => ({ data, origin, source });

describe('acceptMessage', () => {
  it('takes a token from the parent at a console origin', () => {
    expect(acceptMessage(event(token), parent, config)).toEqual(token);
  });
  it.each([
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost.evil.example:3000',
    'http://evil.example',
    'null',
    '',
  ])('refuses a token from %s', (origin) => {
    expect(acceptMessage(event(token, origin), parent, config)).toBeNull();
  });
  it('refuses another window, even of the right origin', () => {
    expect(acceptMessage(event(token, 'http://localhost:3000', {}), parent, config)).toBeNull();
    expect(acceptMessage(event(token, 'http://localhost:3000', null), parent, config)).toBeNull();
  });
  it.each(['http://evil.example', 'javascript:alert(1)', '//evil.example', ''])(
    'refuses a token for the API at %s: it would be sent there',
    (apiBaseUrl) => {
      expect(acceptMessage(event({ ...token, apiBaseUrl }), parent, config)).toBeNull();
    },
  );
  it.each([
    null,
    'kianda:token',
    {},
    { type: 'kianda:token' },
    { ...token, token: '' },
    { ...token, expiresAt: 'logo' },
  ])('refuses %j', (data) => {
    expect(acceptMessage(event(data), parent, config)).toBeNull();
  });
  it('takes refusals and appearance', () => {
    const denied = { type: 'kianda:denied', message: 'Sem acesso.' };
    expect(acceptMessage(event(denied), parent, config)).toEqual(denied);
    const dark = { type: 'kianda:appearance', scheme: 'dark', timeZone: 'UTC' };
    expect(acceptMessage(event(dark), parent, config)).toEqual(dark);
    expect(acceptMessage(event({ ...dark, scheme: 'sepia' }), parent, config)).toBeNull();
  });
});

describe('parentOrigin', () => {
  it('believes the browser before the referrer, and greets only consoles', () => {
    expect(parentOrigin('http://127.0.0.1:3000', '', config)).toBe('http://127.0.0.1:3000');
    expect(parentOrigin('http://evil.example', 'http://localhost:3000/', config)).toBeNull();
    expect(parentOrigin(undefined, 'http://localhost:3000/?section=x', config)).toBe('http://localhost:3000');
    expect(parentOrigin(undefined, '', config)).toBeNull();
  });
});

describe('consoleAddress', () => {
  it('keeps the host name and the shared state', () => {
    const page = new URL('http://127.0.0.1:8085/realtime_angola.html#v=salinity');
    expect(consoleAddress('realtime_angola', page, config)).toBe(
      'http://127.0.0.1:3000/?section=scientific-interfaces&interface=realtime_angola#v=salinity',
    );
  });
  it('goes to the first console where no host name matches', () => {
    const page = new URL('https://interfaces.example.ao/x.html');
    expect(new URL(consoleAddress('x', page, config)).origin).toBe('http://localhost:3000');
  });
});

describe('renewalDelayMs', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  it('renews a minute before the end, at half-life when that is sooner, never at once', () => {
    expect(renewalDelayMs(inSeconds(600), now)).toBe(540_000);
    expect(renewalDelayMs(inSeconds(60), now)).toBe(30_000);
    expect(renewalDelayMs(inSeconds(-5), now)).toBe(1_000);
  });
});
