import type { DataOf } from '@kianda/contract';
import { deadLetters } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import {
  intakeFile,
  intakeFiles,
  intakeOverview,
  intakeUpload,
} from '@kianda/contract/ingestion/connectors/intake.contract';
import { dataConnectors, processingJobs } from '@kianda/contract/ingestion/connectors/operations.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useApplication } from '../../../../../client/context.tsx';
import { toFailure } from '../../../../../client/failure.ts';
import { askAgain } from '../../../../../client/use-endpoint.ts';

export type Overview = DataOf<typeof intakeOverview>;
export type Format = Overview['formats'][number];
export type IntakeFile = Overview['waiting'][number];
export type Received = DataOf<typeof intakeUpload>;

/** Answers that change when a file is received, decided upon or stored. */
export const fileAnswers = [intakeOverview, intakeFiles, intakeFile] as const;
export const storedAnswers = [...fileAnswers, dataConnectors, processingJobs, deadLetters] as const;

type Sending = { readonly name: string } | null;
export type Upload = {
  /** The answer, or null after a failure, which is in `failure`. */
  readonly send: (file: File, stream: string | undefined) => Promise<Received | null>;
  readonly sending: Sending;
  readonly failure: string | null;
  readonly fail: (message: string) => void;
};

/** Sends one file of a connector and asks for the lists again. */
export function useUpload(connectorId: string): Upload {
  const { client } = useApplication();
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = useCallback(
    async (file: File, stream: string | undefined) => {
      setSending({ name: file.name });
      setFailure(null);
      try {
        const query = { fileName: file.name, ...(stream === undefined ? {} : { stream }) };
        const { data } = await client.upload(intakeUpload, { params: { id: connectorId }, query }, file);
        await Promise.all(fileAnswers.map((one) => askAgain(queries, one)));
        return data;
      } catch (thrown) {
        setFailure(toFailure(thrown).message);
        return null;
      } finally {
        setSending(null);
      }
    },
    [client, queries, connectorId],
  );
  return { send, sending, failure, fail: setFailure };
}
