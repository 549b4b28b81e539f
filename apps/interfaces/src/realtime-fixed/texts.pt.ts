import { mapHelp } from '../ocean-map/texts.pt.ts';

/** Title, purpose and help of the page. */
export const pageTexts = {
  title: 'Tempo Real Corrigido',
  frame: {
    purpose: 'As camadas essenciais do mapa em direto, para ligações fracas e computadores antigos.',
    help: [...mapHelp, 'Se tiver boa ligação, o mapa Tempo Real Angola tem todas as camadas.'],
  },
} as const;
