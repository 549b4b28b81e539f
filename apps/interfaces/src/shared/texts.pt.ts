/** Texts of the frame that all pages share. */
export const sharedTexts = {
  opening: 'A abrir…',
  redirecting: 'A abrir na consola…',
  failedTitle: 'Não foi possível abrir esta interface',
  retry: 'Tentar Novamente',
} as const;
