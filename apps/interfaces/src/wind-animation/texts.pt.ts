import { mapHelp } from '../ocean-map/texts.pt.ts';

/** Title, purpose and help of the page. */
export const pageTexts = {
  title: 'Animações de Vento',
  frame: {
    purpose: 'O vento a 10 m sobre o mar de Angola, em partículas que andam com ele.',
    help: [
      ...mapHelp,
      'Ligue as correntes em vez do vento para comparar os dois: as duas ao mesmo tempo confundiam-se.',
    ],
  },
} as const;
