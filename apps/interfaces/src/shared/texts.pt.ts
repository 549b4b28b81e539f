/** Texts of the frame that all pages share. */
export const sharedTexts = {
  opening: 'A abrir…',
  redirecting: 'A abrir na consola…',
  failedTitle: 'Não foi possível abrir esta interface',
  alone: 'Sem sessão nesta janela: o que regista fica guardado e segue quando a abrir na consola.',
  away: 'Sem ligação: o que só algumas contas podem ver não fica neste navegador. Abra a página na consola quando a rede voltar.',
  retry: 'Tentar Novamente',
} as const;
