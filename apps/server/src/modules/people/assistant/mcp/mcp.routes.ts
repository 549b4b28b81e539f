import { permissions } from '@kianda/contract';
import * as contract from '@kianda/contract/people/assistant/assistant.contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Bindings, bind, isDelayed, type Principal, type StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { mayRead } from '../../../../platform/http/may-read.ts';
import { createMcpServer, type McpDependencies } from './mcp-server.ts';

/** Headers that the protocol reads. */
const passedOn = ['accept', 'content-type', 'mcp-protocol-version', 'last-event-id'] as const;

/**
 * The MCP server, without sessions: any process answers any message. Whoever asks without a token hears where one is to be
 * had (RFC 9728 §5.1); a token of the provider, a session's and a key of the API are all good, as at any endpoint.
 */
export function mcpRoutes(dependencies: McpDependencies): Bindings {
  const publicUrl = dependencies.publicUrl.replace(/\/$/, '');
  const metadataUrl = `${publicUrl}${contract.mcpResource.path}`;
  const resource = async () => ({
    body: {
      resource: `${publicUrl}/mcp`,
      resource_name: 'Kianda',
      authorization_servers: [`${publicUrl}/identity/realms/${realmName}`],
      scopes_supported: Object.keys(permissions),
      bearer_methods_supported: ['header'],
      resource_documentation: `${publicUrl}/?section=assistente`,
    },
  });
  return [
    bind(contract.mcpMessage, async ({ principal, body, headers, ipAddress, userAgent, requestId, log, signal }) => {
      const refused = refusalOf(principal, metadataUrl, headers.authorization !== undefined);
      if (refused !== null || principal === null) return refused ?? { status: 401 };
      const server = createMcpServer(dependencies, { principal, requestId, log, signal, ipAddress, userAgent });
      // One message, one answer, no session: what the protocol calls stateless.
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport as Parameters<typeof server.connect>[0]);
      try {
        const request = new Request(`${publicUrl}/mcp`, { method: 'POST', headers: headersOf(headers) });
        return await answerOf(await transport.handleRequest(request, { parsedBody: body }));
      } finally {
        await server.close();
      }
    }),
    bind(contract.mcpStream, async () => {
      throw new AppError('method_not_allowed');
    }),
    bind(contract.mcpResource, resource),
    bind(contract.mcpResourceRoot, resource),
  ];
}

function headersOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const kept = new Headers();
  for (const name of passedOn) if (typeof headers[name] === 'string') kept.set(name, headers[name]);
  return kept;
}

async function answerOf(response: Response): Promise<StandardAnswer> {
  const text = await response.text();
  const contentType = response.headers.get('content-type') ?? undefined;
  return {
    status: response.status,
    ...(contentType === undefined ? {} : { contentType }),
    ...(text === '' ? {} : { body: text }),
  };
}

/** Refusal of an account, in the words of RFC 6750 §3; null: it may. */
function refusalOf(principal: Principal | null, metadataUrl: string, hasToken: boolean): StandardAnswer | null {
  const challenge = (status: number, error: string | null, text: string): StandardAnswer => ({
    status,
    headers: {
      'www-authenticate': [
        `Bearer resource_metadata="${metadataUrl}"`,
        'scope="assistant:use"',
        ...(error === null ? [] : [`error="${error}"`]),
      ].join(', '),
    },
    body: { error: error ?? 'unauthorized', error_description: text },
  });
  if (principal === null)
    return challenge(401, hasToken ? 'invalid_token' : null, 'Inicie sessão, ou use uma chave de API.');
  if (isDelayed(principal)) return challenge(403, 'insufficient_scope', 'A conta tem um passo por dar na consola.');
  return mayRead('assistant:use', principal)
    ? null
    : challenge(403, 'insufficient_scope', 'Falta a permissão assistant:use.');
}
