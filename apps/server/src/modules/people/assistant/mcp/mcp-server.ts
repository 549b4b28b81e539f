import type { DataOf } from '@kianda/contract';
import type { reportsPage } from '@kianda/contract/operations/reports/reports.contract';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { ProductCollection } from '../../../../platform/collections.ts';
import type { AppError } from '../../../../platform/http/errors.ts';
import { mayRead } from '../../../../platform/http/may-read.ts';
import { toAppError } from '../../../../platform/http/problem.ts';
import { cutNote, cutTo } from '../tools/cut.rules.ts';
import type { Asker, ToolAnswer, ToolCalls } from '../tools/tool-call.service.ts';
import { describeTool, groupOf, inputSchemaOf } from '../tools/tool-schema.rules.ts';
import { instructions, prompts } from './mcp.texts.ts';

/** Longest answer of a tool, in characters: what a language model reads at once with room for others. */
export const answerChars = 40_000;
const resourcesAtMost = 100;

export type McpDependencies = {
  readonly tools: ToolCalls;
  readonly collections: () => readonly ProductCollection[];
  readonly version: string;
  readonly publicUrl: string;
  /** Called after each call of a tool; `refused`: the code of what went wrong, null where it was answered. */
  readonly onCall: (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    refused: string | null,
    caller: McpCaller,
  ) => Promise<void>;
};

/** Who calls, and from where: the audit trail keeps it. */
export type McpCaller = Asker & { readonly ipAddress: string; readonly userAgent: string };

/** A server for one account: it sees the tools and the resources that the account may, and no other. */
export function createMcpServer(dependencies: McpDependencies, asker: McpCaller): Server {
  const server = new Server(
    { name: 'kianda', title: 'Kianda', version: dependencies.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  serveTools(server, dependencies, asker);
  serveResources(server, dependencies, asker);
  servePrompts(server);
  return server;
}

function serveTools(server: Server, { tools, onCall }: McpDependencies, asker: McpCaller): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.of(asker.principal).map((mark) => ({
      name: mark.name,
      title: mark.title,
      description: describeTool(mark),
      inputSchema: inputSchemaOf(mark),
      annotations: { title: mark.title, readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      _meta: { group: groupOf(mark.name) },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const input = params.arguments ?? {};
    try {
      const answer = await tools.call(params.name, input, asker);
      await onCall(params.name, input, null, asker);
      return { content: [{ type: 'text' as const, text: textOf(answer) }] };
    } catch (error) {
      const fault = toAppError(error);
      await onCall(params.name, input, fault.code, asker);
      if (fault.code === 'internal') asker.log.error({ err: error, tool: params.name }, 'ferramenta falhou');
      return { isError: true, content: [{ type: 'text' as const, text: faultText(fault) }] };
    }
  });
}

/** The answer of a tool as JSON, cut to what a model reads, and what was cut. */
function textOf({ data, provenance, missing }: ToolAnswer): string {
  const { json, cuts } = cutTo({ provenance, missing, data }, answerChars);
  const note = cutNote(cuts);
  return note === null ? json : `${note}\n${json}`;
}

function faultText(fault: AppError): string {
  const issues = (fault.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  const text = fault.code === 'internal' ? 'A ferramenta falhou; o erro ficou nos registos.' : fault.message;
  return [`${fault.code}: ${text}`, ...issues].join('\n');
}

const collectionUri = (id: string): string => `kianda://colecoes/${id}`;
const reportUri = (id: string): string => `kianda://relatorios/${id}`;

function serveResources(server: Server, { tools, collections, publicUrl }: McpDependencies, asker: Asker): void {
  const visible = () => collections().filter(({ access }) => access === 'public' || mayRead(access, asker.principal));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: collectionUri('{id}'),
        name: 'colecao',
        title: 'Coleção de dados',
        description: 'O que uma coleção do catálogo tem, e onde se lê',
        mimeType: 'application/json',
      },
      {
        uriTemplate: reportUri('{id}'),
        name: 'relatorio',
        title: 'Relatório',
        description: 'Um relatório gerado pela plataforma, com o seu texto',
        mimeType: 'application/json',
      },
    ],
  }));
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: [
      ...visible().map(({ id, title, description }) => ({
        uri: collectionUri(id),
        name: id,
        title,
        description,
        mimeType: 'application/json',
      })),
      ...(await reportsFor(tools, asker)),
    ].slice(0, resourcesAtMost),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const [, kind, id = ''] = /^kianda:\/\/(colecoes|relatorios)\/([\w.-]{1,120})$/.exec(uri) ?? [];
    const collection = kind === 'colecoes' ? visible().find((one) => one.id === id) : undefined;
    const found =
      collection === undefined ? await reportOf(tools, kind, id, asker) : collectionOf(collection, publicUrl);
    if (found === null) throw new McpError(ErrorCode.InvalidParams, `Não há o recurso ${uri.slice(0, 200)}.`);
    return { contents: [{ uri, mimeType: 'application/json', text: cutTo(found, answerChars).json }] };
  });
}

function collectionOf({ id, title, description, keywords }: ProductCollection, publicUrl: string) {
  return { id, title, description, keywords, stac: `${publicUrl}/stac/collections/${encodeURIComponent(id)}` };
}

async function reportsFor(tools: ToolCalls, asker: Asker) {
  try {
    const { data } = await tools.call('relatorios_lista', { pageSize: 25 }, asker);
    return (data as DataOf<typeof reportsPage>).data.map(({ id, name, description }) => ({
      uri: reportUri(id),
      name: id,
      title: name,
      description,
      mimeType: 'application/json',
    }));
  } catch (error) {
    // Who may not see reports has none.
    if (toAppError(error).code === 'forbidden') return [];
    throw error;
  }
}

async function reportOf(tools: ToolCalls, kind: string | undefined, id: string, asker: Asker): Promise<unknown> {
  if (kind !== 'relatorios') return null;
  try {
    return (await tools.call('relatorios_relatorio', { id }, asker)).data;
  } catch {
    // One that is not there and one that may not be seen look the same.
    return null;
  }
}

function servePrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ name, title, description, arguments: args }) => ({
      ...{ name, title, description },
      arguments: [...args],
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, 'Não há essa pergunta.');
    const values = params.arguments ?? {};
    const absent = prompt.arguments.filter(({ name, required }) => required && (values[name] ?? '') === '');
    if (absent.length > 0)
      throw new McpError(ErrorCode.InvalidParams, `Falta: ${absent.map(({ name }) => name).join(', ')}.`);
    const text = prompt.text(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, 200)])),
    );
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    };
  });
}
