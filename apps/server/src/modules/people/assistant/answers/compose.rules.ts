import type { AnswerCard } from '@kianda/contract/people/assistant/assistant.contract';
import type { ToolName } from '@kianda/contract/people/assistant/tools';
import type { ToolAnswer } from '../tools/tool-call.service.ts';
import { requestLine } from '../tools/tool-schema.rules.ts';
import type { AnswerContext, Draft } from './card.types.ts';
import * as fleet from './fleet.answers.ts';
import * as life from './life.answers.ts';
import { plainDraft } from './plain.answers.ts';
import * as platform from './platform.answers.ts';
import * as sea from './sea.answers.ts';

// biome-ignore lint/suspicious/noExplicitAny: each takes the answer of its own endpoint.
type Compose = (data: any, context: AnswerContext) => Draft;

const composers: Partial<Record<ToolName, Compose>> = {
  mar_condicoes: sea.conditionsDraft,
  mar_campos: sea.fieldsDraft,
  mar_serie: sea.zeeSeriesDraft,
  mar_ponto: sea.pointDraft,
  mar_estacoes: sea.stationsDraft,
  mar_estacao_serie: sea.stationDraft,
  mar_estacoes_costeiras: sea.coastalDraft,
  mar_estacao_costeira_serie: sea.coastalSeriesDraft,
  mar_mares: sea.gaugesDraft,
  mar_mare_serie: sea.tideDraft,
  mar_perfis: sea.profilesDraft,
  mar_satelite: sea.satelliteDraft,
  mar_derivados: sea.derivedDraft,
  mar_derivado_serie: sea.derivedSeriesDraft,
  mar_ondas_de_calor: sea.heatwavesDraft,
  biodiversidade_resumo: life.biodiversityDraft,
  biodiversidade_especies: life.speciesDraft,
  biodiversidade_perfil: life.profileDraft,
  biodiversidade_rotas: life.tracksDraft,
  pesca_desembarques: life.landingsDraft,
  pesca_anual: life.yearlyDraft,
  pesca_zonas: life.zonesDraft,
  pesca_vedas: life.seasonsDraft,
  pesca_licencas: life.licencesDraft,
  embarcacoes_lista: fleet.vesselsDraft,
  embarcacoes_presenca: fleet.presenceDraft,
  embarcacoes_radar: fleet.radarDraft,
  embarcacoes_estruturas: fleet.structuresDraft,
  embarcacoes_seguranca: fleet.safetyDraft,
  vigilancia_alertas: fleet.alertsDraft,
  vigilancia_eventos: fleet.eventsDraft,
  vigilancia_areas: fleet.areasDraft,
  lugares_lista: platform.placesDraft,
  lugares_ficha: platform.placeDraft,
  limites_zee: platform.zeeDraft,
  limites_lista: platform.boundariesDraft,
  costa_analises: platform.coastDraft,
  biomassa: platform.biomassDraft,
  modelos_lista: platform.modelsDraft,
  modelos_deriva: platform.driftDraft,
  dados_conectores: platform.connectorsDraft,
  dados_execucoes: platform.runsDraft,
  dados_qualidade: platform.qualityDraft,
  plataforma_saude: platform.healthDraft,
  plataforma_servicos: platform.servicesDraft,
  plataforma_alertas: platform.systemAlertsDraft,
  plataforma_copias: platform.backupsDraft,
  plataforma_armazenamento: platform.storageDraft,
  plataforma_tarefas: platform.jobsDraft,
  plataforma_semana: platform.weekDraft,
  relatorios_lista: platform.reportsDraft,
};

/** Section of the console that shows the answers of a group of tools, where a tool has no other. */
const sectionsOfGroups: Readonly<Record<string, string>> = {
  mar: 'realtime-angola',
  biodiversidade: 'species',
  pesca: 'dashboard',
  embarcacoes: 'global-fishing-watch',
  vigilancia: 'global-fishing-watch',
  lugares: 'places',
  limites: 'maritime-limits',
  costa: 'coastline',
  biomassa: 'qgis-biomass-calculator',
  modelos: 'machine-learning',
  analises: 'qgis-spatial-analysis',
  dados: 'data-connectors',
  plataforma: 'system-health',
  relatorios: 'reports',
  mapas: 'maps',
  procura: 'home',
};

const sectionsOfTools: Readonly<Record<string, string>> = {
  mar_satelite: 'copernicus-monitoring',
  mar_copernicus: 'copernicus-monitoring',
  mar_perfis: 'copernicus-monitoring',
  mar_derivados: 'advanced-analysis',
  mar_derivado_serie: 'advanced-analysis',
  mar_ondas_de_calor: 'advanced-analysis',
  mar_campos: 'qgis-temporal-visualization',
  mar_temporal: 'qgis-temporal-visualization',
  pesca_zonas: 'zee-angola',
  pesca_vedas: 'global-fishing-watch',
  pesca_licencas: 'global-fishing-watch',
  limites_areas_protegidas: 'places',
  modelos_filtros: 'predictive-filters',
  dados_execucoes: 'data-ingestion',
  dados_qualidade: 'data-ingestion',
  plataforma_servicos: 'services-status',
  plataforma_alertas: 'auto-alerts',
  plataforma_copias: 'backup-security',
  plataforma_armazenamento: 'storage',
  plataforma_tarefas: 'async-processing',
  plataforma_semana: 'home',
};

/** The screen that proves an answer, with what its address can say of it. */
function linkOf(tool: string, args: AnswerContext['arguments']): AnswerCard['link'] {
  const section = sectionsOfTools[tool] ?? sectionsOfGroups[tool.split('_')[0] ?? ''];
  if (section === undefined) return null;
  const search: Record<string, string> = {};
  if (args.aphiaId !== undefined) search.taxon = String(args.aphiaId);
  if (tool === 'lugares_ficha') search.place = `${args.kind}/${args.id}`;
  return { section, search };
}

/** The card of an answer, and the sentence over it. */
export function cardOf(
  answer: ToolAnswer,
  context: AnswerContext,
): { readonly draft: Draft; readonly card: AnswerCard } {
  const { mark, data, provenance, missing } = answer;
  const made = (composers[mark.name] ?? plainDraft)(data, context);
  const draft =
    made.empty === true ? { ...made, text: made.text.replace(/^Há 0 ([^.]+).*$/s, 'Ainda não há $1.') } : made;
  return {
    draft,
    card: {
      tool: mark.name,
      title: mark.title,
      query: requestLine(mark.endpoint, context.arguments),
      arguments: { ...context.arguments },
      figures: [...(draft.figures ?? [])],
      chart: draft.chart ?? null,
      table: draft.table ?? null,
      provenance,
      missing: [
        ...(provenance.state === 'fallback' ? [provenance.reason] : []),
        ...new Set(Object.values(missing)),
      ].slice(0, 6),
      link: linkOf(mark.name, context.arguments),
    },
  };
}
