/** Faults between a page, the console around it and the API. */
export const clientTexts = {
  noConfig: 'Não foi possível ler a configuração das interfaces. Verifique se a plataforma está em funcionamento.',
  strangeParent: 'Esta página só funciona dentro da consola Kianda.',
  noAnswer: 'A consola não respondeu ao pedido de credencial. Recarregue a página.',
  network: 'Não foi possível contactar o servidor. Verifique a ligação.',
  timeout: 'O servidor demorou demasiado a responder.',
  badFormat: 'O servidor respondeu num formato inesperado.',
  elsewhere: 'Este ficheiro está fora da plataforma.',
  httpStatus: (status: number) => `O servidor respondeu com o erro ${status}.`,
} as const;
