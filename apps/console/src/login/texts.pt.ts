import type { OidcFailure } from '@kianda/contract/people/identity/identity.contract';
import { formatCount, formatLongInstant } from '@kianda/format';

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
  forgotten: {
    open: 'Esqueci-me da palavra-passe',
    text: 'Escreva o e-mail da sua conta. Enviamos uma ligação para definir outra palavra-passe, que serve durante 30 minutos.',
    submit: 'Enviar ligação',
    back: 'Voltar ao início de sessão',
    sent: 'Se existir uma conta com este endereço, a ligação já segue por correio. Se não chegar em alguns minutos, veja no correio indesejado ou peça ajuda a um administrador.',
    noMail: 'Esta instalação não envia correio. Um administrador pode repor o seu acesso.',
    contact: 'Escreva para',
    noContact: 'Não está indicado um contacto de apoio: fale com quem lhe abriu a conta.',
  },
  or: 'ou',
  oidc: (label: string) => `Entrar com ${label}`,
  oidcFailures: oidc,
  oidcUnknown: 'Não foi possível iniciar sessão através do fornecedor de identidade.',
  reasons: { expired: 'A sessão expirou. Inicie sessão de novo.', 'signed-out': 'Sessão terminada.' },
  again: {
    title: 'A sessão expirou',
    body: 'O que escreveu continua na página. Entre de novo para o guardar.',
    other: 'Outra conta não vê esta página: com ela, o que está escrito perde-se.',
    leave: 'Sair sem guardar',
  },
  steps: {
    password: {
      title: 'Escolha a sua palavra-passe',
      body: 'A palavra-passe provisória só serve para entrar pela primeira vez. Escolha agora a sua.',
    },
    'two-step': {
      title: 'Configure a verificação em dois passos',
      body: 'O seu perfil exige-a, e o prazo para a configurar terminou. Nada mais se abre antes disso.',
    },
  },
  refused: (count: number, lastAt: string) => ({
    title: `${formatCount(count, 'tentativa falhada', 'tentativas falhadas')} de entrar`,
    message: `Na sua conta, desde a última vez que entrou; a última em ${formatLongInstant(lastAt)}. Se as tentativas não foram suas, mude a palavra-passe.`,
  }),
  support: 'Precisa de ajuda?',
  invitation: {
    pageTitle: 'Abrir a conta · Kianda',
    titles: {
      invitation: 'Bem-vindo à Kianda',
      reset: 'Defina o novo acesso',
      recovery: 'Defina a nova palavra-passe',
    },
    about: (email: string, role: string, until: string) =>
      `Conta ${email}, perfil ${role}. Esta ligação serve uma vez, até ${until}.`,
    name: 'Nome',
    twoStepRequired: 'O seu perfil exige a verificação em dois passos: além da palavra-passe, um código do telemóvel.',
    twoStepWish: 'Proteger também com a verificação em dois passos',
    submits: { invitation: 'Abrir a conta', reset: 'Abrir a conta', recovery: 'Guardar e entrar' },
    incomplete: 'Esta ligação não está completa. Copie-a inteira da mensagem que recebeu.',
    askAgain: 'Um administrador pode enviar-lhe uma ligação nova. Se já definiu a palavra-passe, inicie sessão.',
    toLogin: 'Ir para o início de sessão',
  },
  working: 'A concluir o início de sessão…',
} as const;
