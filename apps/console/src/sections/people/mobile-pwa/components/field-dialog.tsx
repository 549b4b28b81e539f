import { allows, type BodyOf } from '@kianda/contract';
import {
  type FieldDetail,
  fieldPhoto,
  fieldRecord,
  listFieldRecords,
  reviewFieldRecord,
} from '@kianda/contract/ingestion/field/field.contract';
import {
  behaviours,
  type FieldPayload,
  fieldKinds,
  fieldStates,
  fleetSegments,
  inspectionAnswers,
  inspectionItems,
} from '@kianda/contract/ingestion/field/field.schemas';
import { fieldSummary } from '@kianda/contract/ingestion/field/field-rules';
import { formatBytes, formatCoordinates, formatNumber, UNKNOWN } from '@kianda/format';
import { Dialog, FactList, Instant, Panel, StatusPill, usePreferences } from '@kianda/ui';
import { Button, Group, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { FieldCorrection } from './field-correction.tsx';
import styles from './field-dialog.module.css';
import { fieldTexts as texts } from './field-texts.pt.ts';
import { fieldTones } from './field-tones.ts';

const changed = [fieldRecord, listFieldRecords] as const;
type Review = BodyOf<typeof reviewFieldRecord>;

/** One record of the field: how it came, what the rules say of it, and what a reviewer can do with it. */
export default function FieldDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const detail = useEndpoint(fieldRecord, { params: { id } }, { refetchSeconds: 30 });
  const record = detail.sourced?.value.record;
  const summary = record === undefined ? texts.detail : fieldSummary(record.corrected ?? record.payload);
  return (
    <Dialog onClose={onClose} title={texts.detail}>
      <Panel title={summary} source={detail}>
        {(found) => <Body detail={found} />}
      </Panel>
    </Dialog>
  );
}

function Body({ detail }: { readonly detail: FieldDetail }) {
  const { role } = useAccount();
  const { record } = detail;
  return (
    <div className={styles.stack}>
      <Group gap="xs">
        <strong>{fieldKinds[record.kind]}</strong>
        <StatusPill tone={fieldTones[record.state]}>{fieldStates[record.state]}</StatusPill>
      </Group>
      <FactList
        items={[
          [texts.sender, detail.sender],
          [texts.captured, <Instant key="captured" at={record.capturedAt} seconds />],
          [texts.received, <Instant key="received" at={detail.receivedAt} seconds />],
        ]}
      />
      <Content title={texts.sent} payload={record.payload} />
      {record.corrected === null ? null : <Corrected changes={record.changes} payload={record.corrected} />}
      <section>
        <h3 className={styles.title}>{texts.findings}</h3>
        {record.findings.length === 0 ? <p className={styles.note}>{texts.noFindings}</p> : null}
        <ul className={styles.list}>
          {record.findings.map(({ rule, severity, message }) => (
            <li key={`${rule} ${message}`}>
              <StatusPill tone={severity === 'error' ? 'bad' : 'caution'}>{texts.severity[severity]}</StatusPill>{' '}
              {message}
            </li>
          ))}
        </ul>
      </section>
      <Photos detail={detail} />
      <section>
        <h3 className={styles.title}>{texts.history}</h3>
        <ol className={styles.list}>
          {detail.history.map(({ at, actor, act, note }) => (
            <li key={`${at} ${act}`}>
              <Instant at={at} seconds /> <strong>{act}</strong> {actor}
              {note === null ? null : <p className={styles.note}>{note}</p>}
            </li>
          ))}
        </ol>
      </section>
      {allows(reviewFieldRecord.access, role) ? <Decision key={record.version} detail={detail} /> : null}
    </div>
  );
}

/** A correction: what it changed, the original beside it, and the whole. */
function Corrected({ changes, payload }: Pick<FieldDetail['record'], 'changes'> & { readonly payload: FieldPayload }) {
  const { label, from, to } = texts.changeHead;
  return (
    <>
      {changes.length === 0 ? null : (
        <section>
          <h3 className={styles.title}>{texts.changes}</h3>
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">{label}</th>
                <th scope="col">{from}</th>
                <th scope="col">{to}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.label}>
                  <th scope="row">{change.label}</th>
                  <td>{change.from}</td>
                  <td>{change.to}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Content title={texts.corrected} payload={payload} />
    </>
  );
}

function Content({ title, payload }: { readonly title: string; readonly payload: FieldPayload }) {
  const { coordinates } = usePreferences();
  const { place } = payload;
  const placed =
    place === null
      ? texts.noPlace
      : [
          formatCoordinates([place.lon, place.lat], coordinates),
          ...(place.accuracyMeters === null ? [] : [texts.accuracy(place.accuracyMeters)]),
        ].join(' ');
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <FactList items={[...factsOf(payload), [texts.place, placed], [texts.notes, payload.notes || UNKNOWN]]} />
    </section>
  );
}

function factsOf(payload: FieldPayload): readonly (readonly [string, ReactNode])[] {
  if (payload.kind === 'observation')
    return [
      [texts.species, <em key="name">{payload.scientificName}</em>],
      [texts.common, payload.commonName ?? UNKNOWN],
      [texts.count, formatNumber(payload.count)],
      [texts.behaviour, behaviours[payload.behaviour]],
      [texts.depth, formatNumber(payload.depthMeters)],
    ];
  const ship = [
    [texts.vessel, payload.vessel],
    [texts.registration, payload.registration ?? UNKNOWN],
    [texts.port, payload.port ?? UNKNOWN],
  ] as const;
  if (payload.kind === 'landing')
    return [
      ...ship,
      [texts.segment, fleetSegments[payload.segment]],
      [texts.gear, payload.gear],
      [texts.area, payload.area?.name ?? UNKNOWN],
      [texts.landedOn, payload.landedOn === undefined ? texts.sameDay : texts.day(payload.landedOn)],
      [texts.fished, payload.fished === undefined ? UNKNOWN : texts.stretch(payload.fished.from, payload.fished.to)],
      ...payload.lines.map(
        ({ speciesCode, weightKg, pricePerKg }) =>
          [speciesCode, texts.line(formatNumber(weightKg), formatNumber(pricePerKg))] as const,
      ),
    ];
  return [
    ...ship,
    ...payload.items.map(
      ({ item, answer, note }) =>
        [inspectionItems[item], [inspectionAnswers[answer], note].filter((part) => part !== '').join(': ')] as const,
    ),
  ];
}

/** Photos come by tap: each costs what it says. */
function Photos({ detail }: { readonly detail: FieldDetail }) {
  const { coordinates } = usePreferences();
  const { photos } = detail;
  return (
    <section>
      <h3 className={styles.title}>{photos.length === 0 ? texts.noPhotos : texts.photos(photos.length)}</h3>
      <ul className={styles.list}>
        {photos.map(({ id, bytes, lon, lat }, index) => (
          <li key={id}>
            <Photo id={id} index={index + 1} size={formatBytes(bytes)} />
            {lon === null || lat === null ? null : (
              <p className={styles.note}>
                {texts.photoPlace} {formatCoordinates([lon, lat], coordinates)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Photo({ id, index, size }: { readonly id: string; readonly index: number; readonly size: string }) {
  const { client } = useApplication();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (address === null) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  if (address !== null) return <img className={styles.photo} src={address} alt={texts.photo(index)} />;
  const show = () =>
    client.download(fieldPhoto, { params: { photoId: id } }).then(
      (blob) => setAddress(URL.createObjectURL(blob)),
      (error: unknown) => notify({ tone: 'error', message: error instanceof Error ? error.message : String(error) }),
    );
  return (
    <Button variant="default" onClick={() => void show()}>
      {texts.showPhoto(index, size)}
    </Button>
  );
}

function Decision({ detail: { record } }: { readonly detail: FieldDetail }) {
  const [note, setNote] = useState('');
  const [isCorrecting, setCorrecting] = useState(false);
  const review = useAction(reviewFieldRecord, changed);
  const decide = async (decision: Review['decision'], corrected: FieldPayload | null = null) => {
    const body = { decision, version: record.version, note: note.trim(), corrected };
    const outcome = await review.run({ params: { id: record.id }, body }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.done[decision] });
  };
  const isBusy = review.isRunning;
  const isOpen = record.state !== 'accepted';
  return (
    <div className={styles.stack}>
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        value={note}
        rows={2}
        maxLength={1000}
        error={review.failure?.message}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        {isOpen ? (
          <Button loading={isBusy} onClick={() => void decide('accept')}>
            {texts.accept}
          </Button>
        ) : null}
        <Button variant="default" aria-expanded={isCorrecting} onClick={() => setCorrecting(!isCorrecting)}>
          {texts.correct}
        </Button>
        {isOpen ? (
          <>
            <Button variant="default" disabled={note.trim() === '' || isBusy} onClick={() => void decide('ask')}>
              {texts.ask}
            </Button>
            <Button variant="default" disabled={note.trim() === '' || isBusy} onClick={() => void decide('reject')}>
              {texts.reject}
            </Button>
          </>
        ) : null}
      </Group>
      {isCorrecting ? (
        <FieldCorrection
          payload={record.corrected ?? record.payload}
          isBusy={isBusy}
          hasReason={note.trim() !== ''}
          onSave={(corrected) => void decide('correct', corrected)}
        />
      ) : null}
    </div>
  );
}
