import {
  type AnnotationType,
  annotationLimits,
  annotationTypeIds,
  annotationTypes,
} from '@kianda/contract/people/collaboration/annotations';
import type { AnnotationValidation } from '@kianda/contract/people/collaboration/casework.contract';
import { annotationSubject, type listDiscussions } from '@kianda/contract/people/collaboration/discussions.contract';
import { formatCoordinates } from '@kianda/format';
import { Dialog, RelativeTime, usePreferences } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { useRead } from '../client/use-read.ts';
import { TypeMark } from './annotation-list.tsx';
import styles from './collaboration.module.css';
import { DiscussionBlock } from './discussion-block.tsx';
import { anchorOf } from './drawing.ts';
import { PicturesBlock } from './pictures-block.tsx';
import { type Noted, removeAnnotation, setField, textOf } from './room/annotations.ts';
import type { RoomCopy, RoomView } from './room/room-copy.ts';
import { SharedText } from './shared-text.tsx';
import { collaborationTexts } from './texts.pt.ts';
import { ValidationBlock } from './validation-block.tsx';

const texts = collaborationTexts.notes;

type Props = {
  readonly room: string;
  readonly copy: RoomCopy;
  readonly view: RoomView;
  readonly annotation: Noted;
  readonly validation: AnnotationValidation | null;
  readonly discussions: ReturnType<typeof useRead<typeof listDiscussions>>;
  readonly onReviewed: () => void;
  readonly onRedraw: () => void;
  readonly onClose: () => void;
};

/** One annotation: what it says, which several may write at once, its pictures, reviews and discussion. */
export function AnnotationEditor(props: Props) {
  const { room, copy, view, annotation, onClose } = props;
  const { id } = annotation;
  const others = view.people.filter(({ key, place }) => key !== view.you && place.annotation === id);
  const isDeletable = view.mayWrite && annotation.authorId === view.me?.accountId;
  return (
    <div className={styles.tabBody}>
      <div className={styles.row}>
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          {`← ${texts.back}`}
        </Button>
        <TypeMark type={annotation.type} />
        <span className={styles.meta}>
          {`${texts.by(annotation.authorName)} · `}
          <RelativeTime at={annotation.createdAt} />
        </span>
      </div>
      <p role="status" className={styles.note} hidden={others.length === 0}>
        {texts.editors([...new Set(others.map(({ name }) => name))].join(', '))}
      </p>
      <Content {...props} />
      <PicturesBlock room={room} copy={copy} annotation={annotation} mayWrite={view.mayWrite} />
      <ValidationBlock
        room={room}
        annotation={annotation}
        isOwn={annotation.authorId === view.me?.accountId}
        isStored={view.line === 'online' && view.unsent === 0}
        validation={props.validation}
        onReviewed={props.onReviewed}
      />
      <DiscussionBlock
        subject={annotationSubject(room, id)}
        title={annotation.title === '' ? texts.untitled : annotation.title}
        discussions={props.discussions}
        mayWrite={view.mayWrite}
      />
      {isDeletable ? <Removal onRemove={() => removeAnnotation(copy.doc(), id)} onClose={onClose} /> : null}
    </div>
  );
}

function Content({ copy, view, annotation, onRedraw }: Props) {
  const { coordinates } = usePreferences();
  const { id } = annotation;
  const title = textOf(copy.doc(), id, 'title');
  const text = textOf(copy.doc(), id, 'text');
  if (title === null || text === null) return null;
  return (
    <div className={styles.form}>
      <NativeSelect
        label={texts.type}
        value={annotation.type}
        disabled={!view.mayWrite}
        onChange={(event) => setField(copy.doc(), id, { type: event.currentTarget.value as AnnotationType })}
        data={annotationTypeIds.map((value) => ({ value, label: annotationTypes[value] }))}
      />
      <SharedText
        label={texts.titleField}
        text={title}
        value={annotation.title}
        maxLength={annotationLimits.title}
        readOnly={!view.mayWrite}
        isLong={false}
      />
      <SharedText
        label={texts.textField}
        text={text}
        value={annotation.text}
        maxLength={annotationLimits.text}
        readOnly={!view.mayWrite}
        isLong
      />
      <div className={styles.row}>
        <span className={styles.meta}>
          {`${texts.where}: ${texts.modes[annotation.geometry.type].toLowerCase()}, `}
          <span className="k-mono">{formatCoordinates(anchorOf(annotation.geometry), coordinates)}</span>
        </span>
        {view.mayWrite ? (
          <Button size="compact-sm" variant="default" onClick={onRedraw}>
            {texts.move}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Removal({ onRemove, onClose }: { readonly onRemove: () => void; readonly onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      {isAsking ? (
        <Dialog title={texts.removeTitle} onClose={() => setAsking(false)} hasUnsaved={false}>
          <div className={styles.form}>
            <p>{texts.removeText}</p>
            <div className={styles.row}>
              <Button variant="default" onClick={() => setAsking(false)}>
                {texts.cancel}
              </Button>
              <Button
                color="red"
                onClick={() => {
                  onRemove();
                  onClose();
                }}
              >
                {texts.remove}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}
