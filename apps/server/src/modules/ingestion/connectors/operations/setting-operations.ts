import type { Connector } from '@kianda/connectors';
import { AppError } from '../../../../platform/http/errors.ts';
import { isCron, nextRunsOf } from '../schedule/cron.ts';
import { credentialsOf } from './manifest.ts';
import type { OperationsContext } from './operations.context.ts';
import type { Actor } from './operations.types.ts';

/** Cursor, schedule and credentials of connectors, as operators change them. */
export function settingOperations(context: OperationsContext) {
  const { repository, operations, registry, service, vault, clock, audit, now } = context;
  return {
    async setCursor(
      id: string,
      streamId: string,
      { cursor, reason }: { cursor: unknown; reason: string },
      actor: Actor,
    ): Promise<unknown> {
      const { connector } = await context.streamNamed(id, streamId);
      const stream = connector.streams.find((candidate) => candidate.id === streamId);
      if (cursor !== null && stream !== undefined && !stream.cursorSchema.safeParse(cursor).success) {
        throw new AppError('validation_failed', { detail: 'O cursor não tem a forma que este fluxo espera.' });
      }
      if (await operations.isRunning(id, streamId)) {
        throw new AppError('conflict', { detail: 'Há uma execução em curso: espere que termine ou cancele-a.' });
      }
      const before = await repository.cursorOf(id, streamId);
      await operations.setCursor(id, streamId, cursor, now());
      service.forget();
      await audit.record({
        change: 'cursor',
        resource: `connector/${id}/${streamId}`,
        actor,
        metadata: { before: JSON.stringify(before), after: JSON.stringify(cursor), reason },
      });
      return cursor;
    },

    async setSchedule(id: string, values: { cron: string | null; paused: boolean }, actor: Actor) {
      const { connector } = await context.connectorNamed(id);
      if (values.cron !== null && !isCron(values.cron)) {
        throw new AppError('validation_failed', { detail: `«${values.cron}» não é uma agenda cron de cinco campos.` });
      }
      await operations.saveSettings(id, values, { by: actor.id, at: now() });
      registry.forget();
      await audit.record({ change: 'schedule', resource: `connector/${id}`, actor, metadata: values });
      const cron = values.cron ?? connector.cron;
      if (!values.paused) await repository.askProbe(id, now());
      return { cron, paused: values.paused, nextRuns: values.paused ? [] : nextRunsOf(cron, id, clock.nowMs(), 5) };
    },

    /** Settings of each connector by id; of a credential only whether it is set. */
    async configurations() {
      const [all, open] = await Promise.all([registry.all(), context.engine.drift.openCounts()]);
      return new Map(
        all.map((configured) => {
          const { connector, paused } = configured;
          const openDrifts = open.get(connector.id) ?? 0;
          return [connector.id, { paused, credentials: credentialsOf(configured), openDrifts }] as const;
        }),
      );
    },

    /** Seals and stores credentials; their values are neither logged nor audited. Throws `validation_failed` on an unknown name. */
    async setCredentials(id: string, credentials: Readonly<Record<string, string>>, actor: Actor): Promise<string[]> {
      const { connector } = await context.connectorNamed(id);
      const names = Object.keys(credentials);
      const accepted = credentialNamesOf(connector);
      const unknown = names.filter((name) => !accepted.includes(name));
      if (unknown.length > 0 || names.length === 0) {
        throw new AppError('validation_failed', { detail: acceptedText(accepted) });
      }
      for (const [name, secret] of Object.entries(credentials)) {
        const sealed = vault.seal(id, name, secret);
        await operations.saveCredential({ connectorId: id, name, sealed }, { by: actor.id, at: now() });
      }
      registry.forget();
      service.forget();
      await Promise.all([repository.forgetAccess(id), repository.askProbe(id, now())]);
      await audit.record({
        change: 'credentials',
        resource: `connector/${id}`,
        actor,
        metadata: { names: names.join(', ') },
      });
      return names;
    },
  };
}

function acceptedText(names: readonly string[]): string {
  return `Credenciais deste conector: ${names.join(', ') || 'nenhuma'}.`;
}

/** Names of the credentials an operator may set, required and optional. */
function credentialNamesOf({ credentialNames, optionalCredentialNames = [] }: Connector): readonly string[] {
  return [...credentialNames, ...optionalCredentialNames];
}
