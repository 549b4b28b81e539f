import { mapHelp } from '../ocean-map/texts.pt.ts';

/** Title, purpose and help of the page. */
export const pageTexts = {
  title: 'Mapa Apple Design',
  frame: {
    purpose: 'O mapa principal com painéis translúcidos e a legenda de tudo o que mostra.',
    help: [...mapHelp, 'A legenda em baixo à direita tem o sinal de cada camada ligada.'],
  },
} as const;
