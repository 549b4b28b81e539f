export const consentTexts = {
  description: 'Uma aplicação pede para agir em seu nome. Só recebe o que está na lista, e até a sessão terminar.',
  title: (name: string) => `${name} pede acesso`,
  loadingTitle: 'Pedido de acesso',
  missing: 'Este endereço só serve quando uma aplicação o abre.',
  missingTitle: 'Nenhum pedido de acesso',
  goesTo: 'Depois da sua resposta volta a',
  asks: 'O que pode fazer',
  nothing: 'Só fica a saber quem é: nome, e-mail e perfil.',
  notHeld: 'o seu perfil não o permite',
  accept: 'Autorizar',
  refuse: 'Recusar',
} as const;
