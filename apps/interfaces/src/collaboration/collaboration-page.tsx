import { SkeletonLines } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { RoomsPage } from './rooms-page.tsx';
import { collaborationFields } from './state.ts';
import { collaborationTexts as texts } from './texts.pt.ts';

/** With the document's library, which the list of rooms does without. */
const RoomPage = lazy(() => import('./room-page.tsx').then((module) => ({ default: module.RoomPage })));

/** Rooms, and one of them: its map, annotations, discussions, tasks and people. */
export function CollaborationPage() {
  const [address, change, fragment] = useAddress(collaborationFields);
  const leave = () => change({ room: '', annotation: '', map: null });
  return (
    <PageFrame
      title={texts.title}
      purpose={texts.purpose}
      help={texts.help}
      fragment={fragment}
      isFilled={address.room !== ''}
      shortcuts={address.room === '' ? [] : [{ key: 'v', label: texts.keys.rooms, run: leave }]}
    >
      {address.room === '' ? (
        <RoomsPage onOpen={(room, annotation) => change({ room, annotation: annotation ?? '', tab: 'notes' })} />
      ) : (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <RoomPage key={address.room} address={address} change={change} onLeave={leave} />
        </Suspense>
      )}
    </PageFrame>
  );
}
