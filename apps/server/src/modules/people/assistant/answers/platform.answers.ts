import type { DataOf } from '@kianda/contract';
import type { listConnectors, listIngestRuns } from '@kianda/contract/ingestion/connectors/connectors.contract';
import type { qualityReport } from '@kianda/contract/ingestion/connectors/operations.contract';
import type { getModelDrift } from '@kianda/contract/models/registry/drift.contract';
import type { listModels } from '@kianda/contract/models/registry/models.contract';
import type { storageStats } from '@kianda/contract/open/storage/storage.contract';
import type { alertHistory } from '@kianda/contract/operations/alerts/casework.contract';
import type { backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import type { servicesStatus, systemHealth } from '@kianda/contract/operations/health/health.contract';
import type { homeBriefing } from '@kianda/contract/operations/home/home.contract';
import type { reportsPage } from '@kianda/contract/operations/reports/reports.contract';
import type { jobOutcomes } from '@kianda/contract/operations/tasks/tasks.contract';
import type { coastalAnalyses } from '@kianda/contract/sea/coast/coast.contract';
import type { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import type { listBoundaries } from '@kianda/contract/sea/limits/limits.contract';
import type { listPlaces, placeById } from '@kianda/contract/sea/places/places.contract';
import type { biomassOverview } from '@kianda/contract/space/biomass/biomass.contract';
import { formatBytes, formatCount, formatDate, formatNumber, formatQuantity } from '@kianda/format';
import { type Draft, instant, number, tableOf, text } from './card.types.ts';

const whole = (value: number): string => formatNumber(value, { maxDecimals: 0 });
const percent = (value: number | null): string => formatQuantity(value, '%', { maxDecimals: 1 });

export function placesDraft({ data, total }: DataOf<typeof listPlaces>): Draft {
  return {
    text: `Há ${formatCount(total, 'lugar', 'lugares')}.`,
    figures: [number('Lugares', total)],
    table: tableOf(
      data,
      [
        ['Nome', ({ name }) => name],
        ['Descrição', ({ detail }) => detail],
        ['Latitude', ({ lat }) => lat, 'number', '°'],
        ['Longitude', ({ lon }) => lon, 'number', '°'],
        ['Fonte', ({ source }) => source],
      ],
      total,
    ),
    empty: total === 0,
  };
}

export function placeDraft(place: DataOf<typeof placeById>): Draft {
  const near = place.nearestPort;
  return {
    text: `${place.name}: ${place.detail}.${near === null ? '' : ` O porto mais próximo é ${near.name}, a ${formatQuantity(near.km, 'km', { maxDecimals: 1 })}.`}`,
    figures: [
      number('Latitude', place.lat, '°'),
      number('Longitude', place.lon, '°'),
      ...(place.areaKm2 === null ? [] : [number('Superfície', place.areaKm2, 'km²')]),
      ...(place.coastKm === null ? [] : [number('Distância à costa', place.coastKm, 'km')]),
      ...place.facts.map(({ label, value }) => text(label, value)),
      text('Fonte', place.source),
    ],
  };
}

const areaKinds = { configured: 'Configurada', computed: 'Calculada', published: 'Publicada' } as const;

export function zeeDraft({ areas }: DataOf<typeof zeeBoundary>): Draft {
  const shown = areas.find(({ kind }) => kind === 'computed') ?? areas[0];
  return {
    text: `A área da ZEE é ${formatQuantity(shown?.km2 ?? null, 'km²', { maxDecimals: 0 })}${shown === undefined ? '' : ` (${areaKinds[shown.kind].toLowerCase()})`}; as fontes não coincidem, e cada valor está na tabela com a sua.`,
    figures: areas.map(({ km2, kind }) => number(areaKinds[kind], km2, 'km²')),
    table: tableOf(areas, [
      ['Valor', ({ kind }) => areaKinds[kind]],
      ['Área', ({ km2 }) => km2, 'number', 'km²'],
      ['Fonte', ({ source }) => source],
    ]),
    empty: areas.length === 0,
  };
}

export function boundariesDraft(all: DataOf<typeof listBoundaries>): Draft {
  return {
    text: `Há ${formatCount(all.length, 'limite desenhado', 'limites desenhados')}.`,
    table: tableOf(all, [
      ['Limite', ({ name }) => name],
      ['Área', ({ area }) => area, 'number', 'km²'],
      ['Perímetro', ({ perimeter }) => perimeter, 'number', 'km'],
      ['Milhas', ({ limitMiles }) => limitMiles, 'number'],
      ['Fundamento', ({ legal }) => legal?.articles ?? null],
    ]),
    empty: all.length === 0,
  };
}

const risks = { low: 'Baixo', moderate: 'Moderado', high: 'Alto' } as const;

export function coastDraft(all: DataOf<typeof coastalAnalyses>): Draft {
  return {
    text:
      all.length === 0
        ? 'A costa ainda não foi analisada: são precisos levantamentos da linha de costa.'
        : `Há ${formatCount(all.length, 'troço analisado', 'troços analisados')}.`,
    table: tableOf(all, [
      ['Troço', ({ region }) => region],
      ['Comprimento', ({ coastlineLength }) => coastlineLength, 'number', 'km'],
      ['Risco de erosão', ({ erosionRiskLevel }) => (erosionRiskLevel === null ? null : risks[erosionRiskLevel])],
      ['Em risco', ({ erosionRiskLength }) => erosionRiskLength, 'number', 'km'],
      ['Análise', ({ lastAnalysis }) => lastAnalysis, 'instant'],
    ]),
    empty: all.length === 0,
  };
}

export function biomassDraft({ run, absence }: DataOf<typeof biomassOverview>): Draft {
  if (run === null) return { text: absence ?? 'A biomassa ainda não foi calculada.', empty: true };
  const tonnes = (value: number | null) => formatQuantity(value, 't', { maxDecimals: 0 });
  return {
    text: `O cálculo ${whole(run.number)} estima ${tonnes(run.fishTonnes)} de peixe e ${tonnes(run.phytoplanktonTonnes)} de fitoplâncton na ZEE, de ${whole(run.days)} dias de dados.`,
    figures: [
      number('Peixe', run.fishTonnes, 't'),
      number('Fitoplâncton', run.phytoplanktonTonnes, 't'),
      number('Confiança, de 0 a 1', run.confidence),
      instant('Calculado em', run.endedAt),
    ],
    empty: run.fishTonnes === null && run.phytoplanktonTonnes === null,
  };
}

export function modelsDraft(models: DataOf<typeof listModels>): Draft {
  const trained = models.filter(({ version }) => version !== null).length;
  return {
    text: `${whole(trained)} de ${formatCount(models.length, 'modelo tem uma versão em uso', 'modelos têm uma versão em uso')}.`,
    figures: [number('Com versão em uso', trained), number('Modelos', models.length)],
    table: tableOf(models, [
      ['Modelo', ({ name }) => name],
      ['Versão', ({ version }) => (version === null ? null : String(version))],
      ['Precisão, de 0 a 1', ({ accuracy }) => accuracy, 'number'],
      ['Último treino', ({ lastTrained }) => lastTrained, 'instant'],
      ['O que falta', ({ absence }) => absence],
    ]),
  };
}

export function driftDraft({ check, absence }: DataOf<typeof getModelDrift>): Draft {
  if (check === null) return { text: absence ?? 'A deriva ainda não foi medida.', empty: true };
  return {
    text: `A versão ${whole(check.version)} ${check.hasDrifted ? 'derivou' : 'não derivou'}, medido em ${formatDate(check.at)} sobre ${formatCount(check.rows, 'linha', 'linhas')}.`,
    figures: [number('Parte das variáveis com deriva, de 0 a 1', check.share), instant('Medido em', check.at)],
  };
}

export function connectorsDraft({ connectors }: DataOf<typeof listConnectors>): Draft {
  const delivering = connectors.filter(({ status, hasDelivered }) => status === 'active' && hasDelivered).length;
  const failing = connectors.filter(({ status }) => status === 'error').length;
  return {
    text: `${whole(delivering)} de ${formatCount(connectors.length, 'conector está ativo e já entregou', 'conectores estão ativos e já entregaram')} dados; ${whole(failing)} com erro.`,
    figures: [
      number('Ativos que entregaram', delivering),
      number('Com erro', failing),
      number('Conectores', connectors.length),
    ],
    table: tableOf(
      connectors.toSorted((a, b) => (b.errorRate ?? 0) - (a.errorRate ?? 0)),
      [
        ['Conector', ({ name }) => name],
        ['Estado', ({ status }) => connectorStates[status] ?? status],
        ['Razão', ({ statusReason }) => statusReason],
        ['Último êxito', ({ lastSuccess }) => lastSuccess, 'instant'],
        ['Registos', ({ recordsProcessed }) => recordsProcessed, 'number'],
      ],
    ),
  };
}

const connectorStates: Readonly<Record<string, string>> = {
  active: 'Ativo',
  inactive: 'Inativo',
  error: 'Com erro',
  disabled: 'Desativado',
};

const runStates: Readonly<Record<string, string>> = {
  queued: 'Em espera',
  running: 'A correr',
  waiting_provider: 'À espera do fornecedor',
  succeeded: 'Concluída',
  succeeded_with_rejects: 'Concluída, com rejeições',
  failed: 'Falhada',
  timed_out: 'Fora do tempo',
  cancelled: 'Cancelada',
};

export function runsDraft({ data, total }: DataOf<typeof listIngestRuns>): Draft {
  return {
    text: `Há ${formatCount(total, 'execução', 'execuções')} de conectores.`,
    figures: [number('Execuções', total)],
    table: tableOf(
      data,
      [
        ['Conector', ({ connectorName }) => connectorName],
        ['Fluxo', ({ stream }) => stream],
        ['Estado', ({ status }) => runStates[status] ?? status],
        ['Início', ({ startTime }) => startTime, 'instant'],
        ['Gravados', ({ recordsWritten }) => recordsWritten, 'number'],
        ['Rejeitados', ({ recordsRejected }) => recordsRejected, 'number'],
      ],
      total,
    ),
    empty: total === 0,
  };
}

export function qualityDraft(data: DataOf<typeof qualityReport>): Draft {
  const failing = data.rules.filter(({ passed }) => !passed);
  return {
    text: `A qualidade dos dados é ${percent(data.overall_score)}; ${formatCount(data.issues_detected, 'problema encontrado', 'problemas encontrados')}.`,
    figures: [
      number('Global', data.overall_score, '%'),
      number('Completude', data.data_completeness, '%'),
      number('Exatidão', data.accuracy_score, '%'),
      number('Atualidade', data.timeliness_score, '%'),
    ],
    table: tableOf(failing, [
      ['Conector', ({ connectorName }) => connectorName],
      ['Regra', ({ label }) => label],
      ['Avaliados', ({ evaluated }) => evaluated, 'number'],
      ['Falhados', ({ failing: count }) => count, 'number'],
    ]),
  };
}

const alertKinds = { info: 'Informação', warning: 'Aviso', error: 'Erro', critical: 'Crítico' } as const;

export function systemAlertsDraft({ data, total }: DataOf<typeof alertHistory>): Draft {
  const open = data.filter(({ resolvedAt }) => resolvedAt === null).length;
  return {
    text: `Há ${formatCount(total, 'alerta da plataforma', 'alertas da plataforma')} no registo; ${whole(open)} por resolver entre os últimos ${whole(data.length)}.`,
    figures: [number('Por resolver', open), number('No registo', total)],
    table: tableOf(
      data,
      [
        ['Instante', ({ timestamp }) => timestamp, 'instant'],
        ['Gravidade', ({ type }) => alertKinds[type]],
        ['Alerta', ({ title }) => title],
        ['Mensagem', ({ message }) => message],
        ['Resolvido', ({ resolvedAt }) => resolvedAt, 'instant'],
      ],
      total,
    ),
    empty: total === 0,
  };
}

const healthStates: Readonly<Record<string, string>> = {
  online: 'A funcionar',
  warning: 'Com avisos',
  offline: 'Parado',
};

export function healthDraft({ condition, components, uptime }: DataOf<typeof systemHealth>): Draft {
  return {
    text: condition.sentence,
    figures: [number('Componentes', components.length), number('Disponibilidade', uptime, '%')],
    table: tableOf(components, [
      ['Componente', ({ label }) => label],
      ['Estado', ({ status }) => healthStates[status] ?? status],
      ['Pormenor', ({ detail }) => detail],
      ['Verificado', ({ checked_at: at }) => at, 'instant'],
    ]),
  };
}

export function servicesDraft({ services }: DataOf<typeof servicesStatus>): Draft {
  const up = services.filter(({ status }) => status === 'online').length;
  return {
    text: `${whole(up)} de ${formatCount(services.length, 'serviço responde', 'serviços respondem')} sem avisos.`,
    figures: [number('Sem avisos', up), number('Serviços', services.length)],
    table: tableOf(
      services.toSorted((a, b) => Number(a.status === 'online') - Number(b.status === 'online')),
      [
        ['Serviço', ({ name }) => name],
        ['Estado', ({ status }) => healthStates[status] ?? status],
        ['Tempo de resposta', ({ responseTime }) => responseTime, 'number', 'ms'],
        ['Pormenor', ({ description }) => description],
      ],
    ),
  };
}

export function backupsDraft({ lastBackup, next, stats, rule }: DataOf<typeof backupOverview>): Draft {
  return {
    text:
      lastBackup === null
        ? `Ainda não há uma cópia de segurança.${next === null ? '' : ` A próxima está marcada para ${formatDate(next.at)}.`}`
        : `A última cópia é de ${formatDate(lastBackup.startTime)}; ${whole(stats.successful)} de ${whole(stats.total)} correram bem.`,
    figures: [
      instant('Última cópia', lastBackup?.endTime ?? null),
      instant('Próxima', next?.at ?? null),
      number('Cópias guardadas', stats.total),
      text('Regra 3-2-1 cumprida', rule.isMet ? 'Sim' : 'Não'),
    ],
  };
}

export function storageDraft({ totalSize, totalObjects, largest }: DataOf<typeof storageStats>): Draft {
  return {
    text: `O armazenamento tem ${formatBytes(totalSize)} em ${formatCount(totalObjects, 'objeto', 'objetos')}.`,
    figures: [number('Bytes', totalSize), number('Objetos', totalObjects)],
    table: tableOf(largest, [
      ['Área', ({ name }) => name],
      ['Espaço', ({ size }) => formatBytes(size)],
      ['Objetos', ({ objects }) => objects, 'number'],
    ]),
  };
}

export function jobsDraft(data: DataOf<typeof jobOutcomes>): Draft {
  return {
    text: `Nas últimas ${whole(data.hours)} horas terminaram bem ${formatCount(data.succeeded, 'tarefa', 'tarefas')} e falharam ${whole(data.failed)}; ${whole(data.running)} a correr.`,
    figures: [
      number('Terminadas', data.succeeded),
      number('Falhadas', data.failed),
      number('A correr', data.running),
      number('Em espera', data.queued),
    ],
  };
}

export function weekDraft(data: DataOf<typeof homeBriefing>): Draft {
  const rows = [
    { label: 'Temperatura da superfície', unit: '°C', ...data.temperature },
    { label: 'Anomalia', unit: '°C', ...data.anomaly },
    { label: 'Clorofila-a', unit: 'mg/m³', ...data.chlorophyll },
    { label: 'Embarcações', unit: '', ...data.vessels },
    { label: 'Variáveis do mar com dados', unit: '', current: data.data.current, previous: null },
  ];
  return {
    text: `A semana (${whole(data.days)} dias) ao lado da anterior: a água esteve a ${formatQuantity(data.temperature.current, '°C', { maxDecimals: 2 })}; antes, a ${formatQuantity(data.temperature.previous, '°C', { maxDecimals: 2 })}.`,
    table: tableOf(rows, [
      ['Medida', ({ label, unit }) => (unit === '' ? label : `${label} (${unit})`)],
      ['Esta semana', ({ current }) => current, 'number'],
      ['Semana anterior', ({ previous }) => previous, 'number'],
    ]),
  };
}

export function reportsDraft({ data, total }: DataOf<typeof reportsPage>): Draft {
  return {
    text: total === 0 ? 'Ainda não há relatórios.' : `Há ${formatCount(total, 'relatório', 'relatórios')}.`,
    figures: [number('Relatórios', total)],
    table: tableOf(
      data,
      [
        ['Nome', ({ name }) => name],
        ['Descrição', ({ description }) => description],
      ],
      total,
    ),
    empty: total === 0,
  };
}
