/** Texts of the plain maps. */
export const plainTexts = {
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
