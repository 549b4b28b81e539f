import { figureNames } from '@kianda/contract/core/figure-names';

/** Texts of the section Tempo Real Angola. */
export const realtimeTexts = {
  description: 'Leituras mais recentes do mar e da atividade na ZEE; a página atualiza-se quando chegam dados novos.',
  refresh: 'Atualizar',
  connected: 'Ligação em tempo real',
  tiles: {
    title: 'Leituras mais recentes',
    temperature: 'Temperatura da superfície',
    chlorophyll: 'Clorofila-a',
    vessels: figureNames.vesselsPresent,
    zones: 'Zonas de pesca ativas',
    observed: (date: string) => `observado a ${date}`,
    window: (hours: string, date: string) => `em ${hours}, até ${date}`,
    hour: 'hora',
    hours: 'horas',
    change: (days: number) => `na média de ${days} dias, face aos ${days} anteriores`,
  },
  heatwaves: {
    title: 'Ondas de calor marinhas',
    description: 'Cinco ou mais dias acima do percentil 90 do dia do ano, face a 30 anos de temperaturas.',
    none: 'Nenhuma onda de calor encontrada.',
    event: (one: { category: string; from: string; to: string | null; days: string; most: string }) =>
      `${one.category}, ${one.to === null ? `desde ${one.from}, em curso` : `${one.from} a ${one.to}`} (${one.days} dias, até ${one.most})`,
    baseline: (from: string, to: string, years: string) => `Linha de base: ${from} a ${to} (${years} anos).`,
    missing: 'Sem linha de base.',
    reason: (years: string, needed: string) =>
      `Há ${years} anos de temperatura da superfície; sem ${needed} não se pode dizer o que é uma onda de calor.`,
    cost: (one: { from: string; requests: string; megabytes: string; minutes: string | null }) =>
      `O histórico OISST, desde ${one.from}, são cerca de ${one.requests} pedidos e ${one.megabytes}; ${
        one.minutes === null
          ? 'o tempo sabe-se depois da primeira leitura do fluxo'
          : `cerca de ${one.minutes} ao ritmo das últimas leituras`
      }. Guardam-se só as médias diárias por região.`,
    obtain: (year: string) => `Obter o histórico desde ${year}`,
    asked: 'Histórico pedido: as janelas são obtidas uma a uma e retomam-se se forem interrompidas.',
    progressLabel: 'Histórico obtido',
    progress: (done: string, all: string) => `${done} de ${all} anos obtidos; as ondas de calor calculam-se a seguir.`,
    notAllowed: 'Quem gere os conectores pode pedir o histórico aqui.',
  },
  map: {
    title: 'Mapa em tempo real',
    inactive: 'Interface Inativa',
    inactiveText: 'A página do mapa ainda não é servida nesta instalação. As leituras acima continuam atualizadas.',
  },
  features: {
    title: 'O que o mapa oferece',
    items: [
      'Campos de temperatura e clorofila-a, com data, legenda e escala próprias',
      'Correntes à superfície animadas por partículas',
      'Presença de embarcações por célula de 0,1°',
      'Estações de monitorização, com a última observação de cada variável',
      'Zonas de pesca e áreas protegidas',
      'Linha do tempo para recuar nos campos diários',
      'Valores e série temporal de qualquer ponto da ZEE',
      'Ligação para partilhar a vista tal como está',
    ],
  },
  lag: {
    title: 'Atualidade e origem dos dados',
    caption: 'Fonte, data da observação e atraso de cada leitura',
    figure: 'Leitura',
    source: 'Fonte',
    observed: 'Observado',
    age: 'Atraso',
    temperature: 'Temperatura',
    chlorophyll: 'Clorofila-a',
    waves: 'Ondas',
    current: 'Corrente',
    vessels: 'Embarcações',
    satellite:
      'Os campos de satélite são diários e chegam com cerca de um dia de atraso; a clorofila só existe onde não há nuvens.',
    presence: (hours: string) =>
      `A presença de embarcações termina ${hours} antes do presente: é o atraso dos dados AIS do fornecedor.`,
    attribution: 'Presença de embarcações: Powered by Global Fishing Watch.',
    attributionLink: 'globalfishingwatch.org',
  },
  flags: {
    title: 'Embarcações por bandeira',
    caption: 'Embarcações e horas de presença por Estado de bandeira',
    flag: 'Bandeira',
    vessels: 'Embarcações',
    presence: 'Presença',
    hours: (hours: string) => `${hours} h`,
    empty: 'Sem presença de embarcações',
    emptyText: 'O fornecedor não observou embarcações nestas horas.',
    others: 'Outras bandeiras',
  },
} as const;
