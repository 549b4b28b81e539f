import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema, provenanceSchema } from '../../core/provenance.ts';

/** Longest question, in characters. */
export const questionLength = 400;
/** Conversations kept for an account; the oldest go first. */
export const conversationsKept = 50;
/** Questions kept of one conversation. */
export const turnsKept = 100;

const cellSchema = z.union([z.string(), z.number(), z.null()]);

const columnSchema = z.object({
  label: z.string(),
  /** `instant`: a date with its hour; `day`: a calendar day. */
  kind: z.enum(['text', 'number', 'instant', 'day']),
  unit: z.string().nullable(),
});

/** Answer of a tool, as it is drawn: each figure is the tool's own. */
export const answerCardSchema = z.object({
  tool: z.string(),
  title: z.string(),
  /** The request that was made, as anyone may repeat it: `GET /admin-api/ocean/fields?variable=analysedSst`. */
  query: z.string(),
  arguments: z.record(z.string(), z.union([z.string(), z.number()])),
  figures: z.array(
    z.object({
      label: z.string(),
      value: cellSchema,
      unit: z.string().nullable(),
      kind: z.enum(['text', 'number', 'instant', 'day']),
    }),
  ),
  chart: z
    .object({
      kind: z.enum(['line', 'bar']),
      label: z.string(),
      unit: z.string(),
      /** `x` an instant in a line, a name in bars. */
      points: z.array(z.object({ x: z.string(), y: z.number().nullable() })),
    })
    .nullable(),
  table: z
    .object({
      columns: z.array(columnSchema),
      rows: z.array(z.array(cellSchema)),
      /** Rows that there are, where only some are shown. */
      total: z.number().int(),
    })
    .nullable(),
  provenance: provenanceSchema,
  /** Reasons for what is not known. */
  missing: z.array(z.string()),
  /** Screen of the console that proves it. */
  link: z.object({ section: z.string(), search: z.record(z.string(), z.string()) }).nullable(),
});
export type AnswerCard = z.infer<typeof answerCardSchema>;

export const turnSchema = z.object({
  id: z.uuid(),
  at: instantSchema,
  question: z.string(),
  /** `answered`: by a tool; `empty`: the tool has nothing; `refused`: the account may not; `none`: no tool answers it. */
  outcome: z.enum(['answered', 'empty', 'refused', 'failed', 'none']),
  /** Who chose the tool. */
  by: z.enum(['rules', 'model']),
  text: z.string(),
  /** How the question was understood, in words: what, where, when. */
  understood: z.string().nullable(),
  /** Sentences of the model with a figure that no tool gave. */
  struck: z.array(z.object({ sentence: z.string(), figures: z.array(z.string()) })),
  cards: z.array(answerCardSchema),
  /** Questions near to this one that have an answer. */
  nearest: z.array(z.string()),
});
export type Turn = z.infer<typeof turnSchema>;

const conversationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  turns: z.number().int(),
});
export type Conversation = z.infer<typeof conversationSchema>;

const own = { service: 'admin-api', access: 'assistant:use', personal: true } as const;
const conversationParams = z.object({ id: z.uuid() });

export const assistantAsk = endpoint({
  ...own,
  id: 'assistantAsk',
  method: 'POST',
  path: '/assistant/ask',
  summary: 'Pergunta em português sobre os dados da plataforma, respondida com o que a conta pode ver',
  rateLimitPerMinute: 60,
  body: z.object({
    question: z.string().trim().min(2).max(questionLength),
    /** Absent: a new conversation. */
    conversationId: z.uuid().optional(),
  }),
  response: z.object({ conversationId: z.uuid(), turn: turnSchema }),
  errors: ['not_found'],
});

export const assistantConversations = endpoint({
  ...own,
  id: 'assistantConversations',
  method: 'GET',
  path: '/assistant/conversations',
  summary: 'Conversas da própria conta com o assistente, a última primeiro',
  response: z.object({ conversations: z.array(conversationSchema) }),
});

export const assistantConversation = endpoint({
  ...own,
  id: 'assistantConversation',
  method: 'GET',
  path: '/assistant/conversations/{id}',
  summary: 'Uma conversa da própria conta com o assistente',
  params: conversationParams,
  response: conversationSchema.omit({ turns: true }).extend({ turns: z.array(turnSchema) }),
  errors: ['not_found'],
});

export const assistantForget = endpoint({
  ...own,
  id: 'assistantForget',
  method: 'DELETE',
  path: '/assistant/conversations/{id}',
  summary: 'Eliminar uma conversa da própria conta com o assistente',
  params: conversationParams,
  response: z.object({ removed: z.number().int() }),
  errors: ['not_found'],
});

export const assistantForgetAll = endpoint({
  ...own,
  id: 'assistantForgetAll',
  method: 'DELETE',
  path: '/assistant/conversations',
  summary: 'Eliminar todas as conversas da própria conta com o assistente',
  response: z.object({ removed: z.number().int() }),
});

export const assistantAbout = endpoint({
  ...own,
  id: 'assistantAbout',
  method: 'GET',
  path: '/assistant',
  summary: 'O que o assistente sabe fazer por esta conta: ferramentas, perguntas de exemplo e o modelo, se houver',
  response: z.object({
    /** Questions that this account may ask and that have an answer. */
    suggestions: z.array(z.string()),
    tools: z.array(z.object({ name: z.string(), title: z.string(), group: z.string() })),
    /** The language model that chooses tools where rules do not; null: rules alone. */
    model: z.object({ name: z.string(), host: z.string() }).nullable(),
    mcpUrl: z.string(),
  }),
});

const mcpBase = { service: 'root', format: 'standard', access: 'public' } as const;

/** Access is judged in the handler: its refusal must name the metadata by which a program finds the sign-in (RFC 9728). */
export const mcpMessage = endpoint({
  ...mcpBase,
  id: 'mcpMessage',
  personal: true,
  method: 'POST',
  path: '/mcp',
  summary: 'Servidor MCP (Model Context Protocol, HTTP em fluxo): ferramentas, recursos e perguntas',
  rateLimitPerMinute: 240,
  countsApart: true,
  body: z.union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown())).max(20)]),
  response: z.unknown(),
});

/** The server keeps no sessions: it has no stream of its own to listen to, and none to end (405). */
export const mcpStream = endpoint({
  ...mcpBase,
  id: 'mcpStream',
  method: 'GET',
  path: '/mcp',
  summary: 'O servidor MCP não guarda sessões: não há fluxo a ouvir',
  response: z.unknown(),
  errors: ['method_not_allowed'],
});

export const mcpResource = endpoint({
  ...mcpBase,
  id: 'mcpResource',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  summary: 'Por onde se entra no servidor MCP (RFC 9728)',
  maxAgeSeconds: 300,
  response: z.object({
    resource: z.string(),
    resource_name: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.string()),
    resource_documentation: z.string(),
  }),
});

/** The same where clients of old look. */
export const mcpResourceRoot = endpoint({
  ...mcpResource,
  id: 'mcpResourceRoot',
  path: '/.well-known/oauth-protected-resource',
});

export const assistantEndpoints = [
  assistantAsk,
  assistantConversations,
  assistantConversation,
  assistantForget,
  assistantForgetAll,
  assistantAbout,
  mcpMessage,
  mcpStream,
  mcpResource,
  mcpResourceRoot,
] as const;
