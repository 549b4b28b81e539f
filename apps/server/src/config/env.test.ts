import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectors } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { loadConfig, readEnvironment, withPorts } from './env.ts';
import { masterKey } from './master-key.ts';
import { providerSettings, providerUrlVariable, settingNames } from './settings.ts';

const example = resolve(import.meta.dirname, '../../../../.env.example');

test('.env.example documents every setting and no other', async () => {
  const lines = (await readFile(example, 'utf8')).split('\n');
  const documented = lines.flatMap((line) => /^# (KIANDA_[A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
  expect(documented.toSorted()).toEqual(settingNames.toSorted());
});

test('.env.example with every line in force is a valid configuration', async () => {
  const text = (await readFile(example, 'utf8')).replaceAll(/^# (?=KIANDA_)/gm, '');
  const folder = await mkdtemp(join(tmpdir(), 'kianda-env-'));
  await writeFile(join(folder, '.env'), text);
  const config = loadConfig(readEnvironment(folder), folder);
  await rm(folder, { recursive: true });
  expect(config.databaseUrl).toBe('postgresql://kianda:senha@servidor:5432/kianda');
  expect(config.providers['noaa-sst'].baseUrl).toBe('https://coastwatch.pfeg.noaa.gov/erddap');
  expect(config.storage).toMatchObject({ kind: 's3', bucket: 'kianda', forcePathStyle: true });
});

test('every connector can be set, by its own names, and .env.example shows its own addresses', async () => {
  const ofConnectors = connectors.map(({ id, defaultExtraBaseUrls = {}, credentialNames }) => [
    id,
    { extraUrls: Object.keys(defaultExtraBaseUrls), credentials: credentialNames },
  ]);
  expect(providerSettings).toEqual(Object.fromEntries(ofConnectors));
  const text = await readFile(example, 'utf8');
  for (const { id, defaultBaseUrl, defaultExtraBaseUrls = {} } of connectors) {
    expect(text).toContain(`# ${providerUrlVariable(id)}=${defaultBaseUrl}\n`);
    for (const [name, url] of Object.entries(defaultExtraBaseUrls)) {
      expect(text).toContain(`# ${providerUrlVariable(id, name)}=${url}\n`);
    }
  }
});

test('nothing set: the demonstration, whole, on this machine alone', () => {
  expect(loadConfig({}, '/kianda')).toMatchObject({
    dataDir: '/kianda/dados',
    mode: 'demo',
    roles: ['api', 'worker', 'interfaces', 'simulator'],
    seed: 8478,
    host: '127.0.0.1',
    port: 3000,
    interfacesPort: 8085,
    publicUrl: 'http://localhost:3000',
    interfacesUrl: 'http://localhost:8085',
    rateLimitPerMinute: 1000,
    requestTimeoutSeconds: 30,
    databaseUrl: null,
    storage: { kind: 'folder', folder: '/kianda/dados/objetos' },
    oidc: null,
    administrator: { email: null, password: null },
  });
});

test('an empty value is an unset one', () => {
  expect(loadConfig({ KIANDA_PORT: '', KIANDA_MODE: ' ' }, '/k')).toEqual(loadConfig({}, '/k'));
});

test('providers and services by name', () => {
  const config = loadConfig({
    KIANDA_PROVIDER_GFW_TOKEN: 'abc',
    KIANDA_PROVIDER_CMEMS_URL_STAC: 'https://stac.example.ao/',
    KIANDA_SERVICE_STAC_URL: 'https://stac.example.ao/',
    KIANDA_SERVICE_MONITOR_URL: 'https://flower.example.ao',
    KIANDA_SERVICE_MONITOR_USERNAME: 'kianda',
  });
  expect(config.providers.gfw).toEqual({ baseUrl: null, extraBaseUrls: {}, credentials: { token: 'abc' } });
  expect(config.providers.cmems.extraBaseUrls).toEqual({ stac: 'https://stac.example.ao' });
  expect(config.services).toMatchObject({ stac: 'https://stac.example.ao', identity: null });
  expect(config.serviceCredentials).toMatchObject({ monitor: { username: 'kianda' }, stac: {} });
});

test.each([
  ['unknown', { KIANDA_PROT: '1' }, 'Definição desconhecida: KIANDA_PROT. Definições válidas: KIANDA_DATA_DIR, '],
  ['not a number', { KIANDA_PORT: 'abc' }, 'KIANDA_PORT: esperado um número inteiro de 0 a 65535; recebido «abc»'],
  ['too high', { KIANDA_PORT: '70000' }, 'KIANDA_PORT: esperado um número inteiro de 0 a 65535'],
  ['other mode', { KIANDA_MODE: 'prod' }, 'KIANDA_MODE: esperado um de: demo, production; recebido «prod»'],
  ['other role', { KIANDA_ROLES: 'api,chief' }, 'KIANDA_ROLES: esperado um ou mais de: api, worker'],
  ['no address', { KIANDA_PUBLIC_URL: 'kianda.ao' }, 'KIANDA_PUBLIC_URL: esperado um endereço http:// ou https://'],
  ['other database', { KIANDA_DATABASE_URL: 'mysql://a/b' }, 'KIANDA_DATABASE_URL: esperado um endereço postgresql://'],
  [
    'replicas alone',
    { KIANDA_DATABASE_URL: 'postgresql://a,b/k?target_session_attrs=standby' },
    'KIANDA_DATABASE_URL: esperado um endereço postgresql://',
  ],
  ['a host left out', { KIANDA_DATABASE_URL: 'postgresql://a,/k' }, 'KIANDA_DATABASE_URL: esperado um endereço'],
  [
    'a station without its name',
    { KIANDA_AIS_STATIONS: '192.0.2.7=Luanda/terrestre,192.0.2.8/satelite' },
    'KIANDA_AIS_STATIONS: esperado endereço=nome, com /terrestre ou /satelite se se souber',
  ],
  ['half of a pair', { KIANDA_OIDC_ISSUER: 'https://a' }, 'KIANDA_OIDC_ISSUER e KIANDA_OIDC_CLIENT_ID'],
  [
    'password without e-mail',
    { KIANDA_ADMIN_PASSWORD: 'uma-senha-longa' },
    'KIANDA_ADMIN_EMAIL e KIANDA_ADMIN_PASSWORD',
  ],
  [
    'a service without its credential',
    { KIANDA_SERVICE_IDENTITY_URL: 'https://sso.ao', KIANDA_SERVICE_IDENTITY_CLIENT_ID: 'k' },
    'KIANDA_SERVICE_IDENTITY_URL precisa de KIANDA_SERVICE_IDENTITY_CLIENT_ID e KIANDA_SERVICE_IDENTITY_CLIENT_SECRET.',
  ],
  [
    'a credential without its service',
    { KIANDA_SERVICE_MONITOR_PASSWORD: 'x' },
    'KIANDA_SERVICE_MONITOR_PASSWORD: falta KIANDA_SERVICE_MONITOR_URL.',
  ],
  ['same port twice', { KIANDA_PORT: '8085' }, 'não podem ser a mesma (8085)'],
  [
    'metrics secret of letters that no header carries',
    { KIANDA_METRICS_TOKEN: 'segredo-das-métricas-0123' },
    'Authorization: Bearer',
  ],
  ['metrics secret with a space', { KIANDA_METRICS_TOKEN: 'segredo das metricas 01' }, 'letras sem acento'],
])('refuses %s with one line', (_name, environment, message) => {
  expect(() => loadConfig(environment)).toThrow(expect.objectContaining({ name: 'StartupError' }));
  expect(() => loadConfig(environment)).toThrow(message);
  expect(() => loadConfig(environment)).not.toThrow('\n');
});

test('tells everything wrong at once, and never a secret', () => {
  const environment = {
    KIANDA_PORT: 'x',
    KIANDA_HOST: '::',
    KIANDA_SECRET_KEY: 'sardinha',
    KIANDA_DATABASE_URL: 'a://b:sardinha@c',
  };
  let message = '';
  try {
    loadConfig(environment);
  } catch (error) {
    message = String(error);
  }
  expect(message.split('\n')).toHaveLength(3);
  expect(message).not.toContain('sardinha');
});

test('variables of other programs are none of ours', () => {
  expect(() => loadConfig({ PORT: 'x', KIANDAS: '1' })).not.toThrow();
});

test('the addresses follow the ports chosen at the start, unless they were set', () => {
  const free = withPorts(loadConfig({ KIANDA_PORT: '0', KIANDA_INTERFACES_PORT: '0' }), 4001, 4002);
  expect([free.publicUrl, free.interfacesUrl]).toEqual(['http://localhost:4001', 'http://localhost:4002']);
  const set = withPorts(loadConfig({ KIANDA_PORT: '0', KIANDA_PUBLIC_URL: 'https://kianda.ao' }), 4001, 8085);
  expect(set.publicUrl).toBe('https://kianda.ao');
});

test('the environment prevails over the .env file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-env-'));
  await writeFile(join(folder, '.env'), 'KIANDA_OPERATOR_NAME="Instituto Nacional"\nPATH=nowhere\n');
  const environment = readEnvironment(folder);
  await rm(folder, { recursive: true });
  expect(environment.KIANDA_OPERATOR_NAME).toBe('Instituto Nacional');
  expect(environment.PATH).toBe(process.env.PATH);
});

test('the master key: made once, private, the same for processes that start at once; a damaged one is refused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kianda-key-'));
  const keys = await Promise.all([1, 2, 3].map(() => masterKey({ secretKey: null, dataDir })));
  const path = join(dataDir, 'secrets', 'master.key');
  const mode = (await stat(path)).mode & 0o777;
  await writeFile(path, 'abc');
  await expect(masterKey({ secretKey: null, dataDir })).rejects.toThrow('danificada');
  await rm(dataDir, { recursive: true });
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(mode).toBe(0o600);
  expect(await masterKey({ secretKey: 'x'.repeat(32), dataDir })).toHaveLength(32);
});

test('hosts of the ocean API keep their order; one that is no address stops the start', () => {
  const config = (text: string) => loadConfig({ KIANDA_OCEAN_API_URLS: text }, '/kianda').oceanApiUrls;
  expect(config('https://um.example.ao/ocean-api/, https://dois.example.ao')).toEqual([
    'https://um.example.ao/ocean-api',
    'https://dois.example.ao',
  ]);
  expect(config('')).toEqual([]);
  expect(() => config('https://um.example.ao, ftp://dois.example.ao')).toThrow('KIANDA_OCEAN_API_URLS');
});

test('an account of Copernicus is a name and a password', () => {
  expect(loadConfig({}, '/kianda').copernicusAccount).toBeNull();
  expect(() => loadConfig({ KIANDA_COPERNICUS_USERNAME: 'ana' }, '/kianda')).toThrow('definem-se em conjunto');
});
