import type { ErrorWire, ProfileWire } from '@kianda/connectors/argo/wire';
import { dayMs, pointInPolygon } from '@kianda/geo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type FloatProfile, profileById, profilesBetween } from './floats.ts';
import { createLimiter } from './limits.ts';
import { type ProfileRequest, parseRequest, type Query, RequestError } from './request.ts';

const NONE = 'Not found: No matching results found in database.';
const TOO_LARGE =
  'The temporospatial extent of your request is very large and likely to crash our API. Please request a smaller region or shorter timespan, or both.';
/** Profiles of the first floats anywhere. */
const OLDEST_MS = Date.UTC(1997, 6, 28);

type ArgovisRequest = FastifyRequest<{ Querystring: Query }>;

/** Argovis below `/argovis`: profiles and their metadata. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const limit = createLimiter();

  /** Spends the caller's tokens; false once a refusal was sent. */
  function pays(request: ArgovisRequest, reply: FastifyReply, degreeDays: number | null): boolean {
    const key = String(request.headers['x-argokey'] ?? 'guest');
    const verdict = limit(key, degreeDays, clock());
    if (verdict === 'ok') return true;
    if (verdict === 'too-large') refuse(reply, { code: 413, message: TOO_LARGE });
    else {
      const { waitSeconds, costSeconds } = verdict;
      const message = `You have temporarily exceeded your API request limit. You will be able to issue another request in ${waitSeconds} seconds. Long term, requests like the one you just made can be made every ${costSeconds} seconds.`;
      refuse(reply, { code: 429, delay: [waitSeconds, costSeconds], message });
    }
    return false;
  }

  app.get<{ Querystring: Query }>('/argovis/argo', async (request, reply) => {
    try {
      const wanted = parseRequest(request.query);
      if (!pays(request, reply, wanted.id === null ? degreeDaysOf(wanted, clock()) : null)) return reply;
      const found = select(wanted);
      if (found.length === 0) return refuse(reply, { code: 404, message: NONE });
      return send(
        reply,
        found.map((profile) => document(profile, wanted.columns)),
      );
    } catch (error) {
      if (error instanceof RequestError) return refuse(reply, { code: 400, message: error.message });
      throw error;
    }
  });

  app.get<{ Querystring: Query }>('/argovis/argo/meta', async (request, reply) => {
    if (!pays(request, reply, null)) return reply;
    const id = String(request.query.id ?? '');
    const platform = /^(\d+)_m\d+$/.exec(id)?.[1];
    const known = profilesBetween(world, 0, clock(), clock()).find((profile) => profile.platform === platform);
    if (known === undefined) return refuse(reply, { code: 404, message: NONE });
    return send(reply, [{ _id: id, platform: known.platform, platform_type: 'APEX', data_center: 'SIM' }]);
  });

  app.get('/argovis/*', async (_request, reply) => refuse(reply, { code: 404, message: 'not found' }));

  function select(wanted: ProfileRequest): FloatProfile[] {
    if (wanted.id !== null) {
      const profile = profileById(world, wanted.id, clock());
      return profile === null ? [] : [profile];
    }
    const { ring, platform } = wanted;
    const found = profilesBetween(world, wanted.startMs ?? OLDEST_MS, wanted.endMs ?? clock(), clock())
      .filter((profile) => platform === null || profile.platform === platform)
      .filter(({ lon, lat }) => ring === null || pointInPolygon([lon, lat], { type: 'Polygon', coordinates: [ring] }));
    return wanted.mostRecent === null ? found : found.slice(-wanted.mostRecent);
  }
}

function degreeDaysOf(wanted: ProfileRequest, nowMs: number): number {
  const days = ((wanted.endMs ?? nowMs) - (wanted.startMs ?? OLDEST_MS)) / dayMs;
  return wanted.squareDegrees * Math.max(0, days);
}

const units: Readonly<Record<string, string | null>> = {
  pressure: 'decibar',
  temperature: 'degree_Celsius',
  salinity: 'psu',
  pressure_argoqc: null,
  temperature_argoqc: null,
  salinity_argoqc: null,
};

function document(profile: FloatProfile, wanted: readonly string[] | null): ProfileWire {
  const columns = wanted?.includes('all') ? Object.keys(units) : (wanted ?? []).filter((name) => name in units);
  const file = `${profile.dataMode === 'D' ? 'D' : 'R'}${profile.id}.nc`;
  const updated = new Date(profile.updatedMs).toISOString();
  return {
    _id: profile.id,
    geolocation: { type: 'Point', coordinates: [profile.lon, profile.lat] },
    geolocation_argoqc: 1,
    timestamp: new Date(profile.timeMs).toISOString(),
    timestamp_argoqc: 1,
    date_updated_argovis: updated,
    cycle_number: profile.cycle,
    profile_direction: 'A',
    source: [
      {
        source: ['argo_core'],
        url: `ftp://ftp.ifremer.fr/ifremer/argo/dac/simulado/${profile.platform}/profiles/${file}`,
      },
    ],
    metadata: [`${profile.platform}_m0`],
    data: columns.map((name) => profile.levels.map((level) => cellOf(name, level))),
    data_info: [columns, ['units', 'data_keys_mode'], columns.map((name) => [units[name] ?? null, profile.dataMode])],
    data_warning: [],
  };
}

function cellOf(name: string, level: FloatProfile['levels'][number]): number {
  if (name.endsWith('_argoqc')) return name.startsWith('pressure') ? 1 : level.qc;
  if (name === 'pressure') return level.pressure;
  return name === 'temperature' ? level.temperature : level.salinity;
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function refuse(reply: FastifyReply, error: ErrorWire): FastifyReply {
  return send(reply.code(error.code), error);
}

export const argovis: Provider = { name: 'argovis', routes };
