/** Texts of the public addresses. */
export const publicUrlTexts = {
  title: 'Endereços públicos',
  description: 'Abrem num novo separador.',
  app: 'Aplicação principal',
  admin: 'Dashboard administrativo',
  docs: 'Documentação da API',
  openApi: 'Descrição OpenAPI 3.1',
  here: 'Em uso',
  checking: 'A verificar',
  reachable: (ms: string) => `Acessível · ${ms}`,
  unreachable: 'Inacessível',
  notChecked: 'Por verificar',
  opensNew: '(abre num novo separador)',
} as const;
