/** Texts of the pages of a section that is still to come, and of one that is none. */
export const placeholderTexts = {
  title: 'Funcionalidade em desenvolvimento',
  body: (name: string) => `A secção ${name} está em desenvolvimento e ficará disponível numa próxima versão.`,
  action: 'Voltar ao Dashboard',
  unknownTitle: 'Esta secção não existe',
  unknownBody: (id: string, hasNearest: boolean) =>
    `Nenhuma secção da consola se chama «${id}». ${hasNearest ? 'Talvez procure uma destas:' : 'Procure-a no menu ou com Ctrl K.'}`,
} as const;
