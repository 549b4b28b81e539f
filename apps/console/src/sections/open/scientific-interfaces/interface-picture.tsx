import { interfacePicture, type ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { RelativeTime } from '@kianda/ui';
import { useRef } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useNear } from '../../../platform/use-near.ts';
import styles from './scientific-interfaces.module.css';
import { catalogueTexts } from './texts.pt.ts';

/** Picture of a page as the platform made it, which says how and when. */
export function InterfacePicture({ entry }: { readonly entry: ScientificInterface }) {
  const frame = useRef<HTMLElement>(null);
  const isNear = useNear(frame);
  const { picture } = entry;
  return (
    <figure ref={frame} className={styles.picture}>
      {picture !== null && isNear ? <Image id={entry.id} name={entry.name} /> : null}
      <figcaption>
        {picture === null ? (
          catalogueTexts.noPicture
        ) : (
          <>
            {catalogueTexts.pictures[picture.kind]} <RelativeTime at={picture.madeAt} />
          </>
        )}
      </figcaption>
    </figure>
  );
}

function Image({ id, name }: { readonly id: string; readonly name: string }) {
  const { sourced } = useEndpoint(interfacePicture, { params: { id } }, { refetchSeconds: 0 });
  if (sourced === undefined) return null;
  return <img src={sourced.value.image} alt={catalogueTexts.pictureOf(name)} width={480} height={300} />;
}
