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
import { DayInput, Dialog, Panel, SkeletonLines, useClock } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
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

/** Report of an area over a period, beside the period before it and a chosen comparison; also as PDF. */
export default function AreaReportDialog({ area, areas, onClose }: Props) {
  const { role } = useAccount();
  const period = useLastDays();
  const [shown, setShown] = useState<Query>(period);
  const input = { params: { id: area.id }, query: shown };
  const report = useEndpoint(areaReport, input, { refetchSeconds: 0, timeoutSeconds: 60 });
  const file = useSaveFile();
  return (
    <Dialog onClose={onClose} title={texts.title(area.name)} size="xl">
      <div className={styles.stack}>
        <ReportForm period={period} others={areas.filter(({ id }) => id !== area.id)} onShow={setShown} />
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
                onClick={() => void file.save(areaReportPdf, input, nameOf(report.sourced?.value.current))}
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

type Period = { readonly from: string; readonly to: string };

/** The usual period, which ends today. */
function useLastDays(): Period {
  const nowMs = useClock()();
  const [period] = useState({ from: dayOf(nowMs - (defaultReportDays - 1) * dayMs), to: dayOf(nowMs) });
  return period;
}

type FormProps = {
  readonly period: Period;
  readonly others: readonly SurveillanceArea[];
  readonly onShow: (query: Query) => void;
};

/** Period of the report and what it is compared with; taken over when sent. */
function ReportForm({ period, others, onShow }: FormProps) {
  const [{ from, to }, setPeriod] = useState(period);
  const [comparison, setComparison] = useState<Comparison>('none');
  const [compared, setCompared] = useState({ from: '', to: '' });
  const [compareArea, setCompareArea] = useState('');
  const isReady =
    isFit(from, to) &&
    (comparison !== 'period' || isFit(compared.from, compared.to)) &&
    (comparison !== 'area' || compareArea !== '');
  const show = () =>
    onShow({
      from,
      to,
      ...(comparison === 'period' ? { compareFrom: compared.from, compareTo: compared.to } : {}),
      ...(comparison === 'area' ? { compareArea } : {}),
    });
  return (
    <>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) show();
        }}
      >
        <DayField label={texts.from} value={from} onChange={(day) => setPeriod({ from: day, to })} />
        <DayField label={texts.to} value={to} onChange={(day) => setPeriod({ from, to: day })} />
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
            <DayField
              label={texts.compareFrom}
              value={compared.from}
              onChange={(day) => setCompared({ ...compared, from: day })}
            />
            <DayField
              label={texts.compareTo}
              value={compared.to}
              onChange={(day) => setCompared({ ...compared, to: day })}
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
        <Button type="submit" className={styles.own ?? ''} disabled={!isReady}>
          {texts.show}
        </Button>
      </form>
      {isReady ? null : <p className={styles.note}>{texts.badPeriod(formatNumber(mostReportDays))}</p>}
    </>
  );
}

type DayProps = { readonly label: string; readonly value: string; readonly onChange: (day: string) => void };

function DayField({ label, value, onChange }: DayProps) {
  return <DayInput label={label} value={value} onChange={onChange} />;
}

const nameOf = (figures: AreaFigures | undefined): string =>
  figures === undefined ? 'relatorio-area.pdf' : `relatorio-area-${figures.from}-a-${figures.to}.pdf`;
