import { figureNames } from '@kianda/contract/core/figure-names';

/** Texts of section `auth-enterprise`. */
export const authTexts = {
  description: 'Perfis e permissões, sessões abertas e chaves de API, tal como a plataforma as aplica agora.',
  tabsLabel: 'Partes da autenticação',
  tabs: { matrix: 'Perfis e permissões', sessions: 'Sessões', keys: 'Chaves de API' },
  tiles: {
    active: figureNames.accounts,
    sessions: figureNames.sessions,
    ofAccounts: (accounts: string) => `de ${accounts}`,
    twoStep: 'Contas com dois passos',
    ofPasswords: (count: string) => `de ${count} com palavra-passe`,
    keys: 'Chaves de API ativas',
    dormant: 'Sem entrar há 90 dias',
  },
  matrix: {
    title: 'Matriz de perfis e permissões',
    text: (session: string, open: string) =>
      `Cada endereço da API pede uma permissão. ${session} só exigem sessão iniciada; ${open} são públicos.`,
    permission: 'Permissão',
    endpoints: ['endereço', 'endereços'],
    yes: 'Sim',
    no: 'Não',
    active: ['conta ativa', 'contas ativas'],
    twoStep: 'exige dois passos',
  },
} as const;
