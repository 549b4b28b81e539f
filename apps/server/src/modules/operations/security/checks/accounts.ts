import { allEndpoints } from '@kianda/contract/all';
import { passwordLengthMax, passwordLengthMin } from '@kianda/contract/people/identity/identity.contract';
import type { SecurityCheck } from '../security.service.ts';
import type { CheckSources } from './checks.types.ts';
import { wholeText } from './texts.ts';

/** Passwords, second steps and permissions. */
export function accountChecks({ identity }: CheckSources): readonly SecurityCheck[] {
  return [
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
              ? `Contas cujo perfil a exige e que ainda não a ativaram: ${wholeText(twoStepMissing)}. Passado o prazo, entram só para a configurar.`
              : twoStepRoles.length === 0
                ? 'Nenhum perfil é obrigado a usá-la (KIANDA_TWO_STEP_ROLES).'
                : 'Todas as contas cujo perfil a exige a têm.',
          evidence: [
            ['Contas com palavra-passe', wholeText(withPassword)],
            ['Com dois passos', `${wholeText(withTwoStep)} (${share} %)`],
            ['Perfis obrigados', twoStepRoles.join(', ') || '—'],
            ['Prazo a contar da primeira entrada', `${wholeText(twoStepGraceDays)} dias`],
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
            ['Endereços', wholeText(allEndpoints.length)],
            ['Sem sessão', wholeText(open)],
            ['Qualquer sessão', wholeText(session)],
            ['Com permissão própria', wholeText(allEndpoints.length - open - session)],
          ],
        };
      },
    },
  ];
}
