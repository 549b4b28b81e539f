import type { IntakeFormat } from '@kianda/connectors';
import type { CredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { ListRecorder } from '../../../platform/http/list-file.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ConfiguredConnector, ConnectorAudit } from '../connectors/index.ts';
import type { IntakeRepository } from './intake.repository.ts';
import type { FileRow } from './intake.tables.ts';

export type IntakeContext = {
  readonly platform: Platform;
  readonly repository: IntakeRepository;
  /** The connector with the present settings of operators; null for an unknown one. */
  readonly connector: (id: string) => Promise<ConfiguredConnector | null>;
  /** Starts a run of a stream; null while one is under way or none may start: the file is read by the next. */
  readonly run: (connectorId: string, streamId: string, actorId: string) => Promise<string | null>;
  readonly vault: CredentialVault;
  readonly audit: ConnectorAudit;
  /** Where each list that is given as a file is recorded; absent in tests of the module alone. */
  readonly trail: ListRecorder | undefined;
  /** Folder whose folders, one a connector, are watched. */
  readonly folder: string;
  readonly maxFileBytes: number;
  /** How long a file must keep its size before it counts as whole. */
  readonly settleMs: number;
  /** Keys of files on servers whose bytes this process fetched and already had. */
  readonly recognised: Set<string>;
};

/** States in which a file waits for a person's decision. */
export const waitingStates = ['awaiting_mapping', 'awaiting_confirmation'] as const;

export type Formats = ReadonlyMap<string, IntakeFormat>;

/** Formats of a connector's files by stream. */
export function formatsOf({ connector }: ConfiguredConnector): Formats {
  return new Map(
    connector.streams.flatMap((stream) => (stream.intake === undefined ? [] : [[stream.id, stream.intake] as const])),
  );
}

export type Delivery = {
  readonly connectorId: string;
  readonly name: string;
  readonly way: FileRow['way'];
  /** Account, folder, host or key. */
  readonly from: string;
  readonly stream?: string | undefined;
  readonly remoteKey?: string;
};
