/** Classes of failed runs, and the failures within them that a run stores, as every screen and reason names them. */
export const failureNames = {
  auth: 'Credenciais',
  quota: 'Quota',
  network: 'Rede',
  schema: 'Esquema',
  provider: 'Fornecedor',
  data: 'Dados',
  bug: 'Erro interno',
  timeout: 'Tempo esgotado',
  request: 'Pedido recusado',
  blocked: 'Endereço não permitido',
} as const;

/** Name of a failure; the stored word itself where it is none of these. */
export function failureName(failure: string): string {
  return Object.hasOwn(failureNames, failure) ? failureNames[failure as keyof typeof failureNames] : failure;
}
