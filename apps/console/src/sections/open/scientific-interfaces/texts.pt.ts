import { formatCount } from '@kianda/format';

/** Texts of the catalogue of scientific interfaces. */
export const catalogueTexts = {
  description: 'Mapas, painéis e ferramentas científicas, cada um numa página própria.',
  active: (active: string, total: string) => `${active} de ${total} ativas`,
  all: 'Todas',
  categories: 'Categorias',
  search: 'Procurar interface',
  popular: 'Mais usadas',
  services: 'Serviços externos',
  service: { stac: 'Navegador STAC', monitor: 'Monitor de tarefas', storage: 'Consola de armazenamento' },
  open: 'Abrir interface',
  inactive: 'Interface Inativa',
  preview: 'Pré-visualização',
  choose: 'Escolha uma interface para ver o que faz.',
  featureCount: (count: number) => formatCount(count, 'funcionalidade', 'funcionalidades'),
  moreFeatures: (count: number) => `+${count}`,
  lastAccessed: 'Último acesso',
  never: 'Ainda não aberta',
  newTab: 'Novo separador',
  waiting: (count: number) => formatCount(count, 'interface ainda sem página: ver', 'interfaces ainda sem página: ver'),
  none: 'Nenhuma interface corresponde',
  noneBody: 'Mude a categoria ou o texto da procura.',
  clear: 'Mostrar todas',
  back: 'Voltar ao catálogo',
  unknown: 'Esta interface não existe no catálogo.',
} as const;
