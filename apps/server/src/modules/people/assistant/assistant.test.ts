import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { DataOf } from '@kianda/contract';
import * as contract from '@kianda/contract/people/assistant/assistant.contract';
import { toolMarks } from '@kianda/contract/people/assistant/tools';
import { apiKeyCreate } from '@kianda/contract/people/identity/api-keys.contract';
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';

let app: TestApplication;
let admin: string;
let client: string;
let address: string;

/** Questions to the language model of the test, and its answers. */
const asked: { readonly authorization: string | undefined; readonly body: ModelRequest }[] = [];
type ModelRequest = {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: unknown[];
};

const model = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    const body = JSON.parse(text) as ModelRequest;
    asked.push({ authorization: request.headers.authorization, body });
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'lugares_lista', arguments: '{"kinds":["port"],"pageSize":3}' },
    };
    const read = /"total":(\d+)/.exec(body.messages.findLast(({ role }) => role === 'tool')?.content ?? '')?.[1];
    const message =
      body.tools === undefined
        ? { content: `A plataforma conhece ${read} lugares destes. No ano que vem serão 987. Estão na costa.` }
        : { content: null, tool_calls: [call] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ message }] }));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const { port } = model.address() as AddressInfo;
  app = await createTestApplication({
    settings: {
      KIANDA_ASSISTANT_MODEL_URL: `http://127.0.0.1:${port}/v1`,
      KIANDA_ASSISTANT_MODEL: 'ensaio-1',
      KIANDA_ASSISTANT_MODEL_KEY: 'chave-secreta-do-modelo',
      KIANDA_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}`,
    },
  });
  [admin, client] = (await Promise.all([app.signIn('administrador'), app.signIn('cliente')]).then((all) =>
    all.map(({ token }) => token),
  )) as [string, string];
  address = app.config.publicUrl;
});
afterAll(async () => {
  await app.close();
  model.closeAllConnections();
  model.close();
});

/** `fetch` that reaches the server of the test without a port. */
const reach = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  const { pathname, search } = new URL(url);
  const answer = await app.server.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === 'string' ? { payload: init.body } : {}),
  });
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-length' ? [] : [[name, String(value)]],
  );
  const isBare = answer.statusCode === 202 || answer.statusCode === 204;
  return new Response(isBare ? null : answer.payload, { status: answer.statusCode, headers });
};

async function connected(token: string): Promise<Client> {
  const program = new Client({ name: 'ensaio', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    fetch: reach,
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await program.connect(transport as Transport);
  return program;
}

type Called = { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
const call = async (program: Client, name: string, args: Record<string, unknown> = {}) =>
  (await program.callTool({ name, arguments: args })) as unknown as Called;

describe('the MCP server, to the official client', () => {
  it('lists the tools of the account, each with a schema of its own', async () => {
    const program = await connected(admin);
    const { tools } = await program.listTools();
    expect(program.getServerVersion()).toMatchObject({ name: 'kianda' });
    expect(tools.map(({ name }) => name)).toEqual(toolMarks.map(({ name }) => name));
    expect(tools.find(({ name }) => name === 'mar_ponto')).toMatchObject({
      inputSchema: { type: 'object', required: ['lon', 'lat'], properties: { days: { maximum: 366 } } },
      annotations: { readOnlyHint: true },
    });
  });

  it('answers with data and provenance, and says which argument is wrong', async () => {
    const program = await connected(admin);
    const ports = await call(program, 'lugares_lista', { kinds: ['port'], pageSize: 5 });
    expect(JSON.parse(ports.content[0]?.text ?? '')).toMatchObject({
      provenance: { state: expect.any(String) },
      data: { data: expect.arrayContaining([expect.objectContaining({ kind: 'port' })]), pageSize: 5 },
    });
    const wrong = await call(program, 'mar_ponto', { lon: 999, lat: -9 });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.content[0]?.text).toContain('lon');
    expect((await call(program, 'mar_ponto', { lon: 12, lat: -9, cor: 'azul' })).content[0]?.text).toContain('cor');
    expect((await call(program, 'apagar_tudo')).content[0]?.text).toContain('not_found');
  });

  it('keeps an account to its permissions, and a key to its scopes, and writes calls to the audit trail', async () => {
    const visitor = await connected(client);
    const names = (await visitor.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('mar_condicoes');
    expect(names).not.toContain('vigilancia_alertas');
    expect((await call(visitor, 'vigilancia_alertas')).content[0]?.text).toContain('forbidden');

    const body = { name: 'Programa', days: 1, permissions: ['assistant:use', 'ocean:read'] };
    const owner = await app.newSession('administrador');
    const key = await app.call<DataOf<typeof apiKeyCreate>>(apiKeyCreate, {
      token: owner.token,
      body: { ...body, currentPassword: owner.password },
    });
    const program = await connected(key.data.secret);
    const groups = new Set((await program.listTools()).tools.map(({ name }) => name.split('_')[0]));
    expect([...groups]).toEqual(['mar', 'lugares', 'limites', 'costa']);

    const trail = await app.select<{ resource: string; event: string }>(
      `SELECT resource, event FROM audit.events WHERE resource LIKE 'mcp/%'`,
    );
    expect(trail).toContainEqual({ resource: 'mcp/lugares_lista', event: 'data.access' });
    expect(trail).toContainEqual({ resource: 'mcp/vigilancia_alertas', event: 'auth.permission.denied' });
  });

  it('offers collections as resources, and common questions as prompts', async () => {
    const program = await connected(admin);
    const { resources } = await program.listResources();
    const [first] = resources;
    expect(first?.uri).toMatch(/^kianda:\/\/colecoes\//);
    const { contents } = await program.readResource({ uri: first?.uri ?? '' });
    expect(JSON.parse(String((contents[0] as { text?: string }).text))).toMatchObject({
      stac: expect.stringContaining('/stac/collections/'),
    });
    await expect(program.readResource({ uri: 'kianda://relatorios/nenhum' })).rejects.toThrow('Não há o recurso');
    const prompt = await program.getPrompt({ name: 'ficha-de-especie', arguments: { especie: 'jubarte' } });
    expect(JSON.stringify(prompt.messages)).toContain('biodiversidade_perfil');
    await expect(program.getPrompt({ name: 'ficha-de-especie' })).rejects.toThrow('especie');
  });

  it('tells a program without a token where the sign-in is, down to its endpoints', async () => {
    const refused = await app.inject({
      method: 'POST',
      url: '/mcp',
      payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
    });
    expect(refused.status).toBe(401);
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))?.[1];
    expect(metadataUrl).toBe(`${address}/.well-known/oauth-protected-resource/mcp`);
    const resource = await discoverOAuthProtectedResourceMetadata(`${address}/mcp`, {}, reach);
    expect(resource.resource).toBe(`${address}/mcp`);
    const provider = await discoverAuthorizationServerMetadata(resource.authorization_servers?.[0] ?? '', {
      fetchFn: reach,
    });
    expect(provider).toMatchObject({
      issuer: resource.authorization_servers?.[0],
      authorization_endpoint: expect.stringContaining('/auth'),
      code_challenge_methods_supported: ['S256'],
    });
    expect((await app.inject({ method: 'GET', url: '/mcp' })).status).toBe(405);
    const bad = await app.inject({
      method: 'POST',
      url: '/mcp',
      payload: [],
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(bad.status).toBeGreaterThanOrEqual(400);
    expect(bad.status).toBeLessThan(500);
  });
});

describe('the MCP server, to the inspector', () => {
  const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli/build/index.js');

  it('lists and calls tools, and lists resources and prompts, with a key of the API', async () => {
    const owner = await app.newSession('administrador');
    const { data: key } = await app.call<DataOf<typeof apiKeyCreate>>(apiKeyCreate, {
      token: owner.token,
      body: {
        ...{ name: 'Inspetor', days: 1, currentPassword: owner.password },
        permissions: ['assistant:use', 'ocean:read', 'dashboard:read'],
      },
    });
    const url = `${await app.server.listen({ host: '127.0.0.1', port: 0 })}/mcp`;
    const header = `Authorization: Bearer ${key.secret}`;
    const ask = async (method: string, ...more: string[]) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [program, url, '--transport', 'http', '--method', method, ...more, '--header', header],
        // It looks for its own package from where it is run.
        { cwd: dirname(program), maxBuffer: 8_000_000 },
      );
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const given = ['--tool-arg', 'kinds=["port"]', 'pageSize=2'];
    const [tools, ports, resources, prompts] = await Promise.all([
      ask('tools/list'),
      ask('tools/call', '--tool-name', 'lugares_lista', ...given),
      ask('resources/list'),
      ask('prompts/list'),
    ]);
    expect(tools).toMatchObject({ tools: expect.arrayContaining([expect.objectContaining({ name: 'mar_ponto' })]) });
    const [content] = (ports as unknown as Called).content;
    expect(JSON.parse(content?.text ?? '')).toMatchObject({
      provenance: { source: expect.any(String) },
      data: { pageSize: 2, data: [{ kind: 'port' }, { kind: 'port' }] },
    });
    expect(resources).toMatchObject({
      resources: expect.arrayContaining([expect.objectContaining({ uri: expect.stringMatching(/^kianda:\/\//) })]),
    });
    expect(prompts).toMatchObject({
      prompts: expect.arrayContaining([expect.objectContaining({ name: 'ficha-de-especie' })]),
    });
  });
});

type Asked = DataOf<typeof contract.assistantAsk>;
const ask = async (token: string, question: string, conversationId?: string) =>
  (
    await app.call<Asked>(contract.assistantAsk, {
      token,
      body: { question, ...(conversationId === undefined ? {} : { conversationId }) },
    })
  ).data;

describe('the assistant', () => {
  it('answers with the query, the figures, their origin and the screen that proves them', async () => {
    const { turn } = await ask(admin, 'Onde fica o porto do Lobitto?');
    expect(turn).toMatchObject({ outcome: 'answered', by: 'rules', understood: 'Um lugar por inteiro · Lobito' });
    expect(turn.cards[0]).toMatchObject({
      query: 'GET /admin-api/geography/places/port/lobito',
      figures: expect.arrayContaining([expect.objectContaining({ label: 'Latitude', value: -12.345 })]),
      provenance: { source: expect.any(String) },
      link: { section: 'places', search: { place: 'port/lobito' } },
    });
  });

  it('goes on from the question before, in its own conversation', async () => {
    const first = await ask(admin, 'Quanto se pescou em Luanda em outubro?');
    const next = await ask(admin, 'e em Benguela?', first.conversationId);
    expect(next.turn.cards[0]?.arguments).toMatchObject({
      port: 'Benguela',
      from: first.turn.cards[0]?.arguments.from,
    });
    expect((await ask(admin, 'e em Benguela?')).turn.outcome).not.toBe('failed');
  });

  it('reads every suggestion, and none of them fails or is refused to whom it is shown', async () => {
    const { data } = await app.call<DataOf<typeof contract.assistantAbout>>(contract.assistantAbout, { token: client });
    expect(data.model).toMatchObject({ name: 'ensaio-1' });
    expect(data.suggestions.length).toBeGreaterThan(4);
    const outcomes = [];
    for (const question of data.suggestions) outcomes.push((await ask(client, question)).turn.outcome);
    // Without data there is nothing to tell of, which is said.
    expect(outcomes.filter((outcome) => outcome !== 'answered' && outcome !== 'empty')).toEqual([]);
  });

  it('says what it cannot: what comes, what is to be done, what an account may not see', async () => {
    expect((await ask(admin, 'Que temperatura vai ter o mar amanhã?')).turn).toMatchObject({
      outcome: 'none',
      text: expect.stringContaining('Não faço previsões'),
      nearest: expect.arrayContaining([expect.stringContaining('temperatura do mar')]),
    });
    expect((await ask(admin, 'Apaga os alertas todos')).turn.text).toContain('não apago');
    expect((await ask(client, 'Há alertas de embarcações?')).turn).toMatchObject({
      outcome: 'refused',
      text: expect.stringContaining('Ver vigilância'),
      cards: [],
    });
  });

  it('lets a model choose tools where rules do not, and strikes what it makes up', async () => {
    expect(asked).toEqual([]);
    const { turn } = await ask(admin, 'Abrigos para navegantes?');
    expect(turn).toMatchObject({
      by: 'model',
      outcome: 'answered',
      text: expect.stringMatching(/^A plataforma conhece \d+ lugares destes\. Estão na costa\.$/),
      struck: [{ sentence: 'No ano que vem serão 987.', figures: ['987'] }],
    });
    expect(turn.cards[0]).toMatchObject({ tool: 'lugares_lista', query: expect.stringContaining('kinds=port') });
    expect(asked.map(({ authorization }) => authorization)).toEqual(Array(2).fill('Bearer chave-secreta-do-modelo'));
    expect(asked[0]?.body.tools?.length).toBeGreaterThan(50);
    const shown = await app.inject({
      method: 'GET',
      url: '/admin-api/config',
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(shown.text).not.toContain('chave-secreta-do-modelo');
  });

  it('keeps conversations for their owner alone, until they are deleted', async () => {
    const { conversationId } = await ask(client, 'Que portos há?');
    const params = { id: conversationId };
    const read = (token: string) => app.call(contract.assistantConversation, { token, params });
    expect((await read(client)).status).toBe(200);
    expect((await read(admin)).status).toBe(404);
    expect((await app.call(contract.assistantForget, { token: admin, params })).status).toBe(404);
    const body = { question: 'e em Luanda?', conversationId };
    expect((await app.call(contract.assistantAsk, { token: admin, body })).status).toBe(404);
    expect((await app.call(contract.assistantForget, { token: client, params })).status).toBe(200);
    expect((await read(client)).status).toBe(404);
    await app.call(contract.assistantForgetAll, { token: admin });
    const left = await app.call<DataOf<typeof contract.assistantConversations>>(contract.assistantConversations, {
      token: admin,
    });
    expect(left.data.conversations).toEqual([]);
  });
});
