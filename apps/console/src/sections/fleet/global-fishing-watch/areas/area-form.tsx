import {
  areaKinds,
  createArea,
  listAreas,
  type SurveillanceArea,
  updateArea,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { DialogForm, type Draft, useDraft } from '@kianda/ui';
import { Checkbox, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import styles from '../page.module.css';
import type { AreaBody } from './area-body.ts';
import { useContour } from './contour.ts';
import { ContourEditor } from './contour-editor.tsx';
import { areaTexts as texts } from './texts.pt.ts';

const changed = [listAreas] as const;
/** Fields whose name in the request body is another. */
const paths = { entry: 'rules.alertOnEntry', fishing: 'rules.forbidsFishing', slow: 'rules.alertBelowKnots' };

type AreaFields = {
  readonly name: string;
  readonly kind: AreaBody['kind'];
  readonly entry: boolean;
  readonly fishing: boolean;
  /** Knots; '' for no limit. */
  readonly slow: number | '';
  readonly source: string;
  readonly note: string;
};

function fieldsOf(area: SurveillanceArea | null): AreaFields {
  if (area === null) {
    return { name: '', kind: 'protected', entry: true, fishing: true, slow: '', source: '', note: '' };
  }
  const { name, kind, source, note, rules } = area;
  const slow = rules.alertBelowKnots ?? '';
  return { name, kind, source, note, slow, entry: rules.alertOnEntry, fishing: rules.forbidsFishing };
}

function bodyOf(fields: AreaFields, geometry: AreaBody['geometry'], isMonitored: boolean): AreaBody {
  const { name, kind, entry, fishing, slow, source, note } = fields;
  return {
    name: name.trim(),
    kind,
    geometry,
    rules: { alertOnEntry: entry, alertBelowKnots: slow === '' ? null : slow, forbidsFishing: fishing },
    isMonitored,
    source: source.trim(),
    note: note.trim(),
  };
}

type Props = { readonly area: SurveillanceArea | null; readonly onClose: () => void };

/** Adds or changes a watched area: its name, rules, and a contour drawn, written or uploaded. */
export default function AreaForm({ area, onClose }: Props) {
  const create = useAction(createArea, changed);
  const update = useAction(updateArea, changed);
  const draft = useDraft(fieldsOf(area), create.failure ?? update.failure, paths);
  const drawing = useContour(area?.geometry ?? null);
  const { geometry, problem } = drawing.contour;
  const [wasSent, setSent] = useState(false);
  const [wasDrawn] = useState(geometry);

  const submit = async () => {
    setSent(true);
    if (geometry === null) return;
    const body = bodyOf(draft.values, geometry, area?.isMonitored ?? true);
    const outcome =
      area === null
        ? await create.run({ body }, { offline: 'fail' })
        : await update.run({ params: { id: area.id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <DialogForm
      title={area === null ? texts.addTitle : texts.editTitle}
      size="xl"
      onClose={onClose}
      onSubmit={submit}
      action={[create, update]}
      draft={{ ...draft, isChanged: draft.isChanged || drawing.text !== '' || geometry !== wasDrawn }}
    >
      <div className={styles.columns}>
        <TextInput label={texts.name} required minLength={2} maxLength={120} {...draft.text('name')} />
        <NativeSelect
          label={texts.kind}
          {...draft.text('kind')}
          data={Object.entries(areaKinds).map(([value, label]) => ({ value, label }))}
        />
        <TextInput label={texts.source} required minLength={2} maxLength={300} {...draft.text('source')} />
      </div>
      <AreaRules draft={draft} />
      <ContourEditor
        state={drawing}
        bounds={area?.bbox ?? null}
        problem={wasSent && geometry === null ? (problem ?? texts.noGeometry) : null}
        onFile={(name) => {
          if (draft.values.source === '') draft.set({ source: name });
        }}
      />
      <Textarea label={texts.note} maxLength={2_000} rows={2} {...draft.text('note')} />
    </DialogForm>
  );
}

function AreaRules({ draft }: { readonly draft: Draft<AreaFields> }) {
  return (
    <fieldset className={styles.rules}>
      <legend>{texts.rules}</legend>
      <Group gap="lg" align="end">
        <Checkbox label={texts.entry} {...draft.check('entry')} />
        <Checkbox label={texts.fishing} {...draft.check('fishing')} />
        <NumberInput
          label={texts.slow}
          min={0.1}
          max={60}
          decimalScale={1}
          decimalSeparator=","
          {...draft.number('slow')}
        />
      </Group>
    </fieldset>
  );
}
