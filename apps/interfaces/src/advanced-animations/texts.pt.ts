/** Title, purpose and help of the page. */
export const pageTexts = {
  title: 'Animações Avançadas',
  frame: {
    purpose:
      'Correntes e vento em movimento, e o mar ao longo dos dias guardados, ao ritmo e com a densidade que escolher.',
    help: [
      'Escolha correntes ou vento, e mude a velocidade e a densidade das partículas.',
      'Carregue em reproduzir para ver a temperatura, ou outro campo, ao longo de todos os dias guardados.',
      'A velocidade do desenho compara lugares entre si; o valor em m/s está na legenda e no ponto que tocar.',
    ],
  },
} as const;
