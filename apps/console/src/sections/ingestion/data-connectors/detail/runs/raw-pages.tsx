import { rawPage } from '@kianda/contract/ingestion/connectors/operations.contract';
import { formatBytes, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, downloadBlob, useClock } from '@kianda/ui';
import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useApplication } from '../../../../../client/context.tsx';
import { toFailure } from '../../../../../client/failure.ts';
import { notify } from '../../../../../platform/notices.ts';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import type { RunAnswer } from './run-answer.ts';

const texts = detailTexts.run;
/** As a run lists them, or as the trace of one value does, without the code of the answer. */
type RawPage = Omit<RunAnswer['rawPages'][number], 'status'> & { readonly status?: number };

type Props = { readonly runId: string; readonly pages: readonly RawPage[]; readonly connector: Connector };

/** Pages as the provider sent them, each to download. */
export function RawPages({ runId, pages, connector }: Props) {
  const clock = useClock();
  const { client } = useApplication();
  const columns = useMemo<readonly Column<RawPage>[]>(() => {
    const download = (seq: number) => {
      client
        .download(rawPage, { params: { runId, seq } })
        .then((blob) => downloadBlob(`${runId}-${seq}.gz`, blob))
        .catch((thrown: unknown) => notify({ tone: 'error', message: texts.rawFailed(toFailure(thrown).message) }));
    };
    return [
      { id: 'seq', label: texts.rawPage, value: (page) => page.seq, render: (page) => String(page.seq), width: '90px' },
      { id: 'status', label: texts.rawStatus, value: (page) => page.status, align: 'end' },
      {
        id: 'bytes',
        label: texts.rawBytes,
        value: (page) => page.bytes,
        render: (page) => formatBytes(page.bytes),
        align: 'end',
      },
      { id: 'type', label: texts.rawType, value: (page) => page.contentType, hidden: true },
      {
        id: 'get',
        label: texts.rawGet,
        render: (page) =>
          page.expiredAt === null ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.rawDownload(page.seq)}
              onClick={() => download(page.seq)}
            >
              <IconDownload size={15} aria-hidden="true" />
            </ActionIcon>
          ) : (
            <span title={texts.rawExpired}>{UNKNOWN}</span>
          ),
      },
      {
        id: 'url',
        label: texts.rawUrl,
        value: (page) => page.url,
        render: (page) => (
          <span className={`k-mono ${styles.oneLine}`} title={page.url}>
            {page.url}
          </span>
        ),
      },
    ];
  }, [client, runId]);
  return (
    <section aria-label={texts.rawTitle}>
      <h3 className={styles.subtitle}>{texts.rawTitle}</h3>
      {pages.length === 0 ? (
        <p className={styles.note}>{texts.rawEmpty}</p>
      ) : (
        <div className={styles.wide}>
          <DataTable
            id={`${runId}-paginas`}
            label={texts.rawTitle}
            columns={columns}
            rows={pages}
            rowId={(page) => String(page.seq)}
            height="260px"
            csvNotes={() => exportNote(connector, clock())}
          />
        </div>
      )}
    </section>
  );
}
