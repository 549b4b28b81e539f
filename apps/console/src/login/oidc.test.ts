import { expect, test } from 'vitest';
import { challengeOf, readOidcReturn } from './oidc.ts';

test('the challenge is the one of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('what the provider left in the address is told apart', () => {
  expect(readOidcReturn('#code=abc')).toEqual({ code: 'abc' });
  expect(readOidcReturn('#error=oidc_denied')).toEqual({ error: 'oidc_denied' });
  expect(readOidcReturn('#conteudo')).toBeNull();
  expect(readOidcReturn('')).toBeNull();
});
