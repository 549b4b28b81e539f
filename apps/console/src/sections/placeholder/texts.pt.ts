/** Texts of the placeholder of a section that is still to come. */
export const placeholderTexts = {
  title: 'Funcionalidade em desenvolvimento',
  body: (name: string) => `A secção ${name} está em desenvolvimento e ficará disponível numa próxima versão.`,
  action: 'Voltar ao Dashboard',
} as const;
