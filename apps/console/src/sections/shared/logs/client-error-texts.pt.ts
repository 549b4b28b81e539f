/** Texts of the errors that browsers reported. */
export const clientErrorTexts = {
  errors: 'Erros da consola',
  errorsText: 'O que falhou nos navegadores, agrupado pelo que foi e onde.',
  noErrors: 'Nenhum erro da consola comunicado',
  error: 'Erro',
  where: 'Endereço',
  occurrences: 'Vezes',
  first: 'Primeira vez',
  last: 'Última vez',
  browser: 'Navegador',
} as const;
