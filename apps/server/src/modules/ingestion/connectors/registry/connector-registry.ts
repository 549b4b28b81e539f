import type { Clock } from '../../../../platform/clock/clock.ts';
import type { CredentialVault } from '../../../../platform/crypto/credential-vault.ts';
import type { ConfiguredConnector } from '../connectors.types.ts';
import type { OperationsRepository } from '../operations/operations.repository.ts';

/** A connector as it stands now: the operator's changes on screen over the installation's settings. */
export type ResolvedConnector = ConfiguredConnector & {
  readonly cron: string;
  readonly paused: boolean;
  /** Suspended because its shape drifted. */
  readonly driftPaused: boolean;
};

const rereadMs = 1_000;

/** Connectors with the schedule, pause and credentials that operators set on screen. */
export function createConnectorRegistry(
  configured: readonly ConfiguredConnector[],
  repository: OperationsRepository,
  vault: CredentialVault,
  clock: Clock,
) {
  let known: { readMs: number; all: readonly ResolvedConnector[] } | null = null;

  async function read(): Promise<readonly ResolvedConnector[]> {
    const [settings, credentials] = await Promise.all([repository.settings(), repository.credentials()]);
    return configured.map((entry) => {
      const { id, cron, credentialNames } = entry.connector;
      const changed = settings.find((row) => row.connector_id === id);
      const stored = credentials.filter((row) => row.connector_id === id);
      const opened = Object.fromEntries(stored.map((row) => [row.name, vault.open(id, row.name, row.sealed)]));
      const all = { ...entry.settings.credentials, ...opened };
      const absent = credentialNames.filter((name) => all[name] === undefined);
      // A credential given on screen makes up for one missing at the start; nothing else that was said then changed.
      const lacked = credentialNames.some((name) => entry.settings.credentials?.[name] === undefined);
      const lasting = lacked ? null : entry.disabledReason;
      const paused = changed?.paused ?? false;
      const driftPaused = changed?.drift_paused ?? false;
      return {
        ...entry,
        settings: { ...entry.settings, credentials: all },
        disabledReason: disabledReason(absent, paused, driftPaused) ?? lasting,
        cron: changed?.cron ?? cron,
        paused,
        driftPaused,
      };
    });
  }

  return {
    async all(): Promise<readonly ResolvedConnector[]> {
      if (known === null || clock.nowMs() - known.readMs >= rereadMs)
        known = { readMs: clock.nowMs(), all: await read() };
      return known.all;
    },
    async find(id: string): Promise<ResolvedConnector | null> {
      return (await this.all()).find((entry) => entry.connector.id === id) ?? null;
    },
    /** After a change on screen: the next reader sees it. */
    forget(): void {
      known = null;
    },
  };
}

export type ConnectorRegistry = ReturnType<typeof createConnectorRegistry>;

function disabledReason(absent: readonly string[], paused: boolean, driftPaused: boolean): string | null {
  if (paused) return 'Suspenso por um operador.';
  if (driftPaused) return 'Suspenso: o esquema do fornecedor mudou e ninguém tomou conhecimento.';
  return absent.length === 0 ? null : `Falta a credencial do fornecedor: ${absent.join(', ')}.`;
}
