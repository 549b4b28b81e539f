import { mapHelp } from '../ocean-map/texts.pt.ts';

/** Title, purpose and help of the page. */
export const pageTexts = {
  title: 'Tempo Real Angola',
  frame: {
    purpose:
      'O mar de Angola agora: campos, correntes, embarcações, observações e limites, com alertas e estatísticas.',
    help: [...mapHelp, 'Arraste a barra do tempo, ou carregue em reproduzir, para ver como chegou até aqui.'],
  },
} as const;
