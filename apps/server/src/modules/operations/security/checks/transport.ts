import type { SecurityCheck } from '../security.service.ts';
import type { CheckSources } from './checks.types.ts';

/** Headers that a page must carry, each with the value that a browser enforces. */
const wantedHeaders: readonly (readonly [string, RegExp])[] = [
  ['content-security-policy', /default-src 'self'.*frame-ancestors/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^strict-origin-when-cross-origin$/],
  ['cross-origin-opener-policy', /^same-origin$/],
];

/** Encryption and headers of the console's pages. */
export function transportChecks({ settings }: CheckSources): readonly SecurityCheck[] {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(settings.publicUrl).hostname);
  const isTls = settings.publicUrl.startsWith('https:');
  return [
    {
      id: 'tls',
      title: 'Ligação cifrada (TLS)',
      section: null,
      run: async () => ({
        state: isTls ? 'enforced' : isLocal ? 'attention' : 'missing',
        summary: isTls
          ? 'A consola serve-se por HTTPS, com HSTS de um ano.'
          : isLocal
            ? 'Só se chega à consola nesta máquina, sem cifra. Antes de a abrir à rede, ponha um proxy com TLS à frente.'
            : 'A consola serve-se sem cifra a outras máquinas. Ponha um proxy com TLS e defina KIANDA_PUBLIC_URL.',
        evidence: [['Endereço público', settings.publicUrl]],
      }),
    },
    {
      id: 'headers',
      title: 'Cabeçalhos de segurança',
      section: null,
      async run(signal) {
        const { headers } = await fetch(settings.ownUrl, { signal, redirect: 'manual' });
        const wrong = wantedHeaders.filter(([name, wanted]) => !wanted.test(headers.get(name) ?? ''));
        return {
          state: wrong.length === 0 ? 'enforced' : 'missing',
          summary:
            wrong.length === 0
              ? 'A página da consola veio agora com todos os cabeçalhos.'
              : `Faltam ou estão errados: ${wrong.map(([name]) => name).join(', ')}.`,
          evidence: wantedHeaders.map(([name]) => [name, headers.get(name) ?? '—']),
        };
      },
    },
  ];
}
