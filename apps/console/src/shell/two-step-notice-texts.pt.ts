/** Texts of the call for the second step, which load with it. */
export const twoStepNoticeTexts = {
  region: 'Verificação em dois passos',
  due: (days: string, isLast: boolean, until: string) =>
    `O seu perfil exige a verificação em dois passos. ${isLast ? 'Falta' : 'Faltam'} ${days}: depois de ${until} não entra sem ela.`,
  now: 'Configurar agora',
  later: 'Lembrar amanhã',
} as const;
