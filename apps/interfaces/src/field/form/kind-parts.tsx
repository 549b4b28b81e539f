import {
  behaviours,
  fleetSegments,
  type InspectionAnswer,
  type InspectionItem,
  inspectionAnswers,
  inspectionItems,
} from '@kianda/contract/ingestion/field/field.schemas';
import { lazy, Suspense } from 'react';
import styles from '../field.module.css';
import type { Reference } from '../queue/phone-store.ts';
import { fieldTexts } from '../texts.pt.ts';
import { ChoiceField, TextField } from './parts.tsx';
import { SpeciesPicker } from './species-picker.tsx';
import { emptyLine, type FormLine, type FormValues } from './to-payload.ts';

const { form: texts } = fieldTexts;
/** Fields of days come with the form that has them. */
const DaysPart = lazy(() => import('./days-part.tsx'));

type Props = {
  readonly values: FormValues;
  readonly set: (change: Partial<FormValues>) => void;
  readonly reference: Reference | null;
};

export function ObservationPart({ values, set, reference }: Props) {
  const { species } = values;
  return (
    <>
      <SpeciesPicker
        label={texts.species}
        taxa={reference?.taxa ?? null}
        value={species.commonName ?? species.scientificName}
        onWrite={(text) => set({ species: { scientificName: text, commonName: null, aphiaId: null } })}
        onPick={({ scientificName, commonName, aphiaId }) => set({ species: { scientificName, commonName, aphiaId } })}
      />
      {species.commonName === null || species.commonName === species.scientificName ? null : (
        <p className={styles.note}>
          <em>{species.scientificName}</em>
        </p>
      )}
      <div className={styles.pair}>
        <TextField label={texts.count} mode="numeric" value={values.count} onChange={(count) => set({ count })} />
        <TextField label={texts.depth} mode="decimal" value={values.depth} onChange={(depth) => set({ depth })} />
      </div>
      <ChoiceField
        label={texts.behaviour}
        value={values.behaviour}
        choices={behaviours}
        onChange={(behaviour) => set({ behaviour })}
      />
    </>
  );
}

/** Vessels that have a licence; one that is picked brings its registration and its gear. */
function VesselPart({ values, set, reference }: Props) {
  const licences = reference?.licences ?? [];
  return (
    <div className={styles.pair}>
      <TextField
        label={texts.vessel}
        value={values.vessel}
        options={[...new Set(licences.map(({ vessel }) => vessel))]}
        onChange={(vessel) => {
          const licence = licences.find((one) => one.vessel === vessel);
          const known =
            licence === undefined
              ? {}
              : {
                  registration: licence.registration ?? values.registration,
                  gear: values.gear || (licence.gears[0] ?? ''),
                };
          set({ vessel, ...known });
        }}
      />
      <TextField
        label={texts.registration}
        value={values.registration}
        onChange={(registration) => set({ registration })}
      />
    </div>
  );
}

export function LandingPart(props: Props) {
  const { values, set, reference } = props;
  return (
    <>
      <VesselPart {...props} />
      <TextField
        label={texts.port}
        value={values.port}
        options={(reference?.ports ?? []).map(({ name }) => name)}
        onChange={(port) => set({ port })}
      />
      <div className={styles.pair}>
        <ChoiceField
          label={texts.segment}
          value={values.segment}
          choices={fleetSegments}
          onChange={(segment) => set({ segment })}
        />
        <TextField
          label={texts.gear}
          value={values.gear}
          options={reference?.gears ?? []}
          onChange={(gear) => set({ gear })}
        />
      </div>
      <AreaPart {...props} />
      <Suspense fallback={null}>
        <DaysPart {...props} />
      </Suspense>
      <LinesPart {...props} />
    </>
  );
}

/** Area where the fish was caught, of those that the phone knows; one of a record that is changed stays among them. */
function AreaPart({ values, set, reference }: Props) {
  const known = (reference?.areas ?? []).map(({ id, name }) => [id, name] as const);
  const own = values.area === '' ? [] : [[values.area, values.areaName] as const];
  const names = new Map([...own, ...known]);
  return (
    <ChoiceField
      label={texts.area}
      value={values.area}
      choices={{ '': texts.noArea, ...Object.fromEntries(names) }}
      onChange={(area) => set({ area, areaName: names.get(area) ?? '' })}
    />
  );
}

function LinesPart({ values, set, reference }: Props) {
  const change = (index: number, line: Partial<FormLine>) =>
    set({ lines: values.lines.map((one, at) => (at === index ? { ...one, ...line } : one)) });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.lines}</legend>
      {values.lines.map((line, index) => (
        // A line has no name of its own before its species is picked.
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are added at the end
        <div key={index} className={styles.card}>
          <SpeciesPicker
            label={texts.line(index + 1)}
            taxa={reference === null ? null : reference.taxa.filter(({ code }) => code !== null)}
            value={line.name}
            onWrite={(name) =>
              change(index, { name, speciesCode: /^[A-Za-z]{3}$/.test(name) ? name.toUpperCase() : '' })
            }
            onPick={({ code, commonName, scientificName }) =>
              change(index, { speciesCode: code ?? '', name: `${commonName ?? scientificName} (${code})` })
            }
          />
          <div className={styles.pair}>
            <TextField
              label={texts.weight}
              mode="decimal"
              value={line.weight}
              onChange={(weight) => change(index, { weight })}
            />
            <TextField
              label={texts.price}
              mode="decimal"
              value={line.price}
              onChange={(price) => change(index, { price })}
            />
          </div>
          {values.lines.length > 1 ? (
            <button
              type="button"
              className={styles.button}
              onClick={() => set({ lines: values.lines.filter((_, at) => at !== index) })}
            >
              {texts.removeLine(index + 1)}
            </button>
          ) : null}
        </div>
      ))}
      <button
        type="button"
        className={styles.button}
        disabled={values.lines.length >= 40}
        onClick={() => set({ lines: [...values.lines, emptyLine] })}
      >
        {texts.addLine}
      </button>
    </fieldset>
  );
}

export function InspectionPart(props: Props) {
  const { values, set, reference } = props;
  return (
    <>
      <VesselPart {...props} />
      <TextField
        label={texts.port}
        value={values.port}
        options={(reference?.ports ?? []).map(({ name }) => name)}
        onChange={(port) => set({ port })}
      />
      {(Object.keys(inspectionItems) as InspectionItem[]).map((item) => (
        <fieldset key={item} className={styles.group}>
          <legend className={styles.legend}>{inspectionItems[item]}</legend>
          <div className={styles.answers}>
            {(Object.keys(inspectionAnswers) as InspectionAnswer[]).map((answer) => (
              <label key={answer}>
                <input
                  type="radio"
                  name={item}
                  checked={values.answers[item] === answer}
                  onChange={() => set({ answers: { ...values.answers, [item]: answer } })}
                />
                {inspectionAnswers[answer]}
              </label>
            ))}
          </div>
          {values.answers[item] === 'no' ? (
            <TextField
              label={texts.checkNote}
              value={values.notesOf[item] ?? ''}
              onChange={(note) => set({ notesOf: { ...values.notesOf, [item]: note } })}
            />
          ) : null}
        </fieldset>
      ))}
    </>
  );
}
