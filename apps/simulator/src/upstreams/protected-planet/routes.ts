import type { SiteWire } from '@kianda/connectors/protected-planet/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { gisAreaKm2, type SiteSeed, siteGeometry, siteSeeds } from './sites.ts';

type Query = Readonly<Record<string, string | undefined>>;

const mostPerPage = 50;

/** Protected Planet API v4 below `/protected-planet/v4`: a token for everything, pages without a promise of order. */
export function routes(app: FastifyInstance, { world }: ProviderDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    const { token: inAddress } = request.query as Query;
    if (inAddress !== undefined) {
      reply.header('deprecation', 'true');
      reply.header('warning', '299 - "Token authentication via query parameter is deprecated"');
    }
    const token = tokenOf(request);
    if (token !== '' && token !== 'invalid') return undefined;
    return send(reply.code(401), { error: 'Unauthorized. Invalid or expired token.' });
  });

  const list = async (
    found: readonly SiteSeed[],
    request: FastifyRequest<{ Querystring: Query }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { query } = request;
    const page = integerOf(query.page ?? '1');
    const perPage = integerOf(query.per_page ?? '25');
    if (page === null || perPage === null || perPage > mostPerPage)
      return send(reply.code(400), { error: 'per_page must be less than or equal 50' });
    const geometry = query.with_geometry === 'true';
    reply.header('x-total', found.length).header('x-page', page).header('x-per-page', perPage);
    reply.header('x-total-pages', Math.max(1, Math.ceil(found.length / perPage)));
    const rows = found.slice((page - 1) * perPage, page * perPage);
    return send(reply, { protected_areas: rows.map((site) => siteBody(site, world.seed, geometry, tokenOf(request))) });
  };

  app.get<{ Querystring: Query }>('/protected-planet/v4/protected_areas', async (request, reply) =>
    list(siteSeeds, request, reply),
  );

  app.get<{ Querystring: Query }>('/protected-planet/v4/protected_areas/search', async (request, reply) => {
    const { query } = request;
    const filters = [
      'country',
      'marine',
      'is_green_list',
      'designation',
      'jurisdiction',
      'governance',
      'iucn_category',
    ];
    if (filters.every((name) => query[name] === undefined))
      return send(reply.code(400), {
        error: `${filters.join(', ')} are missing, at least one parameter must be provided`,
      });
    const found = siteSeeds.filter(
      ({ marine, designationId }) =>
        (query.country ?? 'AGO').toUpperCase() === 'AGO' &&
        (query.marine === undefined || (query.marine === 'true') === marine) &&
        (query.designation === undefined || query.designation === String(designationId)),
    );
    return list(found, request, reply);
  });

  app.get<{ Params: { id: string }; Querystring: Query }>(
    '/protected-planet/v4/protected_areas/:id',
    async (request, reply) => {
      const { params, query } = request;
      const found = siteSeeds.find(({ siteId }) => String(siteId) === params.id);
      if (found === undefined) return send(reply.code(404), { error: 'not_found' });
      const geometry = query.with_geometry !== 'false';
      return send(reply, { protected_area: siteBody(found, world.seed, geometry, tokenOf(request)) });
    },
  );

  app.get('/protected-planet/*', async (_request, reply) => send(reply.code(404), { error: 'not_found' }));
}

/** The bearer token, or the deprecated one in the address; empty without any. */
function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as Query;
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? token ?? '';
}

function siteBody(site: SiteSeed, seed: number, withGeometry: boolean, token: string): SiteWire {
  const geometry = siteGeometry(site, seed);
  const gis = gisAreaKm2(geometry);
  return {
    name_english: site.nameEnglish,
    name: site.name,
    site_id: site.siteId,
    site_pid: String(site.siteId),
    gis_area: (gis ?? 0).toFixed(6),
    gis_marine_area: (site.marine ? (gis ?? 0) : 0).toFixed(6),
    parent_iso3: 'AGO',
    site_type: 'pa',
    links: { protected_planet: `https://www.protectedplanet.net/${site.siteId}` },
    marine: site.marine,
    reported_area: site.reportedKm2.toFixed(3),
    reported_marine_area: (site.marine ? site.reportedKm2 : 0).toFixed(3),
    is_oecm: false,
    countries: [{ name: 'Angola', iso_3: 'AGO' }],
    iucn_category: { name: site.iucn },
    designation: { name: site.designation, jurisdiction: { name: 'National' } },
    no_take_status: { name: site.marine ? 'Not Reported' : 'Not Applicable' },
    legal_status: { name: site.legalStatus },
    legal_status_updated_at: `01/01/${site.year}`,
    management_authority: { name: 'Instituto Nacional da Biodiversidade e Conservação' },
    governance: { governance_type: site.governance },
    realm: { name: site.marine ? 'Marine' : 'Terrestrial' },
    sources: [{ title: 'Protected areas of Angola', responsible_party: 'Ministério do Ambiente' }],
    protected_area_parcels: [],
    // A token may lack the permission for a field: then its key is absent.
    ...(withGeometry && token !== 'sem-geometria' ? { geojson: feature(site, geometry) } : {}),
  };
}

function feature(site: SiteSeed, geometry: ReturnType<typeof siteGeometry>): unknown {
  return {
    type: 'Feature',
    properties: {
      'fill-opacity': 0.7,
      'stroke-width': 0.05,
      stroke: '#40541b',
      fill: site.marine ? '#2E5387' : '#83ad35',
    },
    geometry,
  };
}

function integerOf(text: string): number | null {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json').send(JSON.stringify(body));
}

export const protectedPlanet: Provider = { name: 'protected-planet', routes };
