import { formatNumber } from '@kianda/format';
import { EmptyState, named, Panel, PanelFrame } from '@kianda/ui';
import { Button, FileInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './infrastructure.module.css';
import { type ReadFile, readPlaces } from './place-files.ts';
import { nameOf, ProposalText } from './proposal-text.tsx';
import { infrastructureTexts as texts } from './texts.pt.ts';
import type { Proposals } from './use-proposals.ts';

/** Faults of a file that are said one by one. */
const mostFaults = 8;

/** A file of places, read in the browser; each becomes a proposal. */
export function ImportPanel({ proposals }: { readonly proposals: Proposals }) {
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const take = async (taken: File | null) => {
    setFile(taken);
    setRead(null);
    setFault(null);
    if (taken === null) return;
    try {
      setRead(readPlaces(await taken.text()));
    } catch (thrown) {
      setFault(thrown instanceof RangeError ? thrown.message : String(thrown));
    }
  };
  const send = async () => {
    if (read === null) return;
    const proposed = read.places.map((fields) => ({ act: 'create' as const, fields }));
    if (await proposals.propose(reason, proposed)) await take(null);
  };
  return (
    <PanelFrame title={texts.import} description={texts.importNote}>
      <div className={styles.form}>
        <FileInput
          label={texts.importFile}
          value={file}
          accept=".csv,.json,.geojson,text/csv,application/geo+json"
          clearable
          onChange={(taken) => void take(taken)}
        />
        {fault === null ? null : (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        {read === null ? null : (
          <>
            <p role="status">{texts.importRead(formatNumber(read.places.length))}</p>
            <ul className={styles.faults}>
              {read.faults.slice(0, mostFaults).map(({ row, message }) => (
                <li key={row}>{texts.importFault(formatNumber(row), message)}</li>
              ))}
              {read.faults.length > mostFaults ? (
                <li>{texts.moreFaults(formatNumber(read.faults.length - mostFaults))}</li>
              ) : null}
            </ul>
            <TextInput
              label={texts.fields.reason}
              value={reason}
              maxLength={500}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Button
              disabled={read.places.length === 0 || reason.trim().length < 3}
              loading={proposals.isBusy}
              onClick={() => void send()}
            >
              {texts.importSend}
            </Button>
          </>
        )}
      </div>
    </PanelFrame>
  );
}

/** Proposals that wait; each is reviewed by another person than who made it. */
export function ReviewPanel({ proposals }: { readonly proposals: Proposals }) {
  return (
    <Panel
      title={texts.review}
      source={proposals.pending}
      isEmpty={(value) => value.proposals.length === 0}
      empty={<EmptyState title={texts.noPending} />}
    >
      {(value) => (
        <ul className={styles.proposals}>
          {value.proposals.map((proposal) => (
            <li key={proposal.id}>
              <ProposalText proposal={proposal} />
              {proposal.isReviewable ? (
                <div className={styles.buttons}>
                  <Button
                    size="compact-md"
                    loading={proposals.isBusy}
                    aria-label={named(texts.accept, nameOf(proposal))}
                    onClick={() => void proposals.review(proposal.id, true)}
                  >
                    {texts.accept}
                  </Button>
                  <Button
                    size="compact-md"
                    variant="default"
                    loading={proposals.isBusy}
                    aria-label={named(texts.refuse, nameOf(proposal))}
                    onClick={() => void proposals.review(proposal.id, false)}
                  >
                    {texts.refuse}
                  </Button>
                </div>
              ) : (
                <p className={styles.note}>{texts.own}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
