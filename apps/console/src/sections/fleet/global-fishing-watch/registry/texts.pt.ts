import { formatCount } from '@kianda/format';

/** Texts of the national registry: licences, closed seasons, minimum distances. */
export const registryTexts = {
  licences: 'Licenças de pesca',
  licencesText: 'Registo nacional: as regras de licença, arte e zona comparam-se com ele.',
  seasons: 'Períodos de veda',
  seasonsText: 'Pesca com estas artes nestas datas levanta um alerta.',
  distances: 'Distâncias mínimas à costa',
  distancesText:
    'Pesca mais perto da costa do que isto levanta um alerta. A regra da arte ou da frota só vale quando a licença a diz.',
  add: 'Adicionar',
  edit: 'Editar',
  remove: 'Eliminar',
  removeBody: (name: string) => `«${name}» é eliminado do registo. Use isto só para o que foi registado por engano.`,
  saved: 'Registo guardado.',
  deleted: 'Registo eliminado.',
  noLicences: 'Nenhuma licença registada',
  noLicencesText: 'Registe as licenças em vigor, ou importe-as de um ficheiro: a pesca detetada compara-se com elas.',
  noSeasons: 'Nenhum período de veda neste ano',
  noSeasonsText: 'Adicione as vedas do decreto do ano, ou copie as do ano anterior e corrija-as.',
  noDistances: 'Nenhuma distância mínima registada',
  noDistancesText: 'Adicione as distâncias do decreto em vigor, por arte, frota e zona.',
  number: 'Número',
  vesselName: 'Embarcação',
  mmsi: 'MMSI',
  imo: 'IMO',
  callsign: 'Indicativo',
  registration: 'Matrícula',
  flag: 'Bandeira (3 letras)',
  holder: 'Titular',
  gears: 'Artes, separadas por vírgulas',
  gear: 'Arte (vazio: todas)',
  allGears: 'todas as artes',
  fleet: 'Frota',
  anyFleet: 'Qualquer frota',
  noFleet: 'Não indicada',
  areas: 'Zonas permitidas (vazio: toda a ZEE)',
  area: 'Zona',
  wholeZee: 'Toda a ZEE',
  goneArea: (id: string) => `Área eliminada (${id})`,
  distance: 'Distância mínima (milhas náuticas)',
  milesUnit: 'mn',
  species: 'Espécies, separadas por vírgulas',
  from: 'Desde',
  to: 'Até (inclusive)',
  source: 'Fonte',
  name: 'Nome',
  suspensions: 'Suspensões',
  suspensionFrom: 'Suspensa desde',
  suspensionTo: 'Até (vazio: até ser levantada)',
  suspensionReason: 'Motivo',
  addSuspension: 'Adicionar suspensão',
  takeSuspension: 'Retirar',
  removeSuspension: (number: number) => `Retirar a suspensão ${number}`,
  year: 'Ano',
  allYears: 'Todos os anos',
  copy: (from: number, to: number) => `Copiar de ${from} para ${to}`,
  copyBody: (from: number, to: number) =>
    `As vedas que começam em ${from} são copiadas para os mesmos dias de ${to}. As que já existem ficam como estão. Confirme depois cada data com o decreto de ${to}.`,
  copied: (created: number, skipped: number) =>
    skipped === 0
      ? `${formatCount(created, 'veda copiada', 'vedas copiadas')}.`
      : `${formatCount(created, 'veda copiada', 'vedas copiadas')}; ${formatCount(skipped, 'já existia', 'já existiam')}.`,
  nothingToCopy: (from: number) => `Não há vedas que comecem em ${from}.`,
} as const;

export const licenceStateTexts = {
  valid: 'Válida',
  invalid: 'Fora do período',
  suspended: 'Suspensa',
  suspension: (from: string, to: string | null) =>
    to === null ? `suspensa desde ${from}` : `suspensa de ${from} a ${to}`,
} as const;

export const importTexts = {
  open: 'Importar ficheiro',
  title: 'Importar licenças',
  description: 'CSV ou XLSX, uma licença por linha. Nada é gravado antes de ver a pré-visualização e confirmar.',
  file: 'Ficheiro de licenças',
  choose: 'Escolher ficheiro',
  another: 'Escolher outro ficheiro',
  template: (kind: string) => `Modelo ${kind}`,
  templateName: 'modelo-licencas',
  reading: (name: string) => `A ler e a verificar ${name}…`,
  tooBig: 'O ficheiro tem mais de 10 MB.',
  total: 'Linhas',
  valid: 'Válidas',
  bad: 'Com erros',
  created: 'Licenças novas',
  updated: 'Substituem licenças com o mesmo número',
  missing: (fields: string) => `Falta indicar a coluna de: ${fields}. Sem ela nada pode ser gravado.`,
  confirm: (count: number) => `Gravar ${formatCount(count, 'licença', 'licenças')}`,
  effect: (bad: number) =>
    `${formatCount(bad, 'linha com erros não será gravada', 'linhas com erros não serão gravadas')}: corrija-as no ficheiro e importe-o de novo.`,
  done: (created: number, updated: number) =>
    `${formatCount(created, 'licença nova', 'licenças novas')}, ${formatCount(updated, 'substituída', 'substituídas')}.`,
} as const;
