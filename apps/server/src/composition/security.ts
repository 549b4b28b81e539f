import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { allEndpoints } from '@kianda/contract/all';
import { passwordLengthMax, passwordLengthMin } from '@kianda/contract/identity/identity.contract';
import type { Config } from '../config/env.ts';
import { masterKeyFile } from '../config/master-key.ts';
import type { Audit } from '../modules/audit/index.ts';
import type { Backups } from '../modules/backups/index.ts';
import type { ConfigurationModule } from '../modules/configuration/index.ts';
import type { Identity } from '../modules/identity/index.ts';
import type { SecurityCheck } from '../modules/security/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { readAdvisories } from './advisories.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Sign-ins that fail this often in a day are worth a look at who tries. */
const manyFailures = 50;

const whole = (value: number) => value.toLocaleString('pt-PT');
const daysSince = (time: Date, nowMs: number) => Math.floor((nowMs - time.getTime()) / dayMs);
const instant = (time: string | Date) => new Date(time).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC');

/** What each of them must say for a browser to be held to it. */
const wantedHeaders: readonly (readonly [string, RegExp])[] = [
  ['content-security-policy', /default-src 'self'.*frame-ancestors/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^strict-origin-when-cross-origin$/],
  ['cross-origin-opener-policy', /^same-origin$/],
];

/** Lines of the security panel: what this installation imposes, looked at each time. */
export function securityCheckList(deps: {
  readonly config: Config;
  readonly clock: Clock;
  readonly ownUrl: string;
  readonly identity: Identity;
  readonly audit: Audit;
  readonly backups: Backups;
  readonly configuration: ConfigurationModule;
}): readonly SecurityCheck[] {
  const { config, clock, identity, audit, backups, configuration } = deps;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(config.publicUrl).hostname);
  const isTls = config.publicUrl.startsWith('https:');

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
        evidence: [['Endereço público', config.publicUrl]],
      }),
    },
    {
      id: 'headers',
      title: 'Cabeçalhos de segurança',
      section: null,
      async run(signal) {
        const { headers } = await fetch(deps.ownUrl, { signal, redirect: 'manual' });
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
    {
      id: 'passwords',
      title: 'Política de palavras-passe',
      section: 'user-management',
      run: async () => ({
        state: 'enforced',
        summary: `De ${passwordLengthMin} a ${passwordLengthMax} caracteres; comuns, previsíveis e com o nome do próprio são recusadas.`,
        evidence: [
          ['Resumo guardado', 'argon2id, 19 MiB, 2 passagens'],
          ['Primeira palavra-passe', 'provisória, muda-se à entrada'],
        ],
      }),
    },
    {
      id: 'two-step',
      title: 'Verificação em dois passos',
      section: 'user-management',
      async run() {
        const { withPassword, withTwoStep, twoStepMissing, twoStepRoles, twoStepGraceDays } = await identity.figures();
        const share = withPassword === 0 ? 0 : Math.round((100 * withTwoStep) / withPassword);
        return {
          state: twoStepMissing > 0 || twoStepRoles.length === 0 ? 'attention' : 'enforced',
          summary:
            twoStepMissing > 0
              ? `Contas cujo perfil a exige e que ainda não a ativaram: ${whole(twoStepMissing)}. Passado o prazo, entram só para a configurar.`
              : twoStepRoles.length === 0
                ? 'Nenhum perfil é obrigado a usá-la (KIANDA_TWO_STEP_ROLES).'
                : 'Todas as contas cujo perfil a exige a têm.',
          evidence: [
            ['Contas com palavra-passe', whole(withPassword)],
            ['Com dois passos', `${whole(withTwoStep)} (${share} %)`],
            ['Perfis obrigados', twoStepRoles.join(', ') || '—'],
            ['Prazo a contar da primeira entrada', `${whole(twoStepGraceDays)} dias`],
          ],
        };
      },
    },
    {
      id: 'permissions',
      title: 'Permissão em cada endereço',
      section: 'api-gateway',
      async run() {
        const open = allEndpoints.filter(({ access }) => access === 'public').length;
        const session = allEndpoints.filter(({ access }) => access === 'session').length;
        return {
          state: 'enforced',
          summary: 'Cada endereço da API declara quem o usa; o servidor não arranca com um por declarar.',
          evidence: [
            ['Endereços', whole(allEndpoints.length)],
            ['Sem sessão', whole(open)],
            ['Qualquer sessão', whole(session)],
            ['Com permissão própria', whole(allEndpoints.length - open - session)],
          ],
        };
      },
    },
    {
      id: 'sessions',
      title: 'Sessões abertas e chaves da API',
      section: 'user-management',
      async run() {
        const { openSessions, signedIn, apiKeys, dormant } = await identity.figures();
        return {
          state: dormant > 0 ? 'attention' : 'enforced',
          summary:
            dormant > 0
              ? `Contas ativas sem uso há muito: ${whole(dormant)}. Reveja se ainda são precisas.`
              : 'Nenhuma conta ativa está esquecida.',
          evidence: [
            ['Sessões abertas', whole(openSessions)],
            ['Contas com sessão aberta', whole(signedIn)],
            ['Chaves da API válidas', whole(apiKeys)],
          ],
        };
      },
    },
    {
      id: 'sign-ins',
      title: 'Entradas falhadas',
      section: 'audit',
      async run() {
        const since = new Date(clock.nowMs() - dayMs);
        const [failed, lockouts] = await Promise.all([
          audit.countSince('auth.login.failed', since),
          audit.countSince('security.lockout', since),
        ]);
        return {
          state: lockouts > 0 || failed > manyFailures ? 'attention' : 'enforced',
          summary:
            lockouts > 0
              ? 'Houve bloqueios por tentativas falhadas. Veja de que endereços na auditoria.'
              : 'Sem bloqueios nas últimas 24 h. Cinco falhas seguidas bloqueiam a conta e o endereço por 15 minutos.',
          evidence: [
            ['Falhadas em 24 h', whole(failed)],
            ['Bloqueios em 24 h', whole(lockouts)],
          ],
        };
      },
    },
    {
      id: 'master-key',
      title: 'Chave mestra',
      section: null,
      async run() {
        if (config.secretKey !== null)
          return {
            state: 'enforced',
            summary: 'Vem do ambiente do servidor; não está na pasta de dados nem na base de dados.',
            evidence: [['Origem', 'KIANDA_SECRET_KEY']],
          };
        const { mode, birthtime } = await stat(masterKeyFile(config.dataDir));
        const isPrivate = (mode & 0o077) === 0;
        return {
          state: isPrivate ? 'enforced' : 'missing',
          summary: isPrivate
            ? 'Num ficheiro que só o dono lê. Guarde-o também fora desta máquina: sem ele, nada do que está cifrado se abre.'
            : 'O ficheiro da chave pode ser lido por outros utilizadores do sistema: tire-lhes a permissão (chmod 600).',
          evidence: [
            ['Permissões', (mode & 0o777).toString(8)],
            ['Idade', `${daysSince(birthtime, clock.nowMs())} dias`],
          ],
        };
      },
    },
    {
      id: 'rate-limit',
      title: 'Limite de pedidos',
      section: 'system-config',
      run: async () => ({
        state: 'enforced',
        summary: 'Por conta, ou por endereço de quem não tem sessão; as entradas têm um limite próprio, mais apertado.',
        evidence: [['Pedidos por minuto', configuration.effective('KIANDA_RATE_LIMIT_PER_MINUTE') ?? '—']],
      }),
    },
    {
      id: 'egress',
      title: 'Pedidos para fora',
      section: 'data-connectors',
      run: async () => ({
        state: config.allowedPrivateHosts.length === 0 ? 'enforced' : 'attention',
        summary:
          config.allowedPrivateHosts.length === 0
            ? 'Endereços privados são recusados, também depois de um redirecionamento.'
            : 'O operador abriu máquinas privadas aos conectores e às verificações. Confirme que ainda são precisas.',
        evidence: [['Máquinas privadas abertas', config.allowedPrivateHosts.join(', ') || 'nenhuma']],
      }),
    },
    {
      id: 'backups',
      title: 'Cópias de segurança',
      section: 'backup-security',
      async run() {
        const last = await backups.lastGood();
        if (last === null)
          return { state: 'missing', summary: 'Ainda não há nenhuma cópia boa.', evidence: [['Última', '—']] };
        const ageHours = Math.floor((clock.nowMs() - last.at.getTime()) / hourMs);
        const isOld = ageHours > last.maxAgeHours;
        const isProven = last.drilledAt !== null;
        return {
          state: isOld ? 'missing' : isProven ? 'enforced' : 'attention',
          summary: isOld
            ? `A última cópia boa tem ${whole(ageHours)} h; o limite são ${whole(last.maxAgeHours)} h.`
            : isProven
              ? 'A última cópia está dentro do prazo, e uma reposição já foi ensaiada.'
              : 'A última cópia está dentro do prazo; nenhuma reposição foi ensaiada ainda.',
          evidence: [
            ['Última', `${last.name}, ${instant(last.at)}`],
            ['Verificada', last.verifiedAt === null ? '—' : instant(last.verifiedAt)],
            ['Reposição ensaiada', last.drilledAt === null ? '—' : instant(last.drilledAt)],
            ['Cifra', 'AES-256-GCM'],
          ],
        };
      },
    },
    {
      id: 'audit-chain',
      title: 'Cadeia da auditoria',
      section: 'audit',
      async run() {
        const [last] = await audit.verifications();
        if (last === undefined)
          return {
            state: 'unknown',
            summary: 'Ainda não foi verificada nesta instalação: verifica-se de hora a hora, ou no ecrã da auditoria.',
            evidence: [['Última verificação', '—']],
          };
        return {
          state: last.intact ? 'enforced' : 'missing',
          summary: last.intact
            ? 'Íntegra na última verificação: nenhum evento foi alterado, retirado ou acrescentado.'
            : `Quebrada${last.fault === null ? '' : ` no evento ${last.fault.seq}`}: alguém mexeu na base de dados.`,
          evidence: [
            ['Última verificação', instant(last.at)],
            ['Eventos verificados', whole(last.checked)],
          ],
        };
      },
    },
    {
      id: 'advisories',
      title: 'Falhas conhecidas nas dependências',
      section: null,
      run: () => readAdvisories(join(config.rootDir, 'build/resultados/avisos.json'), clock.nowMs()),
    },
  ];
}
