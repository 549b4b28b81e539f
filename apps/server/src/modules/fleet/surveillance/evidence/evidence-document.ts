import { type Provenance, worstProvenance } from '@kianda/contract';
import { alertRules, alertStates } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { evidenceHours } from '@kianda/contract/fleet/surveillance/evidence.contract';
import { formatClock } from '@kianda/format';
import { type Bbox, hourMs, type Position, ports } from '@kianda/geo';
import { gearKianda } from '@kianda/science/vessels/presets';
import {
  type Block,
  type Fact,
  figure,
  type MapBlock,
  type MapPoint,
  type PlatformDocument,
  place,
  shortInstant,
} from '../../../../platform/documents/index.ts';
import { geometryOf } from '../registry/areas.service.ts';
import { namelessShip } from '../ship-label.rules.ts';
import type { AlertRow, AreaRow, StepRow } from '../surveillance.tables.ts';
import { eventFacts, eventLabels } from './event-words.ts';
import { type Evidence, type TrackAnswer, vesselNameOf } from './evidence.types.ts';
import { vesselBlocks } from './vessel-blocks.ts';

/** Times written along a side of the map. */
const mostTimeMarks = 10;

const severityWords = { high: 'Alta', medium: 'Média', low: 'Baixa' } as const;
const platformSource = 'Kianda (registo e deteção próprios)';

/** The dossier of an alert for a court: the event, its vessels, the rule, and each step that people took since. */
export function evidenceDocument(evidence: Evidence): PlatformDocument {
  const { alert, tracks, simulatedSeed, nowMs } = evidence;
  const area = evidence.areas.find(({ id }) => id === alert.area_id);
  const ownProvenance: Provenance = {
    state: 'live',
    source: platformSource,
    observedAt: alert.updated_at.toISOString(),
    retrievedAt: new Date(nowMs).toISOString(),
  };
  // A finding in simulated positions is simulated.
  const found: Provenance =
    simulatedSeed === null ? ownProvenance : { ...ownProvenance, state: 'simulated', seed: simulatedSeed };
  const worst = worstProvenance([found, ...tracks.map(({ provenance }) => provenance)]);
  const licences = [...evidence.licences.values()].flat();
  const licenceSeed = licences.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
  const registry: Provenance =
    licenceSeed === null ? ownProvenance : { ...ownProvenance, state: 'simulated', seed: licenceSeed };
  return {
    title: 'Dossiê de evidência',
    subtitle: `${alertRules[alert.rule]} · ${shortInstant(alert.event_at.getTime())}`,
    subject: `Alerta de vigilância ${alert.id}`,
    keywords: ['vigilância', 'ZEE de Angola', alertRules[alert.rule]],
    author: evidence.author,
    createdMs: nowMs,
    facts: alertFacts(evidence, area),
    blocks: [
      { kind: 'paragraph', text: alert.description },
      ...(alert.simulated
        ? [
            {
              kind: 'paragraph',
              tone: 'warning',
              text: 'As embarcações deste alerta são de um simulador: este dossiê não prova nada.',
            } as const,
          ]
        : []),
      ...mapOf(evidence, area),
      ...eventBlocks(evidence),
      ...tracks.flatMap((track) => vesselBlocks(evidence, track)),
      ...stepBlocks(evidence),
      ...auditBlocks(evidence),
    ],
    provenance: [
      ...tracks.map(({ data, provenance }) => ({ label: `Posições de ${vesselNameOf(data.vessel)}`, provenance })),
      { label: 'Alerta e acontecimentos', provenance: worst },
      { label: 'Percurso do alerta', provenance: ownProvenance },
      { label: 'Licenças e áreas', provenance: { ...registry, source: 'Registo nacional na plataforma' } },
    ],
    licences: [
      'Linha de costa: Natural Earth 1:10m (domínio público). ZEE: aproximação de trabalho; não representa limites legais.',
      'Definições dos acontecimentos: Global Fishing Watch (limiares publicados, com o nome indicado em «Limiares»).',
    ],
    citations: [`Kianda (${new Date(nowMs).getUTCFullYear()}). Dossiê de evidência do alerta ${alert.id}.`],
  };
}

function alertFacts({ alert, tracks, author }: Evidence, area: AreaRow | undefined): Fact[] {
  return [
    ['Alerta', alert.id],
    ['Regra', alertRules[alert.rule]],
    // The criterion stands here, and not in the alert's sentence: nobody reads a name of thresholds there.
    ...(alert.rule === 'gear_not_allowed' ? [['Critério da arte', gearKianda.id] as const] : []),
    ['Gravidade', severityWords[alert.severity]],
    ['Estado', alertStates[alert.state]],
    ['Início', shortInstant(alert.event_at.getTime())],
    ['Última observação', shortInstant(alert.last_at.getTime())],
    ['Lançado', shortInstant(alert.raised_at.getTime())],
    [
      'Posição',
      alert.lon === null || alert.lat === null ? 'Localização não disponível' : place([alert.lon, alert.lat]),
    ],
    ['Área', alert.area_id === null ? 'Nenhuma' : (area?.name ?? 'Área eliminada')],
    ['Embarcações', tracks.map(({ data }) => vesselNameOf(data.vessel)).join('; ')],
    ['Responsável', alert.assignee_name ?? 'Ninguém'],
    ['Prazo', alert.due_at === null ? '—' : shortInstant(alert.due_at.getTime())],
    ['Dossiê pedido por', author],
  ];
}

function mapOf({ alert, tracks, events, areas, fromMs, toMs }: Evidence, area: AreaRow | undefined): Block[] {
  const seen = tracks.flatMap(({ data }) => data.points.map(({ lon, lat }): Position => [lon, lat]));
  const at: Position | null = alert.lon === null || alert.lat === null ? null : [alert.lon, alert.lat];
  const bbox = boxOf(at === null ? seen : [...seen, at]);
  if (bbox === null)
    return [{ kind: 'paragraph', tone: 'note', text: 'Sem posições guardadas à volta do acontecimento: não há mapa.' }];
  const others = events.filter(({ key }) => key !== alert.event_key);
  const map: MapBlock = {
    kind: 'map',
    title: `Trajetos de ${shortInstant(fromMs)} a ${shortInstant(toMs)} (círculo aberto: início; cheio: fim; horas de Luanda)`,
    alt: `Mapa dos trajetos de ${tracks.map(({ data }) => vesselNameOf(data.vessel)).join(' e ')} à volta do acontecimento.`,
    bbox,
    areas: areas
      .filter((row) => row.is_monitored || row.id === alert.area_id)
      .map((row) => ({ name: row.name, geometry: geometryOf(row), isFocus: row.id === area?.id })),
    tracks: tracks.map(({ data }) => ({
      name: vesselNameOf(data.vessel),
      points: data.points.map(({ lon, lat, time }) => ({ position: [lon, lat], timeMs: Date.parse(time) })),
    })),
    points: [
      ...ports.map(({ position, name }) => ({ position, label: name, symbol: 'square' as const })),
      ...others.map(({ lon, lat }) => ({ position: [lon, lat] as const, label: '', symbol: 'cross' as const })),
      ...tracks.flatMap(({ data }) => timeMarks(data.points, bbox)),
      ...(at === null ? [] : [{ position: at, label: alertRules[alert.rule], symbol: 'triangle' as const }]),
    ],
    symbols: [
      ...(at === null ? [] : [{ symbol: 'triangle' as const, label: 'Lugar do alerta' }]),
      ...(others.length === 0 ? [] : [{ symbol: 'cross' as const, label: 'Outros acontecimentos' }]),
      { symbol: 'square', label: 'Portos' },
    ],
  };
  return [{ kind: 'heading', level: 1, text: `Mapa, ±${evidenceHours} h` }, map];
}

/** Times beside positions of a track that are far enough apart on the map to be read, from its first on. */
export function timeMarks(points: TrackAnswer['data']['points'], [west, south, east, north]: Bbox): MapPoint[] {
  const apart = Math.max(east - west, north - south) / mostTimeMarks;
  const marked: TrackAnswer['data']['points'] = [];
  for (const point of points) {
    if (marked.every(({ lon, lat }) => Math.hypot(lon - point.lon, lat - point.lat) >= apart)) marked.push(point);
  }
  return marked.map(({ lon, lat, time }) => ({
    position: [lon, lat],
    label: formatClock(time).slice(0, 5),
    symbol: 'circle',
    size: 1.5,
  }));
}

/** Box of positions with a margin; null where there is none. */
function boxOf(positions: readonly Position[]): Bbox | null {
  if (positions.length === 0) return null;
  const lons = positions.map(([lon]) => lon);
  const lats = positions.map(([, lat]) => lat);
  const box = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)] as const;
  const margin = Math.max(box[2] - box[0], box[3] - box[1], 0.2) * 0.1;
  return [box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin];
}

function eventBlocks({ event, events, alert, tracks, nowMs }: Evidence): Block[] {
  const names = new Map(tracks.map(({ data }) => [data.vessel.id, vesselNameOf(data.vessel)]));
  const others = events.filter(({ key }) => key !== alert.event_key);
  return [
    { kind: 'heading', level: 1, text: 'Acontecimento' },
    event === null
      ? { kind: 'paragraph', text: 'Esta regra olha para a embarcação, e não para um acontecimento do seu trajeto.' }
      : { kind: 'facts', items: eventFacts(event, nowMs) },
    {
      kind: 'table',
      caption: `Outros acontecimentos destas embarcações, ±${evidenceHours} h`,
      columns: [
        { label: 'Tipo', share: 3 },
        { label: 'Embarcações', share: 4 },
        { label: 'Início', share: 3 },
        { label: 'Fim', share: 3 },
        { label: 'Posição', share: 4 },
      ],
      rows: others.map((row) => [
        eventLabels[row.kind],
        row.ship_ids.map((id) => names.get(id) ?? namelessShip).join('; '),
        shortInstant(row.started_at.getTime()),
        row.ended_at === null ? 'decorre' : shortInstant(row.ended_at.getTime()),
        place([row.lon, row.lat]),
      ]),
      empty: 'Nenhum.',
    },
  ];
}

function stepBlocks({ steps }: Evidence): Block[] {
  const word = (state: StepRow['to_state']) => (state === null ? '' : alertStates[state]);
  return [
    { kind: 'heading', level: 1, text: 'Percurso do alerta' },
    {
      kind: 'table',
      caption: 'Cada passo, por quem e quando',
      columns: [
        { label: 'N.º', share: 1, align: 'right' },
        { label: 'Quando', share: 3 },
        { label: 'Quem', share: 3 },
        { label: 'Passo', share: 4 },
        { label: 'Nota', share: 6 },
      ],
      rows: steps.map(({ seq, at, actor, from_state, to_state, note }) => [
        String(seq),
        shortInstant(at.getTime()),
        actor,
        to_state === null ? 'Nota' : from_state === null ? word(to_state) : `${word(from_state)} → ${word(to_state)}`,
        note === '' ? '—' : note,
      ]),
      empty: 'Sem passos.',
    },
  ];
}

function auditBlocks({ head, alert }: Evidence): Block[] {
  return [
    { kind: 'heading', level: 1, text: 'Cadeia de auditoria' },
    {
      kind: 'facts',
      items:
        head === null
          ? [['Cadeia', 'Ainda sem registos quando este dossiê foi gerado']]
          : [
              ['Último registo', `n.º ${figure(head.seq, 0)}`],
              ['Soma encadeada', head.hash],
            ],
    },
    {
      kind: 'paragraph',
      tone: 'note',
      text: `A emissão deste dossiê fica registada logo a seguir, como «Exportação de dados» do recurso vessel-alert/${alert.id}, com o SHA-256 do ficheiro: quem tenha o ficheiro pode provar que é o emitido.`,
    },
  ];
}

/** Window of tracks around an alert's event, of the past alone. */
export function windowOf(
  { event_at, event_ended_at, last_at }: AlertRow,
  nowMs: number,
): { fromMs: number; toMs: number } {
  const endMs = Math.max((event_ended_at ?? last_at).getTime(), event_at.getTime());
  return {
    fromMs: event_at.getTime() - evidenceHours * hourMs,
    toMs: Math.max(endMs, Math.min(endMs + evidenceHours * hourMs, nowMs)),
  };
}
