import type { CheckId } from './check-ids.ts';
import type { ProbeId } from './probe-ids.ts';
import { probeNames } from './probe-names.pt.ts';

/** Purpose of each check. */
const purposes: Readonly<Record<CheckId, string>> = {
  test_dashboard: 'O painel científico abre, e os números que mostra têm valor, origem e idade.',
  test_api: 'A API responde, com o formato do contrato, e recusa o que deve recusar.',
  test_dependencies: 'Serviços, versões e peças do navegador de que a plataforma depende.',
  test_final_validation: 'Todas as verificações, uma vez cada uma.',
  test_realtime_corrected: 'O mapa em direto, as suas camadas, as estações e a ligação em tempo real.',
  test_admin_simple: 'A entrada administrativa e o que ela mostra.',
  test_mobile_menu: 'O menu num ecrã de 390 px, e o que cada página diz da sua largura.',
  test_debug_fixes: 'Faltas recentes: pedidos falhados, o processo, e os últimos ensaios.',
  test_real_functionality: 'Do fornecedor ao ecrã: conectores, idade dos dados, camadas e tempo real.',
  test_simple_map: 'O mapa simples, o desenho em WebGL e o polígono da ZEE.',
  test_cabinda_coordinates: 'As coordenadas de Cabinda, comparadas com os limites que a plataforma guarda.',
  test_admin_optimization: 'Tempos da API, respostas guardadas, e o peso da entrada administrativa.',
};

/** Texts of the diagnostics page. */
export const diagnosticsTexts = {
  probe: (id: ProbeId) => probeNames[id],
  purpose: (id: CheckId) => purposes[id],
  help: [
    'A página corre a sua verificação ao abrir, um ensaio de cada vez, e o menu leva às outras.',
    'Cada ensaio diz o que mediu e quanto demorou; quando falha, diz também o que fazer.',
    'O resultado copia-se ou exporta-se em JSON para o juntar a um pedido de ajuda.',
  ],
  menu: 'Verificações',
  run: 'Correr de novo',
  stop: 'Parar',
  copy: 'Copiar resultado',
  copied: 'Copiado',
  copyFailed: 'O navegador não deixou copiar.',
  exportJson: 'Exportar JSON',
  fileName: (id: string, at: string) => `kianda-${id}-${at}.json`,
  waiting: 'Por correr',
  running: 'A correr…',
  notAllowed: 'O seu perfil não pode ler isto.',
  remedy: 'O que fazer',
  states: { good: 'Certo', caution: 'Com reservas', bad: 'Falhou', unknown: 'Não se pôde saber' },
  done: (good: string, total: string) => `${good} de ${total} verificações certas`,
  progress: (done: string, total: string) => `${done} de ${total}`,
  ran: (at: string, took: string) => `Correu em ${at}, durou ${took}`,
  broken: (message: string) => `A verificação não chegou ao fim: ${message}`,
  columns: { what: 'Verificação', result: 'Resultado', time: 'Tempo' },
} as const;
