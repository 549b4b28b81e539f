import type { CoastSurvey } from '@kianda/contract/sea/coast/coast.contract';
import { formatDay, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel } from '@kianda/ui';
import { SectionLinks } from '../../shared/section-links.tsx';
import styles from './coastline.module.css';
import { coastTexts } from './texts.pt.ts';
import { useSurveys } from './use-coast.ts';

const texts = coastTexts.surveys;

/** Surveys of the shoreline that analyses may use, and how to bring one. */
export function SurveyPanel() {
  const surveys = useSurveys();
  return (
    <Panel
      id="levantamentos"
      title={texts.title}
      description={texts.description}
      source={surveys}
      isEmpty={(all) => all.length === 0}
      empty={
        <EmptyState title={texts.none} action={<SectionLinks ids={['geo-features']} />}>
          {texts.noneText}
        </EmptyState>
      }
      flush
    >
      {(all) => (
        <DataTable
          id="levantamentos-da-costa"
          label={texts.label}
          columns={columns}
          rows={all}
          rowId={({ id }) => id}
        />
      )}
    </Panel>
  );
}

const columns: readonly Column<CoastSurvey>[] = [
  {
    ...{ id: 'name', label: texts.name, value: ({ title }) => title },
    render: ({ title, isSimulated }) => (isSimulated ? texts.simulated(title) : title),
  },
  {
    ...{ id: 'dates', label: texts.dates, value: ({ dates }) => dates.length },
    render: ({ dates }) => <div className={styles.note}>{dates.map(formatDay).join(', ')}</div>,
  },
  {
    ...{ id: 'lines', label: texts.lines, value: ({ lines }) => lines, align: 'end' },
    render: ({ lines }) => formatNumber(lines),
  },
  {
    ...{ id: 'methods', label: texts.methods, value: ({ methods }) => methods.join(', ') },
    render: ({ methods }) => methods.join(', ') || <abbr title={texts.noMethod}>{UNKNOWN}</abbr>,
  },
  { id: 'licence', label: texts.licence, value: ({ licence }) => licence },
  {
    ...{
      id: 'refused',
      label: texts.refused,
      value: ({ refused }) => refused.reduce((sum, { count }) => sum + count, 0),
    },
    render: ({ refused }) => (
      <div className={styles.note}>
        {refused.map(({ count, reason }) => coastTexts.summary.refused(formatNumber(count), reason)).join('; ') ||
          coastTexts.summary.none}
      </div>
    ),
  },
];
