import {
  areaKinds,
  createArea,
  listAreas,
  type SurveillanceArea,
  updateArea,
} from '@kianda/contract/surveillance/registry.contract';
import { SkeletonBar } from '@kianda/ui';
import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import type { AreaBody } from './area-body.ts';
import { type AreaGeometry, areaOfVertices, mostBytes, parseArea, vertexOf } from './parse-area.ts';
import { parseTexts, areaTexts as texts } from './texts.pt.ts';

const SurveillanceMap = lazy(() => import('../map/surveillance-map.tsx'));
const DraftLayer = lazy(() => import('../map/draft-layer.tsx'));
const changed = [listAreas] as const;

type Contour = { readonly geometry: AreaGeometry | null; readonly problem: string | null };
type Props = { readonly area: SurveillanceArea | null; readonly onClose: () => void };

/** Adds or changes a watched area: its name, rules, and a contour drawn, written or uploaded. */
export default function AreaForm({ area, onClose }: Props) {
  const create = useAction(createArea, changed);
  const update = useAction(updateArea, changed);
  const [name, setName] = useState(area?.name ?? '');
  const [kind, setKind] = useState<AreaBody['kind']>(area?.kind ?? 'protected');
  const [entry, setEntry] = useState(area?.rules.alertOnEntry ?? true);
  const [fishing, setFishing] = useState(area?.rules.forbidsFishing ?? true);
  const [slow, setSlow] = useState<number | ''>(area?.rules.alertBelowKnots ?? '');
  const [source, setSource] = useState(area?.source ?? '');
  const [note, setNote] = useState(area?.note ?? '');
  const [drawn, setDrawn] = useState('');
  const [kept, setKept] = useState<AreaGeometry | null>(area?.geometry ?? null);
  const [fileNote, setFileNote] = useState<string | null>(null);
  const [isTold, setTold] = useState(false);
  const written = useMemo(() => contourOf(drawn), [drawn]);
  const contour: Contour = kept === null ? written : { geometry: kept, problem: null };
  const failure = create.failure ?? update.failure;
  const isRunning = create.isRunning || update.isRunning;

  const addVertex = ([lon, lat]: readonly [number, number]) => {
    setKept(null);
    setFileNote(null);
    setDrawn((text) => `${text.trim() === '' ? '' : `${text.trimEnd()}\n`}${lon.toFixed(5)},${lat.toFixed(5)}`);
  };
  const write = (text: string) => {
    setKept(null);
    setFileNote(null);
    setDrawn(text);
  };
  const upload = async (file: File | undefined) => {
    if (file === undefined) return;
    const parsed =
      file.size > mostBytes
        ? ({ ok: false, reason: parseTexts.tooBig } as const)
        : parseArea(file.name, await file.text());
    setFileNote(parsed.ok ? texts.fromFile(file.name) : parsed.reason);
    if (parsed.ok) {
      setKept(parsed.geometry);
      setDrawn('');
      if (source === '') setSource(file.name);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (contour.geometry === null || isRunning) return;
    const body: AreaBody = {
      name: name.trim(),
      kind,
      geometry: contour.geometry,
      rules: { alertOnEntry: entry, alertBelowKnots: slow === '' ? null : slow, forbidsFishing: fishing },
      isMonitored: area?.isMonitored ?? true,
      source: source.trim(),
      note: note.trim(),
    };
    const outcome =
      area === null
        ? await create.run({ body }, { offline: 'fail' })
        : await update.run({ params: { id: area.id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={area === null ? texts.addTitle : texts.editTitle} size="xl">
      <form onSubmit={(event) => void submit(event)} className={styles.stack}>
        <div className={styles.columns}>
          <TextInput
            label={texts.name}
            value={name}
            required
            minLength={2}
            maxLength={120}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label={texts.kind}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as AreaBody['kind'])}
            data={Object.entries(areaKinds).map(([value, label]) => ({ value, label }))}
          />
          <TextInput
            label={texts.source}
            value={source}
            required
            minLength={2}
            maxLength={300}
            onChange={({ currentTarget }) => setSource(currentTarget.value)}
          />
        </div>
        <fieldset className={styles.rules}>
          <legend>{texts.rules}</legend>
          <Group gap="lg" align="end">
            <Checkbox
              label={texts.entry}
              checked={entry}
              onChange={({ currentTarget }) => setEntry(currentTarget.checked)}
            />
            <Checkbox
              label={texts.fishing}
              checked={fishing}
              onChange={({ currentTarget }) => setFishing(currentTarget.checked)}
            />
            <NumberInput
              label={texts.slow}
              value={slow}
              min={0.1}
              max={60}
              decimalScale={1}
              decimalSeparator=","
              onChange={(value) => setSlow(typeof value === 'number' ? value : '')}
            />
          </Group>
        </fieldset>
        <section className={styles.stack} aria-label={texts.drawTitle}>
          <h3 className={styles.subtitle}>{texts.drawTitle}</h3>
          <p className={styles.note}>{texts.drawHelp}</p>
          <Suspense fallback={<SkeletonBar height={420} />}>
            <SurveillanceMap
              label={texts.drawLabel}
              bounds={area?.bbox ?? null}
              onPick={({ position }) => addVertex(position)}
            >
              <DraftLayer geometry={contour.geometry} vertices={verticesOf(drawn)} />
            </SurveillanceMap>
          </Suspense>
          <Textarea
            label={texts.vertices}
            value={drawn}
            rows={4}
            spellCheck={false}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              disabled={drawn.trim() === ''}
              onClick={() => write(drawn.trimEnd().split('\n').slice(0, -1).join('\n'))}
            >
              {texts.undo}
            </Button>
            <Button variant="default" size="xs" disabled={drawn === '' && kept === null} onClick={() => write('')}>
              {texts.clear}
            </Button>
          </Group>
          <div>
            <label htmlFor="ficheiro-da-area">{texts.upload}</label>{' '}
            <input
              id="ficheiro-da-area"
              type="file"
              accept=".geojson,.json,.kml,.csv,.txt"
              onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
            />
          </div>
          {fileNote === null ? null : <p role="status">{fileNote}</p>}
          {isTold && contour.geometry === null ? (
            <p className={styles.warning} role="alert">
              {contour.problem ?? texts.noGeometry}
            </p>
          ) : null}
        </section>
        <Textarea
          label={texts.note}
          value={note}
          maxLength={2_000}
          rows={2}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {failure === null ? null : (
          <p className={styles.warning} role="alert">
            {failure.message}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {fishingTexts.cancel}
          </Button>
          <Button type="submit" loading={isRunning}>
            {fishingTexts.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Vertices that can be read; the others are told of when the form is sent. */
function verticesOf(text: string): readonly [number, number][] {
  return linesOf(text).flatMap((line) => {
    const vertex = vertexOf(line);
    return vertex === null ? [] : [vertex];
  });
}

function contourOf(text: string): Contour {
  const bad = linesOf(text).find((line) => vertexOf(line) === null);
  if (bad !== undefined) return { geometry: null, problem: texts.badVertex(bad) };
  const vertices = verticesOf(text);
  if (vertices.length < 3) return { geometry: null, problem: texts.noGeometry };
  const parsed = areaOfVertices(vertices);
  return parsed.ok ? { geometry: parsed.geometry, problem: null } : { geometry: null, problem: parsed.reason };
}
