import { type Endpoint, permissions, type Role, roles } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { authLogout, authMe, usersDelete } from '@kianda/contract/people/identity/identity.contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { bind } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { createWorld, type World } from './testing/world.ts';

/** Every endpoint of the contract behind the real gate; a handler that is reached answers `conflict`. */
const probes = allEndpoints.map((endpoint) =>
  bind(endpoint, async () => {
    throw new AppError('conflict');
  }),
);
/** What a request that passed the gate answers: the handler's answer, or a complaint about its empty input. */
const passed = ['conflict', 'validation_failed'];
const badTokens = ['expired', 'deleted', 'signed out', 'tampered', 'garbage'] as const;

let world: World;
let ask: World['call'];
const tokens = new Map<Role | (typeof badTokens)[number], string>();

beforeAll(async () => {
  world = await createWorld();
  ask = await world.serve(probes);
  for (const role of roles) await world.account(`${role}@mar.ao`, role);
  const gone = await world.account('saiu@mar.ao', 'administrador');
  const signIn = async (email: string) => (await world.login(email)).data.accessToken;

  tokens.set('expired', await signIn('administrador@mar.ao'));
  world.advanceSeconds(901);
  for (const role of roles) tokens.set(role, await signIn(`${role}@mar.ao`));
  const admin = tokens.get('administrador') ?? '';
  tokens.set('deleted', await signIn('saiu@mar.ao'));
  await world.call(usersDelete, { token: admin, params: { id: gone.id } });
  tokens.set('signed out', await signIn('administrador@mar.ao'));
  await world.call(authLogout, { token: tokens.get('signed out') ?? '', body: {} });
  const [header = '', payload = '', signature = ''] = (tokens.get('cliente') ?? '').split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: gone.id };
  tokens.set('tampered', `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`);
  tokens.set('garbage', 'x.y.z');
  return () => world.close();
});

/** Answers without a body, and with every path parameter filled in somehow. */
async function codeOf(endpoint: Endpoint, token?: string): Promise<string | undefined> {
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, 'um']));
  const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} };
  return (await ask(endpoint, { params, ...body, ...(token === undefined ? {} : { token }) })).code;
}

function roleMay(endpoint: Endpoint, role: Role): boolean {
  if (endpoint.access === 'public' || endpoint.access === 'session') return true;
  const allowed: readonly Role[] = permissions[endpoint.access].roles;
  return allowed.includes(role);
}

describe.each(allEndpoints.map((endpoint) => ({ name: `${endpoint.id} (${endpoint.access})`, endpoint })))(
  '$name',
  ({ endpoint }) => {
    test('opens to exactly the roles of the table', async () => {
      const opened: Role[] = [];
      const refusals = new Set<string | undefined>();
      for (const role of roles) {
        const code = await codeOf(endpoint, tokens.get(role));
        if (passed.includes(code ?? '')) opened.push(role);
        else refusals.add(code);
      }
      expect(opened).toEqual(roles.filter((role) => roleMay(endpoint, role)));
      expect([...refusals]).toEqual(opened.length === roles.length ? [] : ['forbidden']);
    });

    test('without a good token only when public', async () => {
      const expected = endpoint.access === 'public' ? passed : ['unauthenticated'];
      expect(expected).toContain(await codeOf(endpoint));
      for (const kind of badTokens) expect(expected).toContain(await codeOf(endpoint, tokens.get(kind)));
    });
  },
);

test('the tokens of this test are what they are called', async () => {
  for (const role of roles) {
    expect((await world.call(authMe, { token: tokens.get(role) ?? '' })).data).toMatchObject({ role });
  }
  for (const kind of badTokens) {
    expect((await world.call(authMe, { token: tokens.get(kind) ?? '' })).code).toBe('unauthenticated');
  }
});

test('the table itself: who may do the things that matter most', () => {
  expect(permissions['users:write'].roles).toEqual(['administrador']);
  expect(permissions['audit:read'].roles).toEqual(['administrador']);
  expect(permissions['services:control'].roles).toEqual(['administrador', 'operador']);
  const openToClients = Object.values(permissions).filter((entry: { roles: readonly Role[] }) =>
    entry.roles.includes('cliente'),
  );
  expect(openToClients.map((entry) => entry.label)).toEqual([
    'Ver os painéis',
    'Ver dados oceânicos',
    'Ver dados de biodiversidade',
    'Ver estatísticas de pesca',
    'Abrir interfaces científicas',
    'Ver o estado dos serviços',
    'Ver relatórios, os de cada matéria com a permissão dela',
    'Ver mapas guardados',
  ]);
});

test('what needs no sign-in is a short list, widened only on purpose', () => {
  const open = allEndpoints.filter((endpoint) => endpoint.access === 'public').map((endpoint) => endpoint.id);
  expect(open.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'authLogin',
    'authMethods',
    'authOidcCallback',
    'authOidcExchange',
    'authOidcStart',
    'authRefresh',
    'clientInfo',
    'copernicusAuth',
    'copernicusMaps',
    'copernicusOData',
    'copernicusOpenSearch',
    'featureCollection',
    'featureCollections',
    'featureQueryables',
    'featureSchema',
    'featureSortables',
    'featureTile',
    'featureTileset',
    'featureTilesets',
    'featuresApi',
    'featuresConformance',
    'featuresLanding',
    'featuresRoot',
    'flowerHealth',
    'getFeature',
    'getProcess',
    'health',
    'intakePush',
    'linkAccept',
    'linkRead',
    'linkTwoStep',
    'listFeatures',
    'listProcesses',
    'oidcAuthorize',
    'oidcDiscovery',
    'oidcIntrospect',
    'oidcKeys',
    'oidcLogout',
    'oidcRevoke',
    'oidcToken',
    'oidcUserInfo',
    'openApiDocument',
    'platformInfo',
    'publicMap',
    'publicMapFields',
    'publicMapGrid',
    'publicMapPorts',
    'publicMapStations',
    'publicMapZee',
    'realmInfo',
    'reportSharedFile',
    's3Act',
    's3Read',
    's3Remove',
    's3Service',
    's3Write',
    'serviceBadge',
    'sharedObject',
    'stacAggregate',
    'stacAggregationList',
    'stacApi',
    'stacAsset',
    'stacCollection',
    'stacCollectionAggregate',
    'stacCollectionAggregationList',
    'stacCollectionQueryables',
    'stacCollectionSortables',
    'stacCollections',
    'stacConformance',
    'stacHealth',
    'stacItem',
    'stacItems',
    'stacLanding',
    'stacQueryables',
    'stacRoot',
    'stacSearch',
    'stacSearchPost',
    'stacSortables',
    'statusBadge',
    'statusFeed',
    'statusPage',
    'tileMatrixSet',
    'tileMatrixSets',
    'workflowServices',
  ]);
});
