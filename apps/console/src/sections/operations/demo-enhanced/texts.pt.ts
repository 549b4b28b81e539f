import { figureCaption, figureNames } from '@kianda/contract/core/figure-names';
import { formatCount } from '@kianda/format';

/** Texts of the section «Demo Kianda Enhanced». */
export const demoTexts = {
  description:
    'O que a plataforma faz, cada capacidade com um valor lido agora do seu módulo, e de que fornecedores vêm os dados: simulados ou reais.',
  refresh: 'Atualizar tudo',
  installation: {
    title: 'Esta instalação',
    modes: { demo: 'Demonstração', production: 'Produção' },
    meaning: {
      demo: 'No lugar dos fornecedores sem endereço próprio está o simulador incluído, que fala os protocolos deles; tudo o que de lá vem diz «Simulado». O percurso dos dados, os alertas e os relatórios são os de produção.',
      production: 'Os fornecedores são os verdadeiros: o que não chega fica por preencher, nunca se inventa.',
    },
    mode: 'Modo',
    since: 'Neste modo, sem interrupção, desde',
    firstRecord: 'Primeiro registo da auditoria',
    noRecord: 'A auditoria ainda não tem registos.',
    seed: 'Semente do simulador',
    noSeed: 'Nenhum dos valores lidos agora é simulado.',
    operator: 'Operador',
    version: 'Versão',
    noProviders:
      'O seu perfil não vê a lista de fornecedores. A origem de cada valor está na etiqueta ao lado dele: passe, foque ou toque para a ler.',
  },
  tiles: {
    title: 'Fornecedores em números',
    simulated: 'Fornecedores simulados',
    real: 'Fornecedores reais',
    ofAll: (total: string) => `de ${total} configurados`,
    realOn: (count: number) => formatCount(count, 'ligado', 'ligados'),
    records: 'Registos recebidos',
    recordsNote: (share: string) => `${share} de simuladores`,
    arrival: 'Última chegada',
    noArrival: 'Ainda nenhum fornecedor entregou dados.',
    fresh: figureNames.streamsOnTime,
    part: (some: string, all: string) => `${some} de ${all}`,
    late: (count: number) => formatCount(count, 'atrasado', 'atrasados'),
    unseen: (count: number) => `${formatCount(count, 'fluxo', 'fluxos')} sem observações`,
  },
  providers: {
    title: 'Fornecedores',
    text: 'O nome de cada um abre o seu conector: execuções, agenda, qualidade e origem.',
    table: 'Fornecedores simulados e reais',
    name: 'Fornecedor',
    connector: 'Conector',
    origin: 'Origem',
    simulated: 'Simulado',
    real: 'Real',
    status: 'Estado',
    arrival: 'Última chegada',
    records: 'Registos',
    rejected: 'Rejeitados',
    newest: 'Observação mais recente',
    licence: 'Licença',
    address: 'Endereço',
    never: 'Nunca',
    empty: 'Esta instalação não tem conectores',
  },
  tour: {
    title: 'Percurso',
    text: 'Abra cada etapa para ver essa capacidade no seu ecrã. As que abrir ficam marcadas na sua conta.',
    groups: {
      sea: 'Mar e vida marinha',
      vessels: 'Pesca e vigilância',
      knowledge: 'Dados, mapas e relatórios',
      operation: 'Operação da plataforma',
    },
    step: (number: number) => `Etapa ${number}`,
    seen: 'Vista',
    progress: (seen: number, all: number) => `${seen} de ${formatCount(all, 'etapa vista', 'etapas vistas')}`,
    progressLabel: 'Etapas vistas do percurso',
    start: 'Começar o percurso',
    next: (title: string) => `Continuar: ${title}`,
    restart: 'Recomeçar',
    openShort: 'Abrir',
    open: (title: string) => `Abrir ${title}`,
    notKept: 'A marca não ficou guardada',
  },
} as const;

/** Texts of each step of the tour: the figure's name, a description, and a title where the section's own would mislead. */
export const stepTexts = {
  temperature: {
    caption: 'temperatura média da superfície na ZEE',
    text: 'O mapa da ZEE agora: campos, correntes e vento animados, estações e valores em qualquer ponto.',
  },
  chlorophyll: {
    caption: 'clorofila-a, mediana da ZEE',
    text: 'Produtos de satélite por dia, com o atraso a que chegam e a cobertura de cada célula.',
  },
  species: {
    caption: figureCaption('species'),
    text: 'A ZEE num ecrã: mapa, nove cartões, séries de 30 e 90 dias, espécies e capturas.',
  },
  vessels: {
    caption: figureCaption('vesselsPresent'),
    text: 'Frota, percursos e presença; cada embarcação com a sua ficha, licença e história.',
  },
  vesselAlerts: {
    caption: figureCaption('vesselAlerts'),
    title: 'Alertas de embarcações',
    text: 'Encontros, silêncios do AIS, pesca em vedas e áreas protegidas, tratados passo a passo.',
  },
  catalogue: {
    caption: figureCaption('catalogueCollections'),
    title: 'STAC Oceanográfico',
    text: 'Pesquisa de produtos por coleção, período e lugar, com pré-visualização e ficheiros.',
  },
  features: {
    caption: figureCaption('featureCollections'),
    text: 'Limites, áreas, portos e estações em OGC API Features, para QGIS, GDAL e Python.',
  },
  maps: {
    caption: 'mapas guardados que pode abrir',
    text: 'Mapas feitos na consola, partilhados com colegas ou abertos a quem não tem conta.',
  },
  interfaces: {
    caption: figureCaption('interfaces'),
    text: 'O catálogo das interfaces científicas, por categoria e com procura.',
  },
  reports: {
    caption: 'relatórios que pode ler',
    text: 'Relatórios em PDF com a origem de cada valor: gerar, agendar e enviar.',
  },
  alerts: {
    caption: figureCaption('platformAlerts'),
    text: 'Regras, silêncios e tratamento dos alertas, com quem foi avisado e quando.',
  },
  connectors: {
    caption: figureCaption('connectorsWorking'),
    text: 'Cada fornecedor: o que trouxe, com que qualidade, e quando volta a correr.',
  },
  tasks: {
    caption: figureCaption('tasksPending'),
    text: 'O trabalho em segundo plano: filas, quem executa, o que falhou e porquê.',
  },
  services: {
    caption: figureCaption('servicesOnline'),
    text: 'Estado verificado de cada serviço, com incidentes e manutenções.',
  },
  latency: {
    caption: figureCaption('apiLatency'),
    text: 'Pedidos, latências e erros por rota, de uma hora a trinta dias.',
  },
  availability: {
    caption: figureCaption('availability'),
    text: 'Saúde de cada componente, verificações e alertas da plataforma.',
  },
  storage: {
    caption: figureCaption('storageSize'),
    text: 'Áreas e ficheiros, com versões, partilha e pré-visualização.',
  },
  backups: {
    caption: 'idade da última cópia de segurança',
    noBackup: 'Ainda não há nenhuma cópia de segurança.',
    text: 'Cópias seladas, verificadas e ensaiadas; reposição num instante escolhido.',
  },
  security: {
    caption: 'das proteções verificadas em vigor',
    text: 'O que a instalação impõe, o que devia impor e a prova de cada linha.',
  },
  audit: {
    caption: 'eventos na auditoria',
    text: 'Quem fez o quê e quando, numa cadeia que denuncia qualquer alteração.',
  },
} as const satisfies Record<string, { caption: string; text: string; title?: string; noBackup?: string }>;
