import type { ProductCollection } from '../../../platform/collections.ts';

async function* nothing(): AsyncGenerator<never> {
  // Its items are published from outside: the platform offers none of its own.
}

/** Collections that others fill. */
export const publishedCollections: readonly ProductCollection[] = [
  {
    id: 'published-products',
    title: 'Produtos publicados',
    description:
      'Resultados de modelos e produtos que as equipas científicas publicam no catálogo, com ficheiros no seu próprio armazenamento.',
    keywords: ['modelos', 'produtos', 'publicação'],
    access: 'public',
    connectorIds: [],
    takesItems: true,
    products: nothing,
    file: async () => null,
  },
];
