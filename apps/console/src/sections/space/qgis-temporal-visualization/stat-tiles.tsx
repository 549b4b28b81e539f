import type { TemporalRecord, TemporalStats } from '@kianda/contract/space/temporal/temporal.contract';
import { formatDate, formatNumber, UNKNOWN } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import styles from './page.module.css';
import { temporalTexts } from './texts.pt.ts';

const texts = temporalTexts.stats;

type Props = {
  readonly stats: TemporalStats;
  readonly records: readonly TemporalRecord[];
  /** Clocks that run in this page. */
  readonly playing: number;
};

/** The totals of the page. */
export function StatTiles({ stats, records, playing }: Props) {
  const { timeZone } = usePreferences();
  const withData = records.filter(({ available_dates }) => available_dates.length > 0).length;
  const unknown = (
    <abbr className={styles.unknown} title={texts.none}>
      {UNKNOWN}
    </abbr>
  );
  const tiles = [
    { name: texts.variables, value: formatNumber(stats.total_variables), note: texts.withData(formatNumber(withData)) },
    { name: texts.animations, value: formatNumber(playing), note: texts.oneClock },
    {
      name: texts.days,
      value: stats.date_range_days === null ? unknown : formatNumber(stats.date_range_days),
      note: texts.dayUnit,
    },
    { name: texts.frames, value: formatNumber(stats.total_frames), note: null },
    { name: texts.points, value: formatNumber(stats.data_points), note: null },
    {
      name: texts.update,
      value: stats.last_update === null ? unknown : formatDate(stats.last_update, timeZone),
      note: null,
    },
  ];
  return (
    <dl className={styles.stats} aria-label={texts.title}>
      {tiles.map(({ name, value, note }) => (
        <div key={name} className={styles.stat}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            {note === null ? null : <span> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
