import { formatPlainInstant } from '@kianda/format';
import { countriesOfMmsi } from '@kianda/science/vessels/flag-of-mmsi';
import { type Block, figure, shortDate } from '../../../../platform/documents/index.ts';
import type { GearClaimRow } from '../../vessels/index.ts';
import type { LicenceRow } from '../surveillance.tables.ts';
import { type Evidence, type TrackAnswer, vesselNameOf } from './evidence.types.ts';

/** Rows of a table of positions: those of a vessel heard every twelve seconds for two days would be four hundred pages. */
const mostPositions = 5_000;

/** Identity, licences, gears and positions of a vessel of the alert. */
export function vesselBlocks({ licences, registryIsEmpty, gears }: Evidence, { data }: TrackAnswer): Block[] {
  const { vessel } = data;
  return [
    { kind: 'heading', level: 1, text: `Embarcação: ${vesselNameOf(vessel)}` },
    {
      kind: 'facts',
      items: [
        ['MMSI', vessel.mmsi?.toString().padStart(9, '0') ?? '—'],
        ['IMO', vessel.imo ?? '—'],
        ['Indicativo', vessel.callsign ?? '—'],
        ['Bandeira', flagOf(vessel)],
        ['Matrícula', vessel.registration ?? '—'],
        ['Comprimento', vessel.lengthMeters === null ? '—' : `${figure(vessel.lengthMeters)} m`],
      ],
    },
    identityTable(data),
    licenceTable(licences.get(vessel.id) ?? [], registryIsEmpty),
    gearTable(gears.get(vessel.id) ?? []),
    positionTable(data),
  ];
}

type TrackData = TrackAnswer['data'];

/** The flag that the vessel reports, else that of the provider or the country that its MMSI is of, which is said. */
function flagOf({ flag, flagSource, mmsi }: TrackData['vessel']): string {
  if (flag !== null && flagSource === 'reported') return flag;
  if (flag !== null && flagSource === 'provider') return `${flag} (segundo a Global Fishing Watch; não transmitida)`;
  const countries = mmsi === null ? [] : countriesOfMmsi(mmsi.toString().padStart(9, '0'));
  return countries.length === 0 ? '—' : `${countries.join(' ou ')} (pelo MMSI; não transmitida)`;
}

const identityTable = ({ identities }: TrackData): Block => ({
  kind: 'table',
  caption: 'Identidades transmitidas, por fonte e período',
  columns: [
    { label: 'Fonte', share: 3 },
    { label: 'De', share: 2 },
    { label: 'Até', share: 2 },
    { label: 'Nome', share: 3 },
    { label: 'Indicativo', share: 2 },
    { label: 'IMO', share: 2 },
    { label: 'Bandeira', share: 2 },
  ],
  rows: identities.map((period) => [
    period.source,
    shortDate(Date.parse(period.from)),
    shortDate(Date.parse(period.to)),
    period.name ?? '—',
    period.callsign ?? '—',
    period.imo ?? '—',
    period.flag ?? '—',
  ]),
  empty: 'A embarcação não transmitiu a sua identidade.',
});

const licenceTable = (licences: readonly LicenceRow[], registryIsEmpty: boolean): Block => ({
  kind: 'table',
  caption: 'Licenças no registo nacional',
  columns: [
    { label: 'Número', share: 2 },
    { label: 'Titular', share: 3 },
    { label: 'Artes', share: 3 },
    { label: 'Válida de', share: 2 },
    { label: 'Até', share: 2 },
    { label: 'Suspensa', share: 3 },
    { label: 'Fonte', share: 3 },
  ],
  rows: licences.map((row) => [
    row.number,
    row.holder ?? '—',
    row.gears.join(', '),
    shortDate(Date.parse(row.valid_from)),
    shortDate(Date.parse(row.valid_to)),
    suspensionsText(row),
    row.source,
  ]),
  empty: registryIsEmpty
    ? 'O registo nacional na plataforma está vazio: não diz nada desta embarcação.'
    : 'Nenhuma licença do registo tem o MMSI, o IMO, o indicativo ou a matrícula desta embarcação.',
});

const gearTable = (claims: readonly GearClaimRow[]): Block => ({
  kind: 'table',
  caption: 'Artes de pesca segundo outras fontes',
  columns: [
    { label: 'Fonte', share: 4 },
    { label: 'Arte, como a fonte a escreve', share: 4 },
    { label: 'De', share: 2 },
    { label: 'Até', share: 2 },
  ],
  rows: claims.map(({ source, gear, from_at, to_at }) => [
    source,
    gear,
    from_at === null ? '—' : shortDate(from_at.getTime()),
    to_at === null ? '—' : shortDate(to_at.getTime()),
  ]),
  empty: 'Nenhuma outra fonte diz com que arte pesca.',
});

function positionTable(data: TrackData): Block {
  const { points, recorded, truncated } = data;
  const every = Math.max(1, Math.ceil(points.length / mostPositions));
  const stored = `${figure(recorded, 0)} guardadas${truncated ? ', as mais recentes do período' : ''}`;
  return {
    kind: 'table',
    caption:
      every === 1
        ? `Posições: todas as ${stored}, tal como recebidas (WGS 84, graus decimais)`
        : `Posições: uma em cada ${every} das ${stored} (WGS 84, graus decimais)`,
    columns: [
      { label: 'Instante (UTC)', share: 6 },
      { label: 'Hora de Luanda', share: 6 },
      { label: 'Latitude (°)', share: 4, align: 'right' },
      { label: 'Longitude (°)', share: 4, align: 'right' },
      { label: 'Nós', share: 2, align: 'right' },
      { label: 'Rumo (°)', share: 3, align: 'right' },
      { label: 'Estação', share: 5 },
    ],
    rows: points
      .filter((_, index) => index % every === 0 || index === points.length - 1)
      .map((point) => [
        formatPlainInstant(point.time, 'UTC', true),
        formatPlainInstant(point.time, 'Africa/Luanda', true),
        figure(point.lat, 5, 5),
        figure(point.lon, 5, 5),
        figure(point.speedKnots),
        figure(point.courseDegrees, 0),
        point.sources.join(', '),
      ]),
    empty: 'Sem posições guardadas neste período.',
  };
}

function suspensionsText({ suspensions }: LicenceRow): string {
  const day = (date: string) => shortDate(Date.parse(date));
  const texts = suspensions.map(({ from, to, reason }) => {
    const days = to === null ? `desde ${day(from)}` : `${day(from)} a ${day(to)}`;
    return reason === '' ? days : `${days}: ${reason}`;
  });
  return texts.length === 0 ? '—' : texts.join('; ');
}
