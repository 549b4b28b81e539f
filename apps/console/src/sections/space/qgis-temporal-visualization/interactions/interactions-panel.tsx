import { allows, type DataOf } from '@kianda/contract';
import { toCsv } from '@kianda/contract/core/csv';
import {
  type AnimalContact,
  fishingSources,
  type temporalInteractions,
} from '@kianda/contract/space/temporal/interactions.contract';
import { formatCoordinates, formatCount, formatInstant, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import {
  cx,
  downloadText,
  EmptyState,
  FactList,
  named,
  PanelFailure,
  PanelFrame,
  SkeletonLines,
  usePreferences,
} from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useAccount } from '../../../../client/context.tsx';
import shared from '../analysis/analysis.module.css';
import type { View } from '../view.ts';
import styles from './interactions.module.css';
import { interactionTexts as texts } from './texts.pt.ts';
import { useContacts } from './use-contacts.ts';

type Answer = DataOf<typeof temporalInteractions>;
const choices = (values: readonly number[], unit: string) =>
  values.map((value) => ({ value: String(value), label: formatQuantity(value, unit) }));
const kmData = choices([1, 2, 3, 5, 10, 20, 30, 50], 'km');
const hoursData = choices([1, 3, 6, 12, 24, 72], 'h');
const whole = { maxDecimals: 0 } as const;

/** Where and when followed animals were near fishing. */
export default function InteractionsPanel({ view }: { readonly view: View }) {
  const { search, change } = view;
  const { isAllowed, source } = useContacts(search, true);
  const { sourced, error } = source;
  if (!isAllowed)
    return (
      <PanelFrame title={texts.title}>
        <EmptyState title={texts.notAllowed}>{texts.ask}</EmptyState>
      </PanelFrame>
    );
  return (
    <PanelFrame title={texts.title} provenance={sourced?.provenance} busy={source.isLoading || source.isRefreshing}>
      <div className={shared.form}>
        <NativeSelect
          size="sm"
          label={texts.km}
          data={kmData}
          value={String(search.away)}
          onChange={(event) => change({ away: event.currentTarget.value }, { replace: true })}
        />
        <NativeSelect
          size="sm"
          label={texts.hours}
          data={hoursData}
          value={String(search.apart)}
          onChange={(event) => change({ apart: event.currentTarget.value }, { replace: true })}
        />
        {sourced === undefined ? null : <SaveButton answer={sourced.value} />}
      </div>
      {error === null ? null : <PanelFailure of={texts.title} error={error} onRetry={source.refresh} />}
      {sourced === undefined && error === null ? <SkeletonLines lines={4} /> : null}
      {sourced === undefined ? null : <Found answer={sourced.value} view={view} />}
    </PanelFrame>
  );
}

function Found({ answer, view }: { readonly answer: Answer; readonly view: View }) {
  if (answer.reason !== null) {
    return (
      <>
        <EmptyState title={texts.unknown}>{answer.reason}</EmptyState>
        <Counts answer={answer} />
      </>
    );
  }
  return (
    <>
      <Counts answer={answer} />
      {answer.total === 0 ? <p className={styles.note}>{texts.none}</p> : <Contacts answer={answer} view={view} />}
      <p className={styles.note}>{texts.method}</p>
    </>
  );
}

/** The contacts listed, in a file, for those who may take data of vessels out of the platform. */
function SaveButton({ answer: { contacts } }: { readonly answer: Answer }) {
  const { role } = useAccount();
  if (contacts.length === 0 || !allows('surveillance:export', role)) return null;
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={named(texts.save, texts.title)}
      onClick={() => downloadText('interacao-pesca.csv', 'text/csv', toCsv(texts.columns, contacts.map(lineOf)))}
    >
      {texts.save}
    </Button>
  );
}

const lineOf = ({ fishing, ...contact }: AnimalContact) => [
  ...[contact.track_id, contact.species_name, contact.time, contact.lat, contact.lon, contact.points],
  ...[contact.distance_km, contact.hours_apart, fishingSources[fishing.source], fishing.id],
  ...[fishing.start, fishing.end, fishing.lat, fishing.lon],
];

function Counts({ answer }: { readonly answer: Answer }) {
  const { total, points, animals, fixes, fixes_stored: stored, fishing, reason } = answer;
  const count = (value: number | null) =>
    value === null ? <abbr title={reason ?? ''}>{UNKNOWN}</abbr> : formatNumber(value);
  const compared = texts.comparedOf(
    formatCount(animals, texts.animal, texts.animals),
    formatCount(fixes, texts.fix, texts.fixes),
  );
  return (
    <>
      <FactList
        items={[
          [texts.total, count(total)],
          [texts.points, count(points)],
          [texts.compared, compared],
          ...fishing.map(
            ({ source, events }) => [fishingSources[source], formatCount(events, texts.event, texts.events)] as const,
          ),
        ]}
      />
      {notesOf(answer, formatNumber(stored)).map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}

/** Limits of the comparison: sources without fishing, and parts that were left out. */
const notesOf = ({ fishing, fixes, fixes_stored, animals, animals_cut, contacts, total }: Answer, stored: string) => [
  ...fishing.flatMap(({ reason }) => (reason === null ? [] : [reason])),
  ...fishing.flatMap(({ source, events, is_cut }) =>
    is_cut ? [texts.fishingCut(fishingSources[source], formatNumber(events))] : [],
  ),
  ...(animals_cut ? [texts.animalsCut(formatNumber(animals))] : []),
  ...(fixes_stored > fixes ? [texts.thinned(formatNumber(fixes), stored)] : []),
  ...(total !== null && total > contacts.length ? [texts.cut(formatNumber(contacts.length))] : []),
];

function Contacts({ answer: { contacts }, view }: { readonly answer: Answer; readonly view: View }) {
  const { lon, lat } = view.search;
  const show = (contact: AnimalContact) => view.change({ at: dayOf(contact.time), lon: contact.lon, lat: contact.lat });
  const columns = [texts.species, texts.time, texts.place, texts.distance, texts.apart, texts.near, texts.source];
  return (
    <section className={cx(shared.tableBox, styles.rows)} aria-label={texts.list}>
      <table>
        <caption className="k-visually-hidden">{texts.list}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="k-visually-hidden">{texts.show}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <Row
              key={`${contact.track_id} ${contact.fishing.source} ${contact.fishing.id}`}
              contact={contact}
              isShown={contact.lon === lon && contact.lat === lat}
              onShow={show}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Date of the clock on which an instant lies. */
const dayOf = (time: string) => `${time.slice(0, 10)}T00:00:00.000Z`;

type RowProps = {
  readonly contact: AnimalContact;
  /** Marked on the map. */
  readonly isShown: boolean;
  readonly onShow: (contact: AnimalContact) => void;
};

function Row({ contact, isShown, onShow }: RowProps) {
  const { timeZone, coordinates } = usePreferences();
  const { species_name: species, time, lon, lat, points, distance_km: km, hours_apart: hours, fishing } = contact;
  const when = formatInstant(time, timeZone);
  return (
    <tr aria-current={isShown ? 'true' : undefined}>
      <th scope="row">
        <em>{species}</em>
      </th>
      <td>{when}</td>
      <td>{formatCoordinates([lon, lat], coordinates)}</td>
      <td>{formatQuantity(km, 'km', { maxDecimals: 1 })}</td>
      <td>{hours === 0 ? texts.during : formatQuantity(hours, 'h', { maxDecimals: 1 })}</td>
      <td>{formatNumber(points, whole)}</td>
      <td>{fishingSources[fishing.source]}</td>
      <td>
        <Button
          size="sm"
          variant="default"
          aria-label={named(texts.show, texts.showOf(species, when, fishingSources[fishing.source]))}
          onClick={() => onShow(contact)}
        >
          {texts.show}
        </Button>
      </td>
    </tr>
  );
}
