import { formatCount } from '@kianda/format';

/** Texts of what a person meets at the first sign-in. */
export const firstStepTexts = {
  tour: {
    label: 'Visita guiada',
    text: 'Primeira vez aqui? Uma visita guiada mostra o que a plataforma faz, com os valores de agora. Fica também na ajuda.',
    take: 'Fazer a visita',
    decline: 'Agora não',
  },
  setup: {
    title: 'Por configurar nesta instalação',
    description: (done: number, all: number) => `${done} de ${all} pontos feitos. Nada disto impede o trabalho.`,
    hide: 'Ocultar',
    done: 'Feito',
    todo: 'Por fazer',
    unknown: 'Por saber',
    go: 'Abrir',
    goOf: (point: string) => `Abrir: ${point}`,
    loading: 'A ler o estado…',
    points: {
      support: 'Contacto de apoio',
      twoStep: 'Verificação em dois passos na sua conta',
      mail: 'Correio',
      backup: 'Cópia de segurança noutra máquina',
      credentials: 'Credenciais dos fornecedores',
      people: 'Primeiras pessoas',
    },
    noSupport: 'Ninguém está indicado: quem precisar de ajuda não sabe a quem escrever.',
    twoStepOn: 'Está ativa.',
    twoStepOff: 'Quem souber a sua palavra-passe entra.',
    mailOn: 'Convites e reposições seguem por correio.',
    mailOff: 'Sem servidor de correio, as ligações têm de ser entregues à mão.',
    offsite: (count: number) => `${formatCount(count, 'cópia', 'cópias')} noutra máquina.`,
    noOffsite: 'Se esta máquina se perder, perdem-se os dados.',
    simulated: (count: number) =>
      `${formatCount(count, 'fornecedor é simulado', 'fornecedores são simulados')}: só os verdadeiros pedem credenciais.`,
    refused: (names: string) => `Em falha: ${names}.`,
    allAnswer: 'Nenhum conector ativo está em falha.',
    people: (count: number) => formatCount(count, 'conta', 'contas'),
    alone: 'Só existe a sua conta.',
  },
} as const;
