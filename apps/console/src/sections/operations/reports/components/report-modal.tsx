import type { DataOf } from '@kianda/contract';
import { type Report, reportDetail } from '@kianda/contract/operations/reports/reports.contract';

import { Dialog, FactList, Instant, ProvenanceBadge, SkeletonLines } from '@kianda/ui';
import { Box, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { demoContent } from '../api/demo-reports.ts';
import { reportTexts as texts } from '../texts.pt.ts';
import { useDownload } from './report-list.tsx';
import styles from './report-modal.module.css';

type Props = { readonly report: Report; readonly isDemo: boolean; readonly onClose: () => void };

/** A report's text, where its file lies, and whom it was sent to; four fifths of the window at most. */
export default function ReportModal({ report, isDemo, onClose }: Props) {
  const download = useDownload(report, isDemo);
  return (
    <Dialog
      onClose={onClose}
      title={report.name}
      size="80vw"
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
    >
      {isDemo ? <Demo report={report} /> : <Real report={report} />}
      <Group justify="flex-end" gap="xs" mt="sm">
        {report.status === 'completed' ? (
          <Button variant="default" onClick={() => void download()}>
            {texts.download}
          </Button>
        ) : null}
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Dialog>
  );
}

/** Scrolled by the keyboard too: it holds nothing else that could take the focus. */
const Text = ({ children }: { readonly children: string }) => (
  <Box component="section" className={styles.text ?? ''} aria-label={texts.content} tabIndex={0}>
    <pre>{children}</pre>
  </Box>
);

function Demo({ report }: { readonly report: Report }) {
  const content = demoContent(report.id);
  if (content === null) return <p role="alert">{texts.contentFailed}</p>;
  return (
    <Stack gap="sm">
      <FactList items={[[texts.path, report.path]]} />
      <Text>{content}</Text>
    </Stack>
  );
}

function Real({ report }: { readonly report: Report }) {
  const isMaking = report.status === 'generating';
  const detail = useEndpoint(
    reportDetail,
    { params: { id: report.id } },
    { timeoutSeconds: 3, refetchSeconds: isMaking ? 3 : 30 },
  );
  const { sourced, error } = detail;
  if (sourced === undefined) {
    return error === null ? <SkeletonLines lines={8} /> : <p role="alert">{texts.contentFailed}</p>;
  }
  return (
    <Stack gap="sm">
      <Facts detail={sourced.value} mark={<ProvenanceBadge provenance={sourced.provenance} />} />
      <Text>{sourced.value.content}</Text>
      <Deliveries deliveries={sourced.value.deliveries} />
    </Stack>
  );
}

type Detail = DataOf<typeof reportDetail>;

function Facts({ detail, mark }: { readonly detail: Detail; readonly mark: ReactNode }) {
  return (
    <>
      {mark}
      <FactList
        items={[
          [texts.path, detail.path],
          [texts.size, `${detail.format}, ${detail.size}`],
          [texts.modified, <Instant key="modified" at={detail.last_modified} />],
          ...(detail.checksum === null ? [] : [[texts.checksum, detail.checksum] as const]),
        ]}
      />
    </>
  );
}

function Deliveries({ deliveries }: Pick<Detail, 'deliveries'>) {
  if (deliveries.length === 0) return null;
  return (
    <FactList
      items={deliveries.map((one) => {
        const why = one.error === null ? '' : `: ${one.error}`;
        const told = `${texts.deliveryStates[one.state]}, ${texts.attempts(one.attempts)}, `;
        return [one.recipient, <Instant key={one.at} at={one.at} words={(at) => told + at + why} />] as const;
      })}
    />
  );
}
