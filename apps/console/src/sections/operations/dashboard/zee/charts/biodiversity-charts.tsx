import { formatCount, formatNumber } from '@kianda/format';
import { Panel, SkeletonBar, useNow } from '@kianda/ui';
import { BarList } from '../../../../shared/bar-list.tsx';
import { YearColumns } from '../../../../shared/year-columns.tsx';
import type { useBiodiversity } from '../api/use-zee.ts';
import styles from './charts.module.css';
import { chartTexts } from './texts.pt.ts';

type Props = { readonly summary: ReturnType<typeof useBiodiversity> };
const wholeNumber = { maxDecimals: 0 } as const;
const shownClasses = 8;
const skeleton = <SkeletonBar height={230} />;

/** Species on record by taxonomic class, the largest first, the rest together. */
export function ClassesChart({ summary }: Props) {
  const texts = chartTexts.classes;
  return (
    <Panel
      id="especies-por-classe"
      title={texts.title}
      source={summary}
      skeleton={skeleton}
      isEmpty={(data) => data.by_class.length === 0}
    >
      {({ by_class }) => {
        const rest = by_class.slice(shownClasses);
        const sum = (key: 'species' | 'occurrences') => rest.reduce((total, row) => total + row[key], 0);
        const bars = by_class.slice(0, shownClasses).map((row) => ({
          id: row.name,
          label: row.name,
          value: row.species,
          note: formatNumber(row.occurrences, wholeNumber),
        }));
        if (rest.length > 0) {
          bars.push({
            id: 'outras',
            label: texts.others(formatNumber(rest.length, wholeNumber)),
            value: sum('species'),
            note: formatNumber(sum('occurrences'), wholeNumber),
          });
        }
        return (
          <BarList
            caption={texts.caption}
            labelHeader={texts.name}
            valueHeader={texts.species}
            noteHeader={texts.occurrences}
            format={wholeNumber}
            bars={bars}
          />
        );
      }}
    </Panel>
  );
}

/** Occurrences by the year of their observation. */
export function OccurrencesChart({ summary }: Props) {
  const texts = chartTexts.years;
  const thisYear = new Date(useNow(3_600)).getUTCFullYear();
  return (
    <Panel id="ocorrencias-por-ano" title={texts.title} source={summary} skeleton={skeleton}>
      {({ by_year, future_occurrences: future }) => {
        return (
          <>
            <YearColumns
              title={texts.axis}
              unit={texts.unit}
              fileName={texts.file}
              height={250}
              years={by_year
                .filter(({ year }) => year <= thisYear)
                .map((row) => ({ year: row.year, value: row.occurrences }))}
            />
            {future === 0 ? null : (
              <p className={styles.note}>{texts.excluded(formatCount(future, texts.record, texts.records))}</p>
            )}
          </>
        );
      }}
    </Panel>
  );
}
