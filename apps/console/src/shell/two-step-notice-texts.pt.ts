/** Texts of the call for the second step, which load with it. */
export const twoStepNoticeTexts = {
  region: 'Verificação em dois passos',
  due: (days: string, isLast: boolean, until: string) =>
    `Verificação em dois passos obrigatória: ${isLast ? 'falta' : 'faltam'} ${days}, até ${until}.`,
  now: 'Configurar agora',
  later: 'Lembrar amanhã',
} as const;
