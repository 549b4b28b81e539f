/** Texts of what can be put back to any instant. */
export const instantTexts = {
  archive: 'Arquivo do diário',
  archiveText:
    'O PostgreSQL incluído escreve num diário (WAL) tudo o que muda. Com uma base e o diário desde então, a base de dados repõe-se em qualquer instante, cifrada e guardada com as cópias.',
  on: 'Em dia',
  off: 'Desligado',
  failing: 'A falhar',
  noWindow: 'À espera da primeira base',
  noBase: 'À espera de uma base nova',
  withGaps: 'Com falhas',
  offText:
    'O diário não é arquivado: repõe-se a marca de uma cópia, e não um instante qualquer. Para o ligar, defina KIANDA_WAL_ARCHIVE=on e reinicie a plataforma (só com o PostgreSQL incluído).',
  gap: (first: string, last: string, count: number): string =>
    count === 1
      ? `Falta o segmento ${first}: os instantes depois dele repõem-se só a partir de uma base posterior.`
      : `Faltam ${count} segmentos, de ${first} a ${last}: os instantes depois deles repõem-se só a partir de uma base posterior.`,
  windows: 'Instantes que se podem repor',
  spanFrom: (from: string): string => `de ${from}`,
  spanTo: (to: string): string => `até ${to}`,
  noWindows: 'Nenhum instante se pode repor',
  noWindowsText: 'É preciso uma base concluída, e o diário arquivado desde que ela se fez.',
  lag: 'Atraso do arquivo',
  every: 'Fecho de segmentos, no máximo cada',
  segments: 'Diário guardado',
  segmentWords: ['segmento', 'segmentos'],
  lastHour: 'Guardado na última hora',
  waiting: 'Segmentos à espera',
  makeBase: 'Fazer uma base agora',
  baseAsked: 'A base começou; o andamento vê-se no resumo.',
  choice: 'Repor num instante',
  choiceText:
    'A base de dados como estava nesse instante, até ao fim do que então estava confirmado. Os objetos não têm diário: os que entretanto se apagaram voltam da cópia anterior ao instante, e os que mudaram ficam como estão agora.',
  instant: 'Instante',
  instantHelp: 'Escreva a data e a hora.',
  instantUtc: (instant: string): string => `Em UTC: ${instant}`,
  tooEarly: 'Antes do primeiro instante que se pode repor.',
  drill: 'Ensaiar neste instante',
  drillAsked: 'O ensaio começou; as linhas desse instante, ao lado das de agora, veem-se em Ensaios.',
  restore: 'Repor neste instante…',
  commandText: 'Sem consola, com a plataforma parada, o mesmo faz-se no servidor com:',
  copy: 'Copiar',
  copied: 'Copiado',
  bases: 'Bases',
  basesText:
    'Uma base por semana, ou quando o diário tem uma falha. A mais antiga fica enquanto algum instante da retenção precisar dela.',
  noBases: 'Ainda não há bases',
  noBasesText: 'A agenda faz a primeira poucos minutos depois de o arquivo estar ligado.',
  dataBytes: 'Base de dados',
  kept: 'Guardado',
  restoreTitle: (instant: string): string => `Repor no instante ${instant}`,
  restoreLoses: (time: string): string =>
    `A base de dados volta ao que era há ${time}: o que foi gravado desde então deixa de se ver.`,
  restoreHow: [
    'A base e o diário são abertos num servidor à parte, até ao instante. Se algo faltar ou estiver danificado, nada muda.',
    'Os objetos que faltem e existam na cópia anterior ao instante são repostos; os outros ficam como estão.',
    'No fim a plataforma reinicia e todas as pessoas perdem a ligação por momentos.',
    'A pasta atual da base de dados fica guardada durante 7 dias com outro nome, e o diário até agora fica no arquivo.',
  ],
  restoreInstant: 'Escreva o instante, em UTC',
  restoreConfirm: 'Repor neste instante',
} as const;
