import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { configurationModule } from '../../operations/configuration/index.ts';
import { servicesModule } from '../../operations/services/index.ts';
import { auditModule } from '../audit/index.ts';
import { assistantMigrations } from './assistant.migrations.ts';
import { createAssistantRepository } from './assistant.repository.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { createAssistantService } from './assistant.service.ts';
import { mcpRoutes } from './mcp/mcp.routes.ts';
import type { McpDependencies } from './mcp/mcp-server.ts';
import type { ModelAccess, ModelSettings } from './model/model.client.ts';
import { createToolCalls, type ToolGate } from './tools/tool-call.service.ts';

export type AssistantOptions = {
  readonly platform: Platform;
  readonly gate: ToolGate;
  readonly collections: McpDependencies['collections'];
  readonly onCall: McpDependencies['onCall'];
  readonly model: ModelAccess | null;
  readonly version: string;
  readonly publicUrl: string;
};

/** Front door of the assistant and of the MCP server: both answer by the same tools. */
export function createAssistant(options: AssistantOptions): Module {
  const { platform, gate, model, publicUrl } = options;
  const { clock, database } = platform;
  const tools = createToolCalls(gate);
  const repository = createAssistantRepository(database);
  const service = createAssistantService({ repository, tools, clock, model, publicUrl });
  return {
    name: 'assistant',
    migrations: assistantMigrations,
    bindings: [...assistantRoutes(service, clock), ...mcpRoutes({ ...options, tools })],
    holdings: [
      {
        id: 'assistant',
        label: 'Conversas com o assistente',
        fate: 'removed',
        note: 'São eliminadas: mais ninguém as via.',
        count: (accountId) => repository.count(accountId),
        release: async (accountId) => void (await repository.remove(accountId, null)),
      },
    ],
  };
}

export const assistantModule = defineModule({
  name: 'assistant',
  needs: { audit: auditModule, configuration: configurationModule, services: servicesModule },
  settings: settingsOf<{
    readonly model: ModelSettings | null;
    readonly version: string;
    readonly publicUrl: string;
    readonly userAgent: () => string;
    readonly allowPrivateHosts: readonly string[];
  }>(),
  collects: ['bindings', 'collections'],
  create({ platform, settings, needs: { audit, configuration, services }, collected }) {
    const { model, version, publicUrl, userAgent, allowPrivateHosts } = settings;
    const { clock, random } = platform;
    return {
      manifest: createAssistant({
        ...{ platform, version, publicUrl },
        collections: collected.collections,
        gate: {
          bindings: collected.bindings,
          isStopped: services.isPrefixStopped,
          refusal: configuration.refusal,
        },
        model: model === null ? null : { settings: model, clock, random, userAgent, allowPrivateHosts },
        onCall: (tool, input, refused, { principal, requestId, ipAddress, userAgent: program }) =>
          audit.record({
            event: refused === 'forbidden' ? 'auth.permission.denied' : 'data.access',
            severity: 'low',
            actorId: principal.accountId,
            actorName: principal.email,
            resource: `mcp/${tool.slice(0, 64)}`,
            ipAddress,
            userAgent: program,
            metadata: { requestId, arguments: JSON.stringify(input).slice(0, 500), refused },
          }),
      }),
    };
  },
});
