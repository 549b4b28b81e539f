import {
  areaKinds,
  createArea,
  listAreas,
  type SurveillanceArea,
  updateArea,
} from '@kianda/contract/surveillance/registry.contract';
import { Checkbox, Group, Modal, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { DialogFoot } from '../../shared/dialog-foot.tsx';
import styles from '../page.module.css';
import type { AreaBody } from './area-body.ts';
import { useContour } from './contour.ts';
import { ContourEditor } from './contour-editor.tsx';
import { areaTexts as texts } from './texts.pt.ts';

const changed = [listAreas] as const;

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
  const drawing = useContour(area?.geometry ?? null);
  const { contour } = drawing;
  const [isTold, setTold] = useState(false);
  const failure = create.failure ?? update.failure;
  const isRunning = create.isRunning || update.isRunning;

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
        <ContourEditor
          state={drawing}
          bounds={area?.bbox ?? null}
          problem={isTold && contour.geometry === null ? (contour.problem ?? texts.noGeometry) : null}
          onFile={(name) => setSource((known) => (known === '' ? name : known))}
        />
        <Textarea
          label={texts.note}
          value={note}
          maxLength={2_000}
          rows={2}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <DialogFoot failure={failure?.message ?? null} isRunning={isRunning} onClose={onClose} />
      </form>
    </Modal>
  );
}
