/** Text that a program reads at the beginning of a connection. */
export const instructions =
  'Dados marinhos da Zona Económica Exclusiva de Angola, na plataforma Kianda. As ferramentas só leem, com as permissões da ' +
  'conta que entrou. Cada resposta traz `provenance` (em direto, em cache, simulado, configurado ou de fallback) e, em ' +
  '`missing`, a razão do que falta: diga-as sempre com o valor, e nunca apresente um valor simulado como medido. Instantes na forma da norma ISO ' +
  'com fuso; a hora de Angola é UTC+1. Posições em graus decimais WGS 84.';

type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly text: (values: Readonly<Record<string, string>>) => string;
};

/** Common questions, each with the tools that answer it. */
export const prompts: readonly Prompt[] = [
  {
    name: 'estado-do-mar',
    title: 'Estado do mar',
    description: 'Condições do mar na ZEE agora e a sua variação no último mês',
    arguments: [],
    text: () =>
      'Descreve o estado do mar na ZEE de Angola. Usa mar_condicoes para o presente e mar_serie (analysedSst e chlorophyll, 30 dias) para a variação. Diz a origem e a hora de cada valor.',
  },
  {
    name: 'desembarques',
    title: 'Desembarques de um período',
    description: 'Toneladas por espécie e porto num período',
    arguments: [
      { name: 'de', description: 'Primeiro dia, AAAA-MM-DD', required: true },
      { name: 'ate', description: 'Último dia, AAAA-MM-DD', required: true },
      { name: 'porto', description: 'Nome do porto', required: false },
    ],
    text: ({ de, ate, porto }) =>
      `Resume os desembarques de ${de} a ${ate}${porto === undefined ? '' : ` no porto ${porto}`} com pesca_desembarques: total, espécies e portos principais, e o que falta.`,
  },
  {
    name: 'vigilancia-da-semana',
    title: 'Vigilância da semana',
    description: 'Alertas de embarcações por gravidade e regra, com os que estão por tratar',
    arguments: [],
    text: () =>
      'Resume a vigilância dos últimos sete dias: vigilancia_alertas (por gravidade e regra), vigilancia_embarcacoes (quem tem mais) e embarcacoes_radar. Separa o que é simulado.',
  },
  {
    name: 'ficha-de-especie',
    title: 'Ficha de uma espécie',
    description: 'Nome, ameaça, onde, quando e a que profundidade foi registada',
    arguments: [{ name: 'especie', description: 'Nome comum ou científico', required: true }],
    text: ({ especie }) =>
      `Faz a ficha de ${especie}: encontra-a com biodiversidade_taxa, depois biodiversidade_taxon e biodiversidade_perfil com o seu aphiaId.`,
  },
  {
    name: 'ficha-de-embarcacao',
    title: 'Ficha de uma embarcação',
    description: 'Identidade, licença, última posição e alertas',
    arguments: [{ name: 'embarcacao', description: 'Nome, MMSI ou IMO', required: true }],
    text: ({ embarcacao }) =>
      `Faz a ficha da embarcação ${embarcacao}: embarcacoes_lista e pesca_licencas com search, depois vigilancia_alertas com search.`,
  },
  {
    name: 'confianca-nos-dados',
    title: 'Confiança nos dados',
    description: 'Que conectores entregam, com que qualidade, e o que está atrasado',
    arguments: [],
    text: () => 'Avalia a confiança nos dados de hoje com dados_conectores, dados_qualidade e mar_copernicus.',
  },
];
