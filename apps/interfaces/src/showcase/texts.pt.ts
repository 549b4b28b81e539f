import { figureNames } from '@kianda/contract/core/figure-names';

/** Texts of the showcase. */
export const showcaseTexts = {
  title: 'Kianda Enhanced (Demo)',
  purpose:
    'O que a plataforma faz, em dez amostras: cada uma com um valor de agora e a porta para a interface ou secção.',
  help: [
    'Cada cartão mostra um valor medido ou calculado agora, com a fonte e a hora.',
    'O botão do cartão abre a interface ou a secção de onde o valor vem.',
    'Um valor que não se conhece é «—», com a razão por baixo.',
  ],
  groups: { sea: 'O mar', life: 'Vida e pesca', tools: 'A plataforma' },
  noAccess: 'O seu perfil não vê este valor.',
  unknown: 'Ainda não há valor.',
  more: (names: string, count: number) => `${names} e mais ${count}`,
  open: (name: string) => `Abrir ${name}`,
  sst: {
    title: 'Temperatura da superfície',
    says: 'Média da ZEE, dos satélites, todos os dias; o mapa anda para trás no tempo.',
  },
  waves: { title: 'Altura das ondas', says: 'Média das estações; o mar desenha-se em três dimensões com elas.' },
  front: {
    title: 'Frente Angola–Benguela',
    says: 'Latitude onde a água quente encontra a fria, calculada do gradiente da temperatura.',
  },
  wind: { title: 'Correntes', says: 'Velocidade média na ZEE; as partículas mostram por onde a água anda.' },
  species: {
    title: figureNames.species,
    says: 'Do OBIS e do GBIF, com os sinónimos resolvidos pelo registo de espécies marinhas.',
  },
  vessels: {
    title: 'Embarcações presentes',
    says: 'Da presença AIS do Global Fishing Watch na ZEE, com o atraso que ela tem.',
  },
  models: { title: 'Modelos em uso', says: 'Treinados aqui, aprovados por pessoas, com explicação de cada previsão.' },
  catalogue: {
    title: 'Estações de observação',
    says: 'Pontos da costa e do largo, hora a hora, com história de cada variável.',
  },
  services: { title: 'Serviços a responder', says: 'Medidos, não declarados; o estado é uma frase, o pior primeiro.' },
  alerts: { title: 'Alertas por resolver', says: 'Regras da plataforma, com responsável e história de cada caso.' },
  degreesSouth: (value: string) => `${value}° S`,
  ofTotal: (part: string, all: string) => `${part} de ${all}`,
  names: {
    realtime_angola: 'Tempo Real Angola',
    enhanced_ocean_system: 'Enhanced Ocean System',
    dashboard_cientifico: 'Dashboard Científico',
    advanced_animations: 'Animações Avançadas',
    dashboard_principal: 'Dashboard Principal',
    ml_demo: 'ML Demo',
    health_dashboard: 'Dashboard de Saúde',
  },
  sections: { fishing: 'Global Fishing Watch', alerts: 'Alertas Automáticos' },
} as const;
