import type { RuleDraft } from '@kianda/contract/operations/alerts/rules.contract';

export type Preset = {
  readonly id: string;
  /** Raised with every change here, so that untouched rules follow. */
  readonly version: number;
  readonly rule: RuleDraft;
};

type Bounds = Partial<RuleDraft['thresholds']>;
const minutes = (count: number): number => count * 60;

function preset(
  id: string,
  draft: { readonly thresholds: Bounds } & Pick<RuleDraft, 'title' | 'metric' | 'cooldownSeconds'> &
    Partial<Omit<RuleDraft, 'thresholds'>>,
): Preset {
  const { thresholds, ...details } = draft;
  return {
    id,
    version: 2,
    rule: {
      note: '',
      subject: null,
      comparison: 'gt',
      thresholds: { info: null, warning: null, error: null, critical: null, ...thresholds },
      forSeconds: 0,
      hysteresis: 0,
      schedule: null,
      tellsEnd: true,
      labels: ['plataforma'],
      enabled: true,
      ...details,
    },
  };
}

/**
 * Rules that come with the platform: the rules of the specification's metrics service, with its waiting times and the graver
 * bounds of its thresholds. Where its lists differ, the rule's own bound counts.
 */
export const presets: readonly Preset[] = [
  preset('cpu_high', {
    title: 'Utilização elevada do processador',
    metric: 'platform.cpu',
    thresholds: { warning: 80, error: 85, critical: 95 },
    forSeconds: 300,
    hysteresis: 5,
    cooldownSeconds: minutes(15),
  }),
  preset('memory_high', {
    title: 'Utilização elevada da memória',
    metric: 'platform.memory',
    thresholds: { warning: 85, error: 90, critical: 98 },
    forSeconds: 300,
    hysteresis: 3,
    cooldownSeconds: minutes(15),
  }),
  preset('disk_space_low', {
    title: 'Pouco espaço em disco',
    metric: 'platform.disk',
    thresholds: { warning: 80, error: 90, critical: 95 },
    forSeconds: 60,
    hysteresis: 1,
    cooldownSeconds: minutes(60),
  }),
  preset('api_response_slow', {
    title: 'Respostas lentas da API',
    metric: 'platform.latency',
    thresholds: { warning: 5_000, critical: 10_000 },
    forSeconds: 120,
    hysteresis: 500,
    cooldownSeconds: minutes(10),
  }),
  preset('api_error_rate_high', {
    title: 'Taxa de erros elevada na API',
    metric: 'platform.errors',
    thresholds: { warning: 5, error: 10, critical: 25 },
    forSeconds: 60,
    hysteresis: 1,
    cooldownSeconds: minutes(5),
  }),
  preset('database_connection_failed', {
    title: 'Base de dados sem resposta',
    metric: 'service.state',
    thresholds: { critical: 2 },
    note: 'Enquanto a base de dados não responde nada se grava: o alerta aparece assim que volta, com a hora a que faltou.',
    subject: 'database',
    comparison: 'gte',
    cooldownSeconds: minutes(1),
  }),
  preset('backup_age', {
    title: 'Cópia de segurança atrasada',
    metric: 'backup.overdue',
    thresholds: { error: 0 },
    note: 'O limite da idade é o das definições das cópias (Backup e Segurança).',
    cooldownSeconds: minutes(60),
    labels: ['cópias'],
  }),
  preset('model_drift', {
    title: 'Modelo com deriva',
    metric: 'models.drift',
    thresholds: { warning: 50, error: 80 },
    note: 'Os dados novos já não se parecem com os do treino: veja a deriva na secção dos modelos e treine de novo.',
    comparison: 'gte',
    cooldownSeconds: minutes(24 * 60),
    labels: ['modelos'],
  }),
  preset('database_connections_high', {
    title: 'Muitas ligações à base de dados',
    metric: 'platform.database_connections',
    thresholds: { warning: 15, error: 18, critical: 20 },
    note: 'Os limiares são os de um servidor com 20 ligações; a base de dados incluída aceita mais. Ajuste-os ao seu antes de ligar.',
    comparison: 'gte',
    forSeconds: 120,
    hysteresis: 1,
    cooldownSeconds: minutes(15),
    enabled: false,
  }),
];
