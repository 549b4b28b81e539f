import { freshnessLimitOf, hostsOf } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import type { connectorManifest } from '@kianda/contract/ingestion/connectors/engine.contract';
import { evaluatedRules } from '../quality/run-rules.ts';
import type { ResolvedConnector } from '../registry/connector-registry.ts';

/** Credentials a connector takes, needed or not, and whether each is there; never their values. */
export function credentialsOf({ connector, settings }: Pick<ResolvedConnector, 'connector' | 'settings'>) {
  const view = (required: boolean) => (name: string) => ({
    name,
    required,
    isSet: settings.credentials?.[name] !== undefined,
  });
  return [...connector.credentialNames.map(view(true)), ...(connector.optionalCredentialNames ?? []).map(view(false))];
}

/** Full description of a connector. `rules` are the identifiers of the rules that have judged its records so far. */
export function manifestOf(
  configured: ResolvedConnector,
  rules: ReadonlySet<string>,
): DataOf<typeof connectorManifest> {
  const { connector, settings, cron } = configured;
  return {
    id: connector.id,
    name: connector.name,
    provider: connector.provider,
    description: connector.description,
    type: connector.category,
    licence: connector.licence,
    citation: connector.citation,
    homepage: connector.homepage,
    hosts: [...hostsOf(settings)],
    schedule: cron,
    timeoutSeconds: connector.timeoutSeconds,
    continuous: connector.continuous === true,
    credentials: credentialsOf(configured),
    streams: connector.streams.map((stream) => ({
      id: stream.id,
      recordKind: stream.recordKind,
      freshnessLimitHours: freshnessLimitOf(connector, stream.id),
      replayable: stream.replayRow !== undefined,
      takesFiles: stream.intake !== undefined,
    })),
    rules: evaluatedRules
      .filter((rule) => rules.has(rule.id))
      .map(({ id, label, dimension, mostly }) => ({ id, label, dimension, mostly })),
  };
}
