/** Texts of the plain maps. */
export const plainTexts = {
  zee: {
    title: 'ZEE Limpa',
    purpose: 'Apenas o limite da Zona Económica Exclusiva de Angola, com as suas áreas e a fonte de cada uma.',
    help: [
      'O quadro compara a área que a plataforma usa, a publicada e a calculada do próprio polígono.',
      'Arraste o mapa e aproxime-o; o cursor diz as coordenadas do lugar.',
      'A nota por baixo das áreas acompanha sempre o limite, que não decide nenhuma fronteira.',
    ],
  },
  cabinda: {
    title: 'Mapa Simples',
    purpose: 'A costa de Cabinda, o seu porto e o limite da Zona Económica Exclusiva, e mais nada.',
    help: [
      'O mapa abre em Cabinda e pede pouco à rede: serve para ver depressa se a plataforma desenha.',
      'O quadro dá as coordenadas do porto nas duas escritas, graus e minutos e graus decimais.',
      'Arraste o mapa e aproxime-o; o cursor diz as coordenadas do lugar.',
    ],
  },
  zeeTitle: 'Zona Económica Exclusiva de Angola',
  zeeLabel: 'Mapa do limite da Zona Económica Exclusiva de Angola',
  areas: 'Áreas publicadas, configurada e calculada',
  kinds: { configured: 'Valor da plataforma', published: 'Publicada', computed: 'Calculada' },
  cabindaTitle: 'Cabinda',
  cabindaLabel: 'Mapa da costa de Cabinda',
  cabindaFacts: 'Coordenadas do porto',
  port: 'Porto de Cabinda',
  hint: 'Mova o cursor sobre o mapa para ler coordenadas.',
  noPort: 'O porto de Cabinda não consta dos dados de referência.',
} as const;
