/** Texts of the map and its controls. */
export const mapTexts = {
  keyboard:
    'Setas: mover o mapa. Mais e menos: aproximar e afastar. Enter: consultar o ponto ao centro. Tab: sair do mapa.',
  zoomIn: 'Aproximar',
  zoomOut: 'Afastar',
  wholeZone: 'Ver toda a ZEE',
  nauticalMiles: 'mn',
  scale: (metric: string, nautical: string) => `Escala: ${metric}, ${nautical}`,
  noWebgl: {
    title: 'O mapa não pode ser desenhado',
    message: 'Este navegador não tem WebGL 2 disponível. Ative a aceleração gráfica ou use outro navegador.',
  },
  savePicture: 'Guardar imagem do mapa',
  pictureFailed: 'A imagem não pôde ser guardada',
  noData: 'sem dados',
  legend: (title: string, unit: string) => `Legenda: ${title}, em ${unit}`,
} as const;
