import type { TemporalRecord } from '@kianda/contract/space/temporal/temporal.contract';
import { animationSpeeds, describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatCount, formatDate, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { FactList, named, PanelFrame, Sparkline, usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { Button, NativeSelect } from '@mantine/core';
import { PhoneFirst } from '../../../shared/phone-more.tsx';
import { ofVariable } from '../search.ts';
import { FieldPicture } from '../stage/field-picture.tsx';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './clock.module.css';
import { momentsOf, valueAtClock } from './moments.ts';

const texts = temporalTexts.cards;
const speedData = animationSpeeds.map((speed) => ({ value: String(speed), label: texts.times(formatNumber(speed)) }));
const sparkPoints = 90;
/** Cards before «Ver mais» on a phone. */
const firstCards = 2;

/** The six variables, each with its own small map at the date of the clock. */
export function VariableCards({ view }: { readonly view: View }) {
  return (
    <PanelFrame title={texts.title} description={texts.about}>
      <PhoneFirst items={[...view.records.values()]} first={firstCards} of={texts.title}>
        {(records) => (
          <div className={styles.cards}>
            {records.map((record) => (
              <VariableCard key={record.variable_id} record={record} view={view} />
            ))}
          </div>
        )}
      </PhoneFirst>
    </PanelFrame>
  );
}

type CardProps = { readonly record: TemporalRecord; readonly view: View };

function VariableCard({ record, view: { search, change, clock } }: CardProps) {
  const { timeZone } = usePreferences();
  const id = record.variable_id;
  const isShown = search.variable === id;
  const isPlaying = isShown && clock.playing;
  const now = clock.ms === null ? null : valueAtClock(record, clock.ms);
  const newest = record.available_dates.at(-1);
  const range = record.min_value === null || record.max_value === null ? null : [record.min_value, record.max_value];
  const amount = (value: number) => formatNumber(value, { maxDecimals: 2 });
  const play = () => {
    if (!isShown) change({ ...ofVariable(id), compare: undefined });
    clock.setPlaying(!isPlaying);
  };
  return (
    <article className={styles.card} data-shown={isShown} aria-label={record.name}>
      <div className={styles.cardHead}>
        <h3>{record.name}</h3>
        <span className={styles.state}>{isPlaying ? texts.state.playing : texts.state.paused}</span>
      </div>
      <div className={styles.pair}>
        <SmallMap record={record} clock={clock} ms={now?.ms ?? null} />
        <div>
          <CurrentValue record={record} />
          <Sparkline values={record.means.slice(-sparkPoints)} label={record.name} />
          {now?.mean == null ? null : (
            <p className={styles.reason}>
              {texts.atClock}: {formatQuantity(now.mean, record.units, { maxDecimals: 2 })},{' '}
              {formatDate(now.ms, timeZone)}
            </p>
          )}
        </div>
      </div>
      {record.reason === null ? null : <p className={styles.reason}>{record.reason}</p>}
      <FactList
        items={[
          [texts.source, record.data_source],
          [texts.step, temporalTexts.resolution[record.temporal_resolution]],
          [
            texts.range[describeTemporal(record.variable_id).area],
            range === null ? UNKNOWN : range.map(amount).join(' – '),
          ],
          [texts.last, newest === undefined ? UNKNOWN : formatDate(newest, timeZone)],
        ]}
      />
      <div className={styles.controls}>
        <Button
          size="sm"
          variant={isPlaying ? 'filled' : 'default'}
          aria-label={named(isPlaying ? texts.pause : texts.play, record.name)}
          disabled={record.available_dates.length < 2}
          onClick={play}
        >
          {isPlaying ? texts.pause : texts.play}
        </Button>
        <NativeSelect
          size="sm"
          aria-label={named(texts.speed, record.name)}
          data={speedData}
          value={String(search.speed)}
          onChange={(event) => change({ speed: Number(event.currentTarget.value) }, { replace: true })}
        />
        <span className={styles.state}>
          {formatCount(record.available_dates.length, temporalTexts.strip.date, temporalTexts.strip.dates)}
        </span>
      </div>
    </article>
  );
}

function CurrentValue({ record: { current_value: value, units, reason } }: { readonly record: TemporalRecord }) {
  return (
    <div className={styles.value}>
      {value === null ? <abbr title={reason ?? ''}>{UNKNOWN}</abbr> : formatNumber(value, { maxDecimals: 2 })}{' '}
      <small>{units}</small>
    </div>
  );
}

type SmallProps = { readonly record: TemporalRecord; readonly clock: View['clock']; readonly ms: number | null };

function SmallMap({ record, clock, ms }: SmallProps) {
  const { timeZone } = usePreferences();
  const frame = clock.small(record.variable_id);
  if (frame === null || ms === null || momentsOf(record).length === 0) {
    const isComing = clock.isSmallComing(record.variable_id);
    return <div className={styles.noPicture}>{isComing ? texts.coming : texts.noPicture}</div>;
  }
  const scale = createColourScale(describeTemporal(record.variable_id).colours);
  return (
    <FieldPicture
      className={styles.picture}
      field={frame.field}
      scale={scale}
      label={texts.picture(record.name, formatDate(ms, timeZone))}
    />
  );
}
