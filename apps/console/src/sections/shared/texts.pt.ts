/** Texts of the parts that several sections share. */
export const sharedTexts = {
  unknownYet: 'Valor ainda não conhecido.',
  unknown: (reason: string) => `Valor desconhecido: ${reason}`,
  fallbackNote: (reason: string) => `Valores de recurso. ${reason}`,
  retry: 'Tentar Novamente',
} as const;
