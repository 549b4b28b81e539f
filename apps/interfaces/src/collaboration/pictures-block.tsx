import { pathOf } from '@kianda/contract';
import { annotationLimits } from '@kianda/contract/people/collaboration/annotations';
import { addRoomPicture, roomPicture } from '@kianda/contract/people/collaboration/casework.contract';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient } from '../client/use-read.ts';
import { useSession } from '../shared/session-context.ts';
import styles from './collaboration.module.css';
import { type Noted, setPicture } from './room/annotations.ts';
import type { RoomCopy } from './room/room-copy.ts';
import { Trouble } from './rooms-page.tsx';
import { smallerPicture } from './smaller-picture.ts';
import { collaborationTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = collaborationTexts.pictures;

type Props = {
  readonly room: string;
  readonly copy: RoomCopy;
  readonly annotation: Noted;
  readonly mayWrite: boolean;
};

/** Pictures of an annotation, made small enough on the device before they are sent. */
export function PicturesBlock({ room, copy, annotation, mayWrite }: Props) {
  const client = useClient();
  const { isBusy, error, run } = useAct();
  const input = useRef<HTMLInputElement>(null);
  const pictures = Object.keys(annotation.pictures);
  const add = (file: File) =>
    run(async () => {
      const bytes = await smallerPicture(file).catch(() => {
        throw new CallFailure(texts.unreadable, null);
      });
      const { data } = await client.call(addRoomPicture, { params: { id: room }, bytes });
      setPicture(copy.doc(), annotation.id, data.id, true);
    });
  if (pictures.length === 0 && !mayWrite) return null;
  return (
    <section className={styles.block} aria-label={texts.title}>
      <h3 className={styles.blockTitle}>{texts.title}</h3>
      <ul className={styles.pictures}>
        {pictures.map((id, index) => (
          <li key={id}>
            <Picture room={room} id={id} alt={texts.alt(index + 1)} />
            {mayWrite ? (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => setPicture(copy.doc(), annotation.id, id, false)}
              >
                {texts.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayWrite && pictures.length < annotationLimits.pictures ? (
        <>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file !== undefined) void add(file);
            }}
          />
          <div>
            <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => input.current?.click()}>
              {texts.add}
            </Button>
          </div>
        </>
      ) : null}
      <Trouble text={error} />
    </section>
  );
}

type PictureProps = { readonly room: string; readonly id: string; readonly alt: string };

function Picture({ room, id, alt }: PictureProps) {
  const client = useClient();
  const session = useSession();
  const [address, setAddress] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    let made: string | null = null;
    const load = async () => {
      const { apiBaseUrl } = await session.credential();
      const path = pathOf(roomPicture, { id: room, picture: id });
      const file = await client.file(`${apiBaseUrl}${path}`, abort.signal);
      made = URL.createObjectURL(file);
      setAddress(made);
    };
    load().catch(() => {
      if (!abort.signal.aborted) setFailed(true);
    });
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [client, session, room, id]);
  if (isFailed) return <p className={styles.note}>{texts.failed}</p>;
  return address === null ? (
    <div className={styles.picture} />
  ) : (
    <img className={styles.picture} src={address} alt={alt} />
  );
}
