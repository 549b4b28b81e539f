import { formatNumber } from '@kianda/format';
import { Button } from '@mantine/core';
import section from '../page.module.css';
import styles from './fleet-map.module.css';
import type { LayerName } from './map-view.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';
import type { useAreas } from './use-areas.ts';
import type { Events } from './use-events.ts';
import type { Fleet } from './use-fleet.ts';

const wholeNumber = { maxDecimals: 0 } as const;

type FailuresProps = {
  readonly fleet: Fleet;
  readonly places: ReturnType<typeof useAreas>;
  readonly events: Events;
};

/** Parts that did not arrive; each fails alone, the map stays. */
export function FleetFailures({ fleet: { result }, places, events }: FailuresProps) {
  return (
    <>
      {result.error === null ? null : <Failure text={result.error.message} onRetry={result.refresh} />}
      {places.error === null ? null : (
        <Failure text={`${texts.areasFailed} ${places.error.message}`} onRetry={places.retry} />
      )}
      {events.error === null ? null : (
        <p role="alert" className={section.warning}>
          {texts.eventsFailed} {events.error.message}
        </p>
      )}
    </>
  );
}

type NotesProps = { readonly fleet: Fleet; readonly layers: ReadonlySet<LayerName> };

/** Why the map shows no vessel, or not all of them. Below the map: it must not move while it plays. */
export function FleetNotes({ fleet, layers }: NotesProps) {
  const { result, vessels, total, isTruncated, isWaiting } = fleet;
  const isEmpty = layers.has('fleet') && !isWaiting && result.error === null && vessels.length === 0;
  return (
    <>
      {isEmpty ? <p className={styles.note}>{texts.none}</p> : null}
      {isTruncated ? (
        <p className={styles.note}>
          {texts.more(formatNumber(vessels.length, wholeNumber), formatNumber(total, wholeNumber))}
        </p>
      ) : null}
    </>
  );
}

function Failure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div role="alert" className={styles.failure}>
      <span className={section.warning}>{text}</span>
      <Button size="xs" variant="default" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}
