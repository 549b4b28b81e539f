import type { Endpoint } from '../../core/endpoint.ts';
import {
  listAlertGroups,
  listVesselAlerts,
  listVesselEvents,
  vesselAlertDetail,
} from '../../fleet/surveillance/alerts.contract.ts';
import { areaReport } from '../../fleet/surveillance/area-report.contract.ts';
import { listDistances } from '../../fleet/surveillance/distances.contract.ts';
import { vesselIdentity } from '../../fleet/surveillance/identity.contract.ts';
import { listAreas, listLicences, listSeasons } from '../../fleet/surveillance/registry.contract.ts';
import { fleetAt } from '../../fleet/vessels/fleet.contract.ts';
import { listVessels } from '../../fleet/vessels/list.contract.ts';
import { vesselTrack } from '../../fleet/vessels/positions.contract.ts';
import { listSafetyStations } from '../../fleet/vessels/safety.contract.ts';
import { fixedStructures, radarDetections, vesselPresence } from '../../fleet/vessels/vessels.contract.ts';
import { listConnectors, listIngestRuns } from '../../ingestion/connectors/connectors.contract.ts';
import { connectorManifest } from '../../ingestion/connectors/engine.contract.ts';
import { connectorLineage, qualityReport } from '../../ingestion/connectors/operations.contract.ts';
import { listFilters } from '../../models/filters/filters.contract.ts';
import { getModelDrift } from '../../models/registry/drift.contract.ts';
import { getModel, listModels } from '../../models/registry/models.contract.ts';
import { listStudies } from '../../models/studies/studies.contract.ts';
import { listMaps } from '../../open/maps/maps.contract.ts';
import { storageStats } from '../../open/storage/storage.contract.ts';
import { alertHistory } from '../../operations/alerts/casework.contract.ts';
import { backupOverview } from '../../operations/backups/backups.contract.ts';
import { servicesStatus, systemHealth } from '../../operations/health/health.contract.ts';
import { homeBriefing } from '../../operations/home/home.contract.ts';
import { reportDetail, reportsPage } from '../../operations/reports/reports.contract.ts';
import { search } from '../../operations/search/search.contract.ts';
import { jobOutcomes } from '../../operations/tasks/tasks.contract.ts';
import {
  biodiversitySummary,
  listOccurrences,
  listTaxa,
  taxonById,
} from '../../sea/biodiversity/biodiversity.contract.ts';
import { listSpecies, speciesProfile } from '../../sea/biodiversity/species.contract.ts';
import { measuredSpecies } from '../../sea/biodiversity/specimens.contract.ts';
import { listAnimalTracks } from '../../sea/biodiversity/tracks.contract.ts';
import { coastalAnalyses } from '../../sea/coast/coast.contract.ts';
import { fisheriesLandings, fisheriesStats } from '../../sea/fisheries/fisheries.contract.ts';
import { listFishingZones, listProtectedAreas, zeeBoundary } from '../../sea/geography/geography.contract.ts';
import { boundaryAtPoint, listBoundaries } from '../../sea/limits/limits.contract.ts';
import { coastalStationSeries, listCoastalStations } from '../../sea/ocean/coastal.contract.ts';
import { copernicusMonitoring } from '../../sea/ocean/copernicus.contract.ts';
import { derivedSeries, listDerived, marineHeatwaveEvents } from '../../sea/ocean/derived.contract.ts';
import {
  listFields,
  listStations,
  oceanographicData,
  pointSeries,
  satelliteData,
  stationSeries,
  zeeSeries,
} from '../../sea/ocean/ocean.contract.ts';
import {
  findProfile,
  listProducts,
  listProfiles,
  listTideGauges,
  tideGaugeSeries,
} from '../../sea/ocean/sources.contract.ts';
import { listPlaces, placeById } from '../../sea/places/places.contract.ts';
import { biomassOverview, listBiomassZones } from '../../space/biomass/biomass.contract.ts';
import { listAnalyses, spatialStats } from '../../space/spatial/analyses.contract.ts';
import { temporalSummary } from '../../space/temporal/temporal.contract.ts';

/**
 * Reads that the assistant and programs of the Model Context Protocol may use as tools, each under a name of the field,
 * Portuguese, the group before the first `_`. An endpoint is marked here only if it reads, its answer has bounds, and
 * nothing in it is of an account: its parameters, its permission and its summary are the tool's.
 */
const marked = [
  ['mar_condicoes', oceanographicData, 'Condições do mar agora'],
  ['mar_satelite_agora', satelliteData, 'Dados de satélite e modelo mais recentes'],
  ['mar_campos', listFields, 'Valores de uma variável sobre a ZEE, data a data'],
  ['mar_serie', zeeSeries, 'Série diária de uma variável sobre a ZEE'],
  ['mar_ponto', pointSeries, 'Valores e série num ponto do mar'],
  ['mar_estacoes', listStations, 'Estações de monitorização e ondas'],
  ['mar_estacao_serie', stationSeries, 'Série de uma estação de monitorização'],
  ['mar_estacoes_costeiras', listCoastalStations, 'Estações meteorológicas da costa'],
  ['mar_estacao_costeira_serie', coastalStationSeries, 'Série de uma estação meteorológica'],
  ['mar_mares', listTideGauges, 'Marégrafos e nível do mar'],
  ['mar_mare_serie', tideGaugeSeries, 'Nível do mar num marégrafo'],
  ['mar_perfis', listProfiles, 'Perfis das boias Argo'],
  ['mar_perfil', findProfile, 'Um perfil, nível a nível'],
  ['mar_satelite', listProducts, 'Produtos de satélite'],
  ['mar_derivados', listDerived, 'Produtos oceânicos derivados'],
  ['mar_derivado_serie', derivedSeries, 'Série de um produto derivado'],
  ['mar_ondas_de_calor', marineHeatwaveEvents, 'Ondas de calor marinhas'],
  ['mar_temporal', temporalSummary, 'Período e variáveis da visualização temporal'],
  ['mar_copernicus', copernicusMonitoring, 'Frescura e cobertura do Copernicus'],
  ['biodiversidade_resumo', biodiversitySummary, 'Espécies e ocorrências registadas'],
  ['biodiversidade_especies', listSpecies, 'Espécies registadas'],
  ['biodiversidade_taxa', listTaxa, 'Taxa por nome científico ou comum'],
  ['biodiversidade_taxon', taxonById, 'Um taxon por inteiro'],
  ['biodiversidade_perfil', speciesProfile, 'Onde, quando e a que profundidade se registou uma espécie'],
  ['biodiversidade_ocorrencias', listOccurrences, 'Ocorrências dentro de uma caixa'],
  ['biodiversidade_exemplares', measuredSpecies, 'Exemplares medidos por espécie'],
  ['biodiversidade_rotas', listAnimalTracks, 'Rotas de animais marcados'],
  ['pesca_desembarques', fisheriesLandings, 'Desembarques por espécie, porto e mês'],
  ['pesca_anual', fisheriesStats, 'Capturas anuais (FAO)'],
  ['pesca_zonas', listFishingZones, 'Zonas de pesca e presença nelas'],
  ['pesca_vedas', listSeasons, 'Períodos de veda'],
  ['pesca_licencas', listLicences, 'Licenças de pesca'],
  ['embarcacoes_lista', listVessels, 'Embarcações e última posição'],
  ['embarcacoes_trajeto', vesselTrack, 'Trajeto de uma embarcação'],
  ['embarcacoes_frota', fleetAt, 'A frota num instante'],
  ['embarcacoes_presenca', vesselPresence, 'Presença de embarcações na ZEE'],
  ['embarcacoes_radar', radarDetections, 'Embarcações detetadas por radar, sem AIS'],
  ['embarcacoes_estruturas', fixedStructures, 'Estruturas fixas no mar'],
  ['embarcacoes_seguranca', listSafetyStations, 'Sinais de socorro e textos de segurança'],
  ['vigilancia_alertas', listVesselAlerts, 'Alertas de embarcações'],
  ['vigilancia_alerta', vesselAlertDetail, 'Um alerta com o seu evento'],
  ['vigilancia_embarcacoes', listAlertGroups, 'Embarcações com mais alertas'],
  ['vigilancia_eventos', listVesselEvents, 'Encontros, silêncios, escalas e pesca'],
  ['vigilancia_areas', listAreas, 'Áreas vigiadas e violações'],
  ['vigilancia_area_relatorio', areaReport, 'Relatório de uma área vigiada'],
  ['vigilancia_identidade', vesselIdentity, 'Identidade e licenças de uma embarcação'],
  ['vigilancia_distancias', listDistances, 'Distâncias mínimas à costa'],
  ['lugares_lista', listPlaces, 'Portos, áreas e estações'],
  ['lugares_ficha', placeById, 'Um lugar por inteiro'],
  ['limites_zee', zeeBoundary, 'A ZEE e a sua área'],
  ['limites_lista', listBoundaries, 'Limites marítimos, com área e fundamento'],
  ['limites_ponto', boundaryAtPoint, 'Zonas em que está um ponto'],
  ['limites_areas_protegidas', listProtectedAreas, 'Áreas protegidas'],
  ['costa_analises', coastalAnalyses, 'Troços da costa e erosão'],
  ['biomassa', biomassOverview, 'Biomassa do último cálculo'],
  ['biomassa_zonas', listBiomassZones, 'Zonas do cálculo da biomassa'],
  ['modelos_lista', listModels, 'Modelos e a sua precisão'],
  ['modelos_modelo', getModel, 'Um modelo, versões e treinos'],
  ['modelos_deriva', getModelDrift, 'Deriva de um modelo'],
  ['modelos_filtros', listFilters, 'Filtros preditivos'],
  ['modelos_estudos', listStudies, 'Estudos de distribuição de espécies'],
  ['analises_lista', listAnalyses, 'Análises espaciais'],
  ['analises_numeros', spatialStats, 'Análises espaciais em números'],
  ['dados_conectores', listConnectors, 'Conectores e o seu estado'],
  ['dados_conector', connectorManifest, 'Ficha de um conector'],
  ['dados_execucoes', listIngestRuns, 'Execuções de conectores'],
  ['dados_qualidade', qualityReport, 'Qualidade dos dados'],
  ['dados_linhagem', connectorLineage, 'Linhagem dos dados de um conector'],
  ['plataforma_saude', systemHealth, 'Saúde do sistema'],
  ['plataforma_servicos', servicesStatus, 'Estado dos serviços'],
  ['plataforma_alertas', alertHistory, 'Alertas da plataforma'],
  ['plataforma_copias', backupOverview, 'Cópias de segurança'],
  ['plataforma_armazenamento', storageStats, 'Espaço ocupado'],
  ['plataforma_tarefas', jobOutcomes, 'Tarefas em segundo plano'],
  ['plataforma_semana', homeBriefing, 'A semana em cinco valores'],
  ['relatorios_lista', reportsPage, 'Relatórios gerados'],
  ['relatorios_relatorio', reportDetail, 'Um relatório'],
  ['mapas_lista', listMaps, 'Mapas guardados'],
  ['procura', search, 'Procura por nome'],
] as const satisfies readonly (readonly [name: string, endpoint: Endpoint, title: string])[];

export type ToolName = (typeof marked)[number][0];

export type ToolMark = { readonly name: ToolName; readonly title: string; readonly endpoint: Endpoint };

/** Every tool, in the order of its group. */
export const toolMarks: readonly ToolMark[] = marked.map(([name, endpoint, title]) => ({ name, endpoint, title }));

const byName = new Map<string, ToolMark>(toolMarks.map((mark) => [mark.name, mark]));

/** The tool of a name; undefined for none. */
export const toolNamed = (name: string): ToolMark | undefined => byName.get(name);
