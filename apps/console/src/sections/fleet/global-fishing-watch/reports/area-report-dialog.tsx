import { allows, type InputOf } from '@kianda/contract';
import {
  type AreaFigures,
  areaReport,
  areaReportPdf,
  defaultReportDays,
  mostReportDays,
} from '@kianda/contract/fleet/surveillance/area-report.contract';
import type { SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatNumber } from '@kianda/format';
import { Dialog, Panel, SkeletonLines, useClock } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useSaveFile } from '../api/use-save-file.ts';
import styles from '../page.module.css';
import { AreaReportBody } from './area-report-body.tsx';
import { reportTexts as texts } from './texts.pt.ts';

type Props = {
  readonly area: SurveillanceArea;
  readonly areas: readonly SurveillanceArea[];
  readonly onClose: () => void;
};
type Query = NonNullable<InputOf<typeof areaReport>['query']>;
type Comparison = keyof typeof texts.comparisons;

const dayMs = 86_400_000;
/** Day in Luanda: UTC+1 all year. */
const dayOf = (ms: number): string => new Date(ms + 3_600_000).toISOString().slice(0, 10);

const isFit = (from: string, to: string): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= mostReportDays;
};

/** What was seen in an area over a period, beside the one before it and whatever it is compared with; also as PDF. */
export default function AreaReportDialog({ area, areas, onClose }: Props) {
  const { role } = useAccount();
  const nowMs = useClock()();
  const [from, setFrom] = useState(dayOf(nowMs - (defaultReportDays - 1) * dayMs));
  const [to, setTo] = useState(dayOf(nowMs));
  const [comparison, setComparison] = useState<Comparison>('none');
  const [compareFrom, setCompareFrom] = useState('');
  const [compareTo, setCompareTo] = useState('');
  const [compareArea, setCompareArea] = useState('');
  const [shown, setShown] = useState<Query>({ from, to });
  const report = useEndpoint(
    areaReport,
    { params: { id: area.id }, query: shown },
    { refetchSeconds: 0, timeoutSeconds: 60 },
  );
  const file = useSaveFile();
  const others = areas.filter(({ id }) => id !== area.id);
  const ready =
    isFit(from, to) &&
    (comparison !== 'period' || isFit(compareFrom, compareTo)) &&
    (comparison !== 'area' || compareArea !== '');
  const show = () =>
    setShown({
      from,
      to,
      ...(comparison === 'period' ? { compareFrom, compareTo } : {}),
      ...(comparison === 'area' ? { compareArea } : {}),
    });
  return (
    <Dialog onClose={onClose} title={texts.title(area.name)} size="xl">
      <div className={styles.stack}>
        <form
          className={styles.filters}
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) show();
          }}
        >
          <TextInput
            type="date"
            label={texts.from}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput type="date" label={texts.to} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
          <NativeSelect
            label={texts.compare}
            value={comparison}
            onChange={(event) => setComparison(event.currentTarget.value as Comparison)}
            data={Object.entries(texts.comparisons).map(([value, label]) => ({
              value,
              label,
              disabled: value === 'area' && others.length === 0,
            }))}
          />
          {comparison === 'period' ? (
            <>
              <TextInput
                type="date"
                label={texts.compareFrom}
                value={compareFrom}
                onChange={(event) => setCompareFrom(event.currentTarget.value)}
              />
              <TextInput
                type="date"
                label={texts.compareTo}
                value={compareTo}
                onChange={(event) => setCompareTo(event.currentTarget.value)}
              />
            </>
          ) : null}
          {comparison === 'area' ? (
            <NativeSelect
              label={texts.compareArea}
              value={compareArea}
              onChange={(event) => setCompareArea(event.currentTarget.value)}
              data={[{ value: '', label: '—' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          ) : null}
          <Button type="submit" className={styles.own ?? ''} disabled={!ready}>
            {texts.show}
          </Button>
        </form>
        {ready ? null : <p className={styles.note}>{texts.badPeriod(formatNumber(mostReportDays))}</p>}
        <Panel
          title={texts.figures}
          source={report}
          skeleton={<SkeletonLines lines={10} />}
          actions={
            allows(areaReportPdf.access, role) ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconDownload size={15} aria-hidden="true" />}
                loading={file.isRunning}
                onClick={() =>
                  void file.save(
                    areaReportPdf,
                    { params: { id: area.id }, query: shown },
                    nameOf(report.sourced?.value.current),
                  )
                }
              >
                {texts.pdf}
              </Button>
            ) : undefined
          }
        >
          {(value) => <AreaReportBody {...value} />}
        </Panel>
      </div>
    </Dialog>
  );
}

const nameOf = (figures: AreaFigures | undefined): string =>
  figures === undefined ? 'relatorio-area.pdf' : `relatorio-area-${figures.from}-a-${figures.to}.pdf`;
