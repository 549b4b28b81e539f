export const publicMapTexts = {
  notShown: 'Não faz parte do que este mapa mostra a todos.',
  badAddress: 'Este endereço não é o de um mapa partilhado. Peça outra ligação a quem lha enviou.',
  title: 'Mapa partilhado',
  failed: 'Não foi possível abrir o mapa',
  retry: 'Tentar Novamente',
  by: (operator: string) => `Partilhado por ${operator}`,
  until: (date: string) => `até ${date}`,
  refused: (count: number) => (count === 1 ? '1 camada que não é pública' : `${count} camadas que não são públicas`),
  openAlone: 'Abrir em página inteira',
} as const;
