import { DayInput } from '@kianda/ui';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SchemaView } from '../api/use-features.ts';
import styles from '../page.module.css';
import { boxOf, type FeatureFilters, type FeatureSearch, limits } from '../search.ts';
import { featureTexts as texts } from '../texts.pt.ts';

/** Names that the help of the filter mentions. */
const namesShown = 12;

type Props = {
  readonly search: FeatureSearch;
  readonly schema: SchemaView | undefined;
  /** The service's message about each filter that it refused. */
  readonly refusals: Readonly<Record<'bbox' | 'datetime' | 'filter', string | null>>;
  readonly onApply: (part: FeatureFilters) => void;
};

const filledText = (text: string) => (text.trim() === '' ? undefined : text.trim());

/** Box, days and CQL2 filter of a collection. Each field shows its own fault. */
export function FeatureFilterForm({ search, schema, refusals, onApply }: Props) {
  const [bbox, setBbox] = useState(search.bbox?.replaceAll(',', ', ') ?? '');
  const [from, setFrom] = useState(search.from ?? '');
  const [to, setTo] = useState(search.to ?? '');
  const [filter, setFilter] = useState(search.filter ?? '');
  const [limit, setLimit] = useState(search.limit);
  const box = boxOf(bbox);
  const isBadBox = bbox.trim() !== '' && box === null;
  const hasTime = schema === undefined || schema.timeProperty !== null;
  const names = (schema?.properties ?? []).map(({ name }) => name);
  const filtered = [search.bbox, search.from, search.to, search.filter].some((value) => value !== undefined);
  const clear = { bbox: undefined, from: undefined, to: undefined, filter: undefined, limit };
  return (
    <form
      aria-label={texts.filters}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBadBox) return;
        onApply({
          bbox: box ?? undefined,
          from: filledText(from),
          to: filledText(to),
          filter: filledText(filter),
          limit,
        });
      }}
    >
      <div className={styles.filters}>
        <TextInput
          label={texts.bbox}
          placeholder={texts.bboxPlaceholder}
          value={bbox}
          error={isBadBox ? texts.badBox : refusals.bbox}
          onChange={(event) => setBbox(event.currentTarget.value)}
        />
        {hasTime ? <Days from={from} to={to} failure={refusals.datetime} onFrom={setFrom} onTo={setTo} /> : null}
        <NativeSelect
          label={texts.limit}
          data={[...limits]}
          value={limit}
          onChange={(event) => setLimit(limits.find((known) => known === event.currentTarget.value) ?? limit)}
        />
        <CqlFilter names={names} value={filter} failure={refusals.filter} onChange={setFilter} />
        <div className={`${styles.row} ${styles.wide}`}>
          <Button type="submit">{texts.apply}</Button>
          {filtered ? (
            <Button variant="default" onClick={() => onApply(clear)}>
              {texts.clear}
            </Button>
          ) : null}
          {hasTime ? null : <span className={styles.note}>{texts.noTime}</span>}
        </div>
      </div>
    </form>
  );
}

function Days({
  from,
  to,
  failure,
  onFrom,
  onTo,
}: {
  readonly from: string;
  readonly to: string;
  readonly failure: string | null;
  readonly onFrom: (day: string) => void;
  readonly onTo: (day: string) => void;
}) {
  return (
    <>
      <DayInput
        label={texts.from}
        description={texts.timeNote}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={from}
        max={to === '' ? undefined : to}
        error={failure}
        onChange={onFrom}
      />
      <DayInput label={texts.to} value={to} min={from === '' ? undefined : from} onChange={onTo} />
    </>
  );
}

function CqlFilter({
  names,
  value,
  failure,
  onChange,
}: {
  readonly names: readonly string[];
  readonly value: string;
  readonly failure: string | null;
  readonly onChange: (filter: string) => void;
}) {
  const nameList = `${names.slice(0, namesShown).join(', ')}${names.length > namesShown ? ` ${texts.others}` : ''}`;
  return (
    <Textarea
      className={styles.wide ?? ''}
      label={texts.cql}
      placeholder={names[0] === undefined ? '' : texts.cqlPlaceholder(names[0])}
      description={nameList === '' ? undefined : texts.cqlNote(nameList)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      error={failure}
      rows={2}
      resize="vertical"
      maxLength={4_000}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--k-font-mono)' } }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
