import type { OidcFailure } from '@kianda/contract/identity/identity.contract';

const oidc: Readonly<Record<OidcFailure, string>> = {
  oidc_denied: 'O fornecedor de identidade recusou o início de sessão.',
  oidc_expired: 'O início de sessão demorou demasiado. Tente de novo.',
  oidc_provider: 'O fornecedor de identidade não respondeu corretamente.',
  oidc_email_unverified: 'O fornecedor de identidade não confirmou o endereço de e-mail desta conta.',
  oidc_no_account: 'Não existe uma conta associada a este endereço. Peça acesso a um administrador.',
};

/** Texts of the sign-in page. */
export const loginTexts = {
  pageTitle: 'Iniciar sessão · Kianda',
  product: 'Kianda',
  subtitle: 'Marine Angola',
  about: 'Sobre a Kianda',
  claim: 'Dados marinhos da ZEE de Angola, medidos e com a origem à vista.',
  title: 'Iniciar sessão',
  email: 'E-mail',
  password: 'Palavra-passe',
  code: 'Código de verificação',
  codeHint: 'Só se tiver a verificação em dois passos ativa.',
  showCode: 'Tenho um código de verificação',
  submit: 'Entrar',
  or: 'ou',
  oidc: (label: string) => `Entrar com ${label}`,
  oidcFailures: oidc,
  oidcUnknown: 'Não foi possível iniciar sessão através do fornecedor de identidade.',
  reasons: { expired: 'A sessão expirou. Inicie sessão de novo.', 'signed-out': 'Sessão terminada.' },
  changeTitle: 'Escolha a sua palavra-passe',
  changeBody: 'A palavra-passe provisória só serve para entrar pela primeira vez. Escolha agora a sua.',
  support: 'Precisa de ajuda?',
  working: 'A concluir o início de sessão…',
} as const;
