import { mapHelp } from '../ocean-map/texts.pt.ts';

/** Title, purpose and help of the page. */
export const pageTexts = {
  title: 'Mapa Principal',
  frame: {
    purpose: 'O mapa da plataforma, com pesquisa de portos, estações, zonas e áreas.',
    help: [...mapHelp, 'Escreva o nome de um lugar na pesquisa para o mapa ir até ele.'],
  },
} as const;
