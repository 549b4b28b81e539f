import type { ProductCollection } from '../../../platform/collections.ts';

async function* noProducts(): AsyncGenerator<never> {
  // The platform offers no products of its own here: all items are published from outside.
}

/** Collections whose items are published from outside. */
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
    products: noProducts,
    file: async () => null,
  },
];
