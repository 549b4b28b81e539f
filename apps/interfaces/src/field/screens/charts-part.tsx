import type { ChartId } from '@kianda/contract/ingestion/field/field.contract';
import { RelativeTime } from '@kianda/ui';
import { useEffect, useState } from 'react';
import styles from '../field.module.css';
import type { Reference } from '../queue/phone-store.ts';
import { fieldTexts } from '../texts.pt.ts';
import { type KeptChart, useCharts } from '../use-charts.ts';
import type { Field } from '../use-field.ts';
import ChartDrawing from './chart-drawing.tsx';

const { charts: texts, phone: phoneTexts } = fieldTexts;

/** Parts of the sea to keep for where there is no network. With the data saver on nothing is asked before a tap. */
export function ChartsPart({ field, saves }: { readonly field: Field; readonly saves: boolean }) {
  const { kept, offered, busy, failure, list, keep, drop } = useCharts(field.phone);
  const mayAsk = field.isFramed && navigator.onLine;
  useEffect(() => {
    if (mayAsk && !saves) void list();
  }, [mayAsk, saves, list]);
  const held = new Set(kept.map(({ chart }) => chart.id));
  const rest = (offered ?? []).filter(({ id }) => !held.has(id));
  return (
    <section className={styles.card}>
      <h3>{texts.title}</h3>
      <p className={styles.note}>{texts.what}</p>
      <ul className={styles.list}>
        {kept.map((one) => (
          <Kept
            key={one.chart.id}
            kept={one}
            reference={field.reference}
            isBusy={busy === one.chart.id}
            onUpdate={mayAsk ? () => void keep(one.chart.id) : null}
            onDrop={() => void drop(one.chart.id)}
          />
        ))}
        {rest.map(({ id, name, bytes }) => (
          <li key={id}>
            <Keep id={id} label={texts.keep(name, bytes)} isBusy={busy === id} onKeep={keep} />
          </li>
        ))}
      </ul>
      {offered === null && mayAsk ? (
        <button type="button" className={styles.button} disabled={busy === 'list'} onClick={() => void list()}>
          {texts.list}
        </button>
      ) : null}
      {mayAsk ? null : <p className={styles.note}>{texts.needsSession}</p>}
      <p role="alert" className={styles.wrong}>
        {failure ?? ''}
      </p>
    </section>
  );
}

type KeepProps = {
  readonly id: ChartId;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onKeep: (id: ChartId) => Promise<void>;
};

const Keep = ({ id, label, isBusy, onKeep }: KeepProps) => (
  <button type="button" className={styles.button} disabled={isBusy} onClick={() => void onKeep(id)}>
    {label}
  </button>
);

type KeptProps = {
  readonly kept: KeptChart;
  readonly reference: Reference | null;
  readonly isBusy: boolean;
  /** Null where it cannot be read again now. */
  readonly onUpdate: (() => void) | null;
  readonly onDrop: () => void;
};

function Kept({ kept: { chart, at, bytes }, reference, isBusy, onUpdate, onDrop }: KeptProps) {
  const [isShown, setShown] = useState(false);
  return (
    <li className={styles.card}>
      <div className={styles.headLine}>
        <h4>{chart.name}</h4>
        <span className={styles.note}>
          {texts.held(bytes)}
          <RelativeTime at={new Date(at).toISOString()} />
        </span>
      </div>
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.button}
          aria-expanded={isShown}
          aria-label={texts.showOf(chart.name, isShown)}
          onClick={() => setShown(!isShown)}
        >
          {texts.show(isShown)}
        </button>
        {onUpdate === null ? null : (
          <button
            type="button"
            className={styles.button}
            disabled={isBusy}
            aria-label={texts.updateOf(chart.name)}
            onClick={onUpdate}
          >
            {phoneTexts.update}
          </button>
        )}
        <button type="button" className={styles.button} aria-label={texts.dropOf(chart.name)} onClick={onDrop}>
          {phoneTexts.drop}
        </button>
      </div>
      {isShown ? <Opened chart={chart} reference={reference} /> : null}
    </li>
  );
}

function Opened({ chart, reference }: Pick<KeptChart, 'chart'> & Pick<KeptProps, 'reference'>) {
  const [here, setHere] = useState<{ readonly lon: number; readonly lat: number } | null>(null);
  const [isLost, setLost] = useState(false);
  const locate = () => {
    setLost(navigator.geolocation === undefined);
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => setHere({ lon: coords.longitude, lat: coords.latitude }),
      () => setLost(true),
    );
  };
  const seasons = (area: string) => (reference?.seasons ?? []).filter((season) => season.area === area);
  return (
    <>
      <ChartDrawing chart={chart} here={here} />
      <p className={styles.note}>{`${texts.legend} ${chart.notice}`}</p>
      <button type="button" className={styles.button} onClick={locate}>
        {texts.here}
      </button>
      <p role="status" className={styles.wrong}>
        {isLost ? texts.lost : ''}
      </p>
      <p>{chart.areas.length === 0 ? texts.noAreas : texts.areas}</p>
      <ul className={styles.findings}>
        {chart.areas.map(({ id, name, forbidsFishing }) => (
          <li key={id}>
            <strong>{name}</strong>
            {[
              ...(forbidsFishing ? [texts.forbidden] : []),
              ...seasons(id).map((season) => texts.season(season.name, season.from, season.to)),
            ].join(' ') || texts.noRules}
          </li>
        ))}
      </ul>
      <p>{texts.ports(chart.ports.map(({ name }) => name).join(', '))}</p>
    </>
  );
}
