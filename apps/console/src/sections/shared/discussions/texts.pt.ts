/** Texts of discussions, where they stand and in their section. */
export const discussionTexts = {
  discuss: 'Discutir',
  open: (figure: string) => `Discutir: ${figure}`,
  title: (figure: string) => `Discussão: ${figure}`,
  none: 'Ainda ninguém comentou isto.',
  comment: 'Comentário',
  send: 'Comentar',
  mention: 'Mencionar',
  choose: 'Escolha uma pessoa',
  unmention: (name: string) => `Deixar de mencionar ${name}`,
  removed: 'Comentário retirado por quem o escreveu.',
  remove: 'Retirar',
  resolve: 'Dar por resolvida',
  reopen: 'Reabrir',
  resolved: 'Resolvida',
  state: { open: 'Aberta', resolved: 'Resolvida' },
} as const;
