import { dayMs } from '@kianda/geo';
import type { SecurityCheck } from '../security.service.ts';
import type { CheckSources } from './checks.types.ts';
import { wholeText } from './texts.ts';

/** Failed sign-ins in a day from which an operator should look at who tries. */
const manyFailures = 50;

/** Sessions, keys of the API and attempts to sign in. */
export function sessionChecks({ clock, identity, audit }: CheckSources): readonly SecurityCheck[] {
  return [
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
              ? `Contas ativas sem uso há muito: ${wholeText(dormant)}. Reveja se ainda são precisas.`
              : 'Nenhuma conta ativa está esquecida.',
          evidence: [
            ['Sessões abertas', wholeText(openSessions)],
            ['Contas com sessão aberta', wholeText(signedIn)],
            ['Chaves da API válidas', wholeText(apiKeys)],
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
            ['Falhadas em 24 h', wholeText(failed)],
            ['Bloqueios em 24 h', wholeText(lockouts)],
          ],
        };
      },
    },
  ];
}
