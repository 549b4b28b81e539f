import {
  type AnnotationGeometry,
  annotationTypeIds,
  annotationTypes,
} from '@kianda/contract/people/collaboration/annotations';
import type { AnnotationValidation } from '@kianda/contract/people/collaboration/casework.contract';
import { type ValidationState, validationStates } from '@kianda/contract/people/collaboration/validation';
import { foldText } from '@kianda/format';
import { EmptyState, RelativeTime, StatusPill } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { typeMarks, validationTones } from './annotation-types.ts';
import styles from './collaboration.module.css';
import type { Noted } from './room/annotations.ts';
import type { RoomView } from './room/room-copy.ts';
import { collaborationTexts } from './texts.pt.ts';

const texts = collaborationTexts.notes;
type Validations = ReadonlyMap<string, AnnotationValidation>;
type Props = {
  readonly view: RoomView;
  readonly states: Validations;
  readonly onOpen: (annotation: string) => void;
  readonly onDraw: (type: AnnotationGeometry['type']) => void;
};
const shapes = ['Point', 'LineString', 'Polygon'] as const;
const stateIds = Object.keys(validationStates) as ValidationState[];

/** State of an annotation's validation: nobody has reviewed what has no reviews. */
export const stateOf = (states: Validations, id: string): ValidationState => states.get(id)?.state ?? 'unreviewed';

/** The annotations of the room, searched and filtered, and the buttons that begin a new one. */
export function AnnotationList({ view, states, onOpen, onDraw }: Props) {
  const [search, setSearch] = useState('');
  const [type, setType] = useState('');
  const [state, setState] = useState('');
  const words = foldText(search.trim());
  const shown = view.annotations.filter(
    (one) =>
      (type === '' || one.type === type) &&
      (state === '' || stateOf(states, one.id) === state) &&
      foldText(`${one.title} ${one.text} ${one.authorName}`).includes(words),
  );
  return (
    <>
      {view.mayWrite ? (
        <fieldset className={styles.row} aria-label={texts.new}>
          <span className={styles.meta}>{texts.new}</span>
          {shapes.map((shape) => (
            <Button key={shape} size="compact-md" variant="light" onClick={() => onDraw(shape)}>
              {texts.modes[shape]}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {view.annotations.length === 0 ? (
        <EmptyState title={texts.none}>{view.mayWrite ? texts.noneHint : null}</EmptyState>
      ) : (
        <>
          <div className={styles.filters}>
            <TextInput
              aria-label={texts.search}
              placeholder={texts.search}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <NativeSelect
              aria-label={texts.type}
              value={type}
              onChange={(event) => setType(event.currentTarget.value)}
              data={[
                { value: '', label: texts.allTypes },
                ...annotationTypeIds.map((value) => ({ value, label: annotationTypes[value] })),
              ]}
            />
            <NativeSelect
              aria-label={texts.state}
              value={state}
              onChange={(event) => setState(event.currentTarget.value)}
              data={[
                { value: '', label: texts.allStates },
                ...stateIds.map((value) => ({ value, label: validationStates[value] })),
              ]}
            />
          </div>
          {shown.length === 0 ? <p className={styles.note}>{texts.noneMatch}</p> : null}
          <ul className={styles.rooms}>
            {shown.map((one) => (
              <li key={one.id}>
                <Row annotation={one} state={stateOf(states, one.id)} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type RowProps = {
  readonly annotation: Noted;
  readonly state: ValidationState;
  readonly onOpen: (annotation: string) => void;
};

function Row({ annotation: { id, type, title, authorName, createdAt }, state, onOpen }: RowProps) {
  return (
    <button type="button" className={styles.noteRow} onClick={() => onOpen(id)}>
      <TypeMark type={type} />
      <span className={styles.noteWords}>
        <strong>{title === '' ? texts.untitled : title}</strong>
        <span className={styles.meta}>
          {`${annotationTypes[type]} · ${texts.by(authorName)} · `}
          <RelativeTime at={createdAt} />
        </span>
      </span>
      <StatusPill tone={validationTones[state]}>{validationStates[state]}</StatusPill>
    </button>
  );
}

/** The mark that the map shows of the type. */
export function TypeMark({ type }: { readonly type: Noted['type'] }) {
  const { colour, letter } = typeMarks[type];
  return (
    <span className={styles.mark} style={{ '--mark': colour } as React.CSSProperties} aria-hidden="true">
      {letter}
    </span>
  );
}
