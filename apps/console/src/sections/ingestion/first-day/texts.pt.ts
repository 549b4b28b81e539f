import { failureNames } from '@kianda/contract/ingestion/connectors/failure-names';
import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { formatCount } from '@kianda/format';

const outcomes: Readonly<Record<CheckOutcome, string>> = {
  ok: 'Responde',
  no_network: 'Sem rede',
  dns: 'Nome não resolvido',
  refused: 'Ligação recusada',
  timeout: 'Sem resposta a tempo',
  tls: 'Certificado desconhecido',
  captive_portal: 'Página da rede em vez de dados',
  clock: 'Relógio errado',
  credential_missing: 'Falta a credencial',
  credential_expired: 'Credencial vencida',
  credential_refused: 'Credencial recusada',
  rate_limited: 'Pedidos limitados',
  wrong_format: 'Formato inesperado',
  provider_down: 'Avaria do fornecedor',
  wrong_address: 'Endereço errado',
  inbox_unreadable: 'Pasta por ler',
  nothing_to_ask: 'Espera por envio',
  internal_error: failureNames.bug,
};

export const firstDayTexts = {
  description:
    'De cada conector, da rede e do relógio: o que se tentou, o que veio e o que fazer. Verificar não guarda dados.',
  checkAll: 'Verificar tudo agora',
  check: 'Verificar agora',
  checkOf: (name: string) => `Verificar agora ${name}`,
  notAllowed: 'O seu perfil vê a lista, mas não a pode verificar.',
  started: 'Verificação iniciada.',
  progress: (message: string | null) => `A verificar: ${message ?? 'à espera de vez'}.`,
  undelivered: (count: number) =>
    count === 0
      ? 'Todos os conectores em uso já entregaram dados.'
      : `${formatCount(count, 'conector ainda não entregou dados', 'conectores ainda não entregaram dados')}.`,
  connectors: 'Ver conectores',
  table: 'Lista do primeiro dia',
  outcomes,
  unchecked: 'Por verificar',
  delivered: 'Já entregou dados',
  byRun: 'na última execução, sem verificação',
  never: 'Nunca',
  columns: {
    name: 'Conector',
    outcome: 'O que veio',
    advice: 'O que fazer',
    address: 'O que se tentou',
    triedAt: 'Quando',
    status: 'HTTP',
    latency: 'Tempo de resposta (ms)',
    skew: 'Diferença de relógio (s)',
    detail: 'Resposta',
    lastSuccess: 'Última execução com êxito',
    action: 'Verificar',
  },
} as const;
